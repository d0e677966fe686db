// Constants, iotas, single elements, and tensors captured in bodies.

//! case splat M N
//! moves 0
//! still result0.0 result0.1
func.func @main(%s: f32) -> tensor<${M}x${N}xf32> {
  %0 = tensor.splat %s : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case constant-splat M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result1.0 result1.1
//! undivided result0.0 result0.1
//! for T V OP
//! row f32 | 3.0 | arith.addf
//! row i32 | 3 | arith.addi
//! row i1 | true | arith.xori
func.func @main(%a: tensor<${M}x${N}x${T}>) -> (tensor<${M}x${N}x${T}>, tensor<${M}x${N}x${T}>) {
  %0 = arith.constant dense<${V}> : tensor<${M}x${N}x${T}>
  %1 = ${OP} %a, %0 : tensor<${M}x${N}x${T}>
  return %0, %1 : tensor<${M}x${N}x${T}>, tensor<${M}x${N}x${T}>
}

//! case constant-dense M
//! moves 0
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result1.0 result1.1 result1.2
//! undivided result0.0 result0.1
//! for T V OP
//! row f32 | [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0]] | arith.addf
//! row i64 | [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]] | arith.addi
//! row i1 | [[1, 0, 1], [0, 0, 1], [1, 1, 1], [0, 0, 0], [1, 0, 0]] | arith.xori
func.func @main(%a: tensor<${M}x5x3x${T}>) -> (tensor<5x3x${T}>, tensor<${M}x5x3x${T}>) {
  %0 = arith.constant dense<${V}> : tensor<5x3x${T}>
  %e = tensor.empty() : tensor<${M}x5x3x${T}>
  %1 = linalg.broadcast ins(%0 : tensor<5x3x${T}>) outs(%e : tensor<${M}x5x3x${T}>) dimensions = [0]
  %2 = ${OP} %a, %1 : tensor<${M}x5x3x${T}>
  return %0, %2 : tensor<5x3x${T}>, tensor<${M}x5x3x${T}>
}

//! case generate M N
//! moves 0
//! still result0.0 result0.1
func.func @main(%s: i64) -> tensor<${M}x${N}xi64> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %l = arith.addi %k, %j : index
    %m = arith.index_cast %l : index to i64
    %n = arith.addi %m, %s : i64
    tensor.yield %n : i64
  } : tensor<${M}x${N}xi64>
  return %0 : tensor<${M}x${N}xi64>
}

//! case from-elements M
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x3xf32>, %x: f32, %y: f32) -> tensor<${M}x3xf32> {
  %0 = tensor.from_elements %x, %y, %x : tensor<3xf32>
  %e = tensor.empty() : tensor<${M}x3xf32>
  %1 = linalg.broadcast ins(%0 : tensor<3xf32>) outs(%e : tensor<${M}x3xf32>) dimensions = [0]
  %2 = arith.addf %a, %1 : tensor<${M}x3xf32>
  return %2 : tensor<${M}x3xf32>
}

//! case extract M>=2 N>=1
//! moves 64
func.func @main(%a: tensor<${M}x${N}xf32>) -> (f32, tensor<${M}x${N}xf32>) {
  %zero = arith.constant 0 : index
  %last = arith.constant ${M-1} : index
  %0 = tensor.extract %a[%last, %zero] : tensor<${M}x${N}xf32>
  %1 = tensor.splat %0 : tensor<${M}x${N}xf32>
  %2 = arith.subf %a, %1 : tensor<${M}x${N}xf32>
  return %0, %2 : f32, tensor<${M}x${N}xf32>
}

//! case insert M>=1 N>=1
//! moves arg0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %x: f32) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0 : index
  %last = arith.constant ${M-1} : index
  %0 = tensor.insert %x into %a[%last, %zero] : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case extract-of-scalar M N
//! moves 64
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %init = arith.constant dense<5.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %1 = tensor.extract %0[] : tensor<f32>
  %2 = tensor.splat %1 : tensor<${M}x${N}xf32>
  %3 = arith.mulf %a, %2 : tensor<${M}x${N}xf32>
  return %3 : tensor<${M}x${N}xf32>
}

//! case gather M N>=1 K
//! moves result0*2
//! still arg0.1 arg1.0 result0.0 result0.1
//! undivided arg1.0 result0.0
//! values 1 below N
func.func @main(%table: tensor<${N}x${K}xf32>, %at: tensor<${M}xi64>) -> tensor<${M}x${K}xf32> {
  %e = tensor.empty() : tensor<${M}x${K}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<${M}xi64>) outs(%e : tensor<${M}x${K}xf32>) {
  ^bb0(%i: i64, %o: f32):
    %row = arith.index_cast %i : i64 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %table[%row, %column] : tensor<${N}x${K}xf32>
    linalg.yield %x : f32
  } -> tensor<${M}x${K}xf32>
  return %0 : tensor<${M}x${K}xf32>
}

//! case iota-plus M
//! moves 0
//! still arg0.0 result0.0
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %e = tensor.empty() : tensor<${M}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<${M}xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f32
    linalg.yield %k : f32
  } -> tensor<${M}xf32>
  %1 = arith.mulf %a, %0 : tensor<${M}xf32>
  return %1 : tensor<${M}xf32>
}

//! case reverse M
//! moves result0*2
//! still result0.0
//! undivided arg0.0
// A view from the end, as a body that reads a captured tensor.
func.func @main(%a: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %e = tensor.empty() : tensor<${M}xf32>
  %last = arith.constant ${M-1} : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<${M}xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %last, %i : index
    %x = tensor.extract %a[%j] : tensor<${M}xf32>
    linalg.yield %x : f32
  } -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}
