// Elementwise: no layout needs communication but for operands that disagree.

//! case unary-float M N
//! tolerance 1e-5
//! values 0 unit
//! for OP T
//! row math.exp | f32
//! row math.log | f32
//! row math.tanh | f32
//! row math.rsqrt | f32
//! row math.sqrt | f64
//! row math.erf | f32
//! row math.sin | f32
//! row math.absf | f16
//! row arith.negf | bf16
//! row math.floor | f32
//! row math.ceil | f32
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case binary M N
//! values 1 positive
//! for OP T
//! row arith.addf | f32
//! row arith.subf | f32
//! row arith.mulf | f32
//! row arith.divf | f32
//! row arith.maximumf | f32
//! row arith.minnumf | f16
//! row arith.addi | i32
//! row arith.subi | i8
//! row arith.muli | i64
//! row arith.divsi | i32
//! row arith.remui | i16
//! row arith.andi | i1
//! row arith.xori | i32
//! row arith.shli | i32
//! row arith.maxsi | i32
//! row arith.minui | i32
//! row arith.ceildivsi | i32
//! row arith.floordivsi | i32
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a, %b : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case compare-select M N
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>, %c: tensor<${M}x${N}xi1>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi1>) {
  %0 = arith.cmpf olt, %a, %b : tensor<${M}x${N}xf32>
  %1 = arith.select %0, %a, %b : tensor<${M}x${N}xi1>, tensor<${M}x${N}xf32>
  %2 = arith.andi %0, %c : tensor<${M}x${N}xi1>
  return %1, %2 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi1>
}

//! case select-of-scalar M
func.func @main(%a: tensor<${M}xf32>, %b: tensor<${M}xf32>, %c: i1) -> tensor<${M}xf32> {
  %0 = arith.select %c, %a, %b : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case cast M N
//! for OP F T
//! row arith.extf | f16 | f32
//! row arith.truncf | f32 | bf16
//! row arith.extsi | i8 | i32
//! row arith.extui | i1 | i32
//! row arith.trunci | i64 | i8
//! row arith.sitofp | i32 | f32
//! row arith.fptosi | f32 | i32
//! row arith.uitofp | i1 | f32
//! row arith.bitcast | f32 | i32
func.func @main(%a: tensor<${M}x${N}x${F}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${F}> to tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case named M N
//! values 1 positive
//! for OP
//! row add
//! row sub
//! row mul
//! row div
//! row max
//! row min
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.${OP} ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case named-unary M N
//! values 0 unit
//! tolerance 1e-5
//! for OP
//! row exp
//! row log
//! row abs
//! row negf
//! row square
//! row tanh
//! row reciprocal
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.${OP} ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case generic-broadcast M N
//! for T OP
//! row f32 | arith.addf
//! row i32 | arith.muli
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${N}x${T}>, %c: tensor<${M}x1x${T}>, %s: tensor<${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c, %s : tensor<${M}x${N}x${T}>, tensor<${N}x${T}>, tensor<${M}x1x${T}>, tensor<${T}>) outs(%e : tensor<${M}x${N}x${T}>) {
  ^bb0(%x: ${T}, %y: ${T}, %z: ${T}, %w: ${T}, %o: ${T}):
    %p = ${OP} %x, %y : ${T}
    %q = ${OP} %p, %z : ${T}
    %r = ${OP} %q, %w : ${T}
    linalg.yield %r : ${T}
  } -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case in-place M N
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%b : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.addf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<${M}x${N}xf32>
  return %0, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case two-results M N
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>) {
  %e0 = tensor.empty() : tensor<${M}x${N}xf32>
  %e1 = tensor.empty() : tensor<${N}x${M}xi32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%e0, %e1 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>) {
  ^bb0(%x: f32, %y: f32, %z: i32):
    %p = arith.addf %x, %x : f32
    %q = arith.fptosi %x : f32 to i32
    linalg.yield %p, %q : f32, i32
  } -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>)
  return %0#0, %0#1 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>
}

//! case map M N
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.map { arith.mulf } ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>)
  return %0 : tensor<${M}x${N}xf32>
}

//! case transpose M N K
func.func @main(%a: tensor<${M}x${N}x${K}xf32>) -> tensor<${K}x${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${K}x${M}x${N}xf32>
  %0 = linalg.transpose ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%e : tensor<${K}x${M}x${N}xf32>) permutation = [2, 0, 1]
  return %0 : tensor<${K}x${M}x${N}xf32>
}

//! case transpose-square M
func.func @main(%a: tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32> {
  %e = tensor.empty() : tensor<${M}x${M}xi32>
  %0 = linalg.transpose ins(%a : tensor<${M}x${M}xi32>) outs(%e : tensor<${M}x${M}xi32>) permutation = [1, 0]
  %1 = arith.addi %a, %0 : tensor<${M}x${M}xi32>
  return %1 : tensor<${M}x${M}xi32>
}

//! case broadcast M N
func.func @main(%a: tensor<${N}xf32>) -> tensor<${M}x${N}x3xf32> {
  %e = tensor.empty() : tensor<${M}x${N}x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<${N}xf32>) outs(%e : tensor<${M}x${N}x3xf32>) dimensions = [0, 2]
  return %0 : tensor<${M}x${N}x3xf32>
}

//! case fill-of-argument M N
func.func @main(%s: f32) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case index M N
func.func @main(%a: tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : tensor<${M}x${N}xi64>) {
  ^bb0(%x: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %l = arith.addi %k, %j : index
    %m = arith.index_cast %l : index to i64
    %n = arith.addi %m, %x : i64
    linalg.yield %n : i64
  } -> tensor<${M}x${N}xi64>
  return %0 : tensor<${M}x${N}xi64>
}

//! case linear-partial M N
// What is linear lets a partial sum pass; what is not must not.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %half = arith.constant dense<0.5> : tensor<${M}x${N}xf32>
  %0 = arith.addf %a, %b : tensor<${M}x${N}xf32>
  %1 = arith.mulf %0, %half : tensor<${M}x${N}xf32>
  %2 = arith.negf %1 : tensor<${M}x${N}xf32>
  %3 = arith.mulf %a, %b : tensor<${M}x${N}xf32>
  %4 = math.absf %0 : tensor<${M}x${N}xf32>
  return %2, %3, %4 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}
