// Ops of linalg_ext in all types.

//! case sort-types M N
//! alike
//! moves arg0+arg0
//! still result0.0 result0.1 result0.2
//! undivided result0.0 result0.1 result0.2
//! for AXIS T CMP VALUES
//! row 1 | f16 | arith.cmpf ogt | small
//! still arg0.0 arg0.2
//! row 0 | i8 | arith.cmpi ult | small
//! still arg0.1 arg0.2
//! row 1 | i64 | arith.cmpi slt | small
//! still arg0.0 arg0.2
//! row 0 | i1 | arith.cmpi ugt | small
//! still arg0.1 arg0.2
//! row 2 | bf16 | arith.cmpf olt | small
//! still arg0.0 arg0.1
//! row 2 | f32 | arith.cmpf ogt | small
//! still arg0.0 arg0.1
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x3x${T}>) -> tensor<${M}x${N}x3x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x3x${T}>
  %0 = linalg_ext.sort ins(%a : tensor<${M}x${N}x3x${T}>) outs(%e : tensor<${M}x${N}x3x${T}>) axis = ${AXIS} {
  ^bb0(%x: ${T}, %y: ${T}):
    %p = ${CMP}, %x, %y : ${T}
    linalg_ext.yield %p : i1
  } -> tensor<${M}x${N}x3x${T}>
  return %0 : tensor<${M}x${N}x3x${T}>
}

//! case sort-by-two-keys M
//! moves arg0+arg1+arg2*2
//! still result0.0 result1.0 result2.0
//! undivided result0.0 result1.0 result2.0
// Lexicographic, a complex value goes along.
func.func @main(%a: tensor<${M}xi32>, %b: tensor<${M}xf32>, %c: tensor<${M}xcomplex<f32>>) -> (tensor<${M}xi32>, tensor<${M}xf32>, tensor<${M}xcomplex<f32>>) {
  %e = tensor.empty() : tensor<${M}xi32>
  %f = tensor.empty() : tensor<${M}xf32>
  %g = tensor.empty() : tensor<${M}xcomplex<f32>>
  %0:3 = linalg_ext.sort ins(%a, %b, %c : tensor<${M}xi32>, tensor<${M}xf32>, tensor<${M}xcomplex<f32>>) outs(%e, %f, %g : tensor<${M}xi32>, tensor<${M}xf32>, tensor<${M}xcomplex<f32>>) axis = 0 {
  ^bb0(%x: i32, %y: i32, %v: f32, %w: f32, %p: complex<f32>, %q: complex<f32>):
    %l = arith.cmpi slt, %x, %y : i32
    %s = arith.cmpi eq, %x, %y : i32
    %m = arith.cmpf ogt, %v, %w : f32
    %t = arith.andi %s, %m : i1
    %r = arith.ori %l, %t : i1
    linalg_ext.yield %r : i1
  } -> tensor<${M}xi32>, tensor<${M}xf32>, tensor<${M}xcomplex<f32>>
  return %0#0, %0#1, %0#2 : tensor<${M}xi32>, tensor<${M}xf32>, tensor<${M}xcomplex<f32>>
}

//! case top-k-large M>=2
//! moves result0+result1*8
//! still arg0.0 result0.0 result0.1 result1.0 result1.1
//! undivided result0.1 result1.1
// Of an axis that every device has fewer of than are kept.
//! for T K
//! row f16 | ${M}
//! undivided arg0.1
//! row bf16 | ${M-1}
//! undivided arg0.1
//! row i16 | ${M}
func.func @main(%a: tensor<2x${M}x${T}>) -> (tensor<2x${K}x${T}>, tensor<2x${K}xi64>) {
  %e = tensor.empty() : tensor<2x${K}x${T}>
  %f = tensor.empty() : tensor<2x${K}xi64>
  %0:2 = linalg_ext.top_k ins(%a : tensor<2x${M}x${T}>) outs(%e, %f : tensor<2x${K}x${T}>, tensor<2x${K}xi64>) axis = 1 -> tensor<2x${K}x${T}>, tensor<2x${K}xi64>
  return %0#0, %0#1 : tensor<2x${K}x${T}>, tensor<2x${K}xi64>
}

//! case scan-types M N
//! alike
//! moves arg1*8
//! still arg0.1 arg0.2 arg1.0 arg1.1 result0.1 result0.2
//! undivided result0.0
//! for T OP FLAGS VALUES
//! row f64 | arith.mulf | exclusive | powers
//! still result0.0
//! row i8 | arith.addi | reverse | small
//! row i1 | arith.ori | | small
//! row f16 | arith.minimumf | reverse | small
//! row i64 | arith.xori | exclusive reverse | small
//! still result0.0
//! row complex<f32> | complex.add | | small
//! row index | arith.maxui | | small
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x2x${N}x${T}>, %init: tensor<2x${N}x${T}>) -> tensor<${M}x2x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x2x${N}x${T}>
  %0 = linalg_ext.scan ins(%a : tensor<${M}x2x${N}x${T}>) init(%init : tensor<2x${N}x${T}>) outs(%e : tensor<${M}x2x${N}x${T}>) axis = 0 ${FLAGS} {
  ^bb0(%x: ${T}, %y: ${T}):
    %s = ${OP} %x, %y : ${T}
    linalg_ext.yield %s : ${T}
  } -> tensor<${M}x2x${N}x${T}>
  return %0 : tensor<${M}x2x${N}x${T}>
}

//! case reverse-types M N
//! moves arg0
//! still result0.1
//! alike
//! undivided result0.0 result0.1 result0.2
//! for AXES T
//! row [0, 2] | i1
//! still arg0.1
//! row [1] | complex<f64>
//! still arg0.0 arg0.2
//! row [2] | index
//! still arg0.0 arg0.1
//! row [0, 1, 2] | bf16
func.func @main(%a: tensor<${M}x2x${N}x${T}>) -> tensor<${M}x2x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x2x${N}x${T}>
  %0 = linalg_ext.reverse ins(%a : tensor<${M}x2x${N}x${T}>) outs(%e : tensor<${M}x2x${N}x${T}>) axes = ${AXES} -> tensor<${M}x2x${N}x${T}>
  return %0 : tensor<${M}x2x${N}x${T}>
}

//! case reduce-window-types M N
//! alike
//! moves arg0+result0
//! undivided result0.0 result0.1
//! for T Z OP
//! row f64 | 0.0 | arith.addf
//! still result0.0
//! row i8 | -128 | arith.maxsi
//! row bf16 | 0.0 | arith.addf
//! still result0.0
//! row i1 | 0 | arith.ori
//! row f16 | 1.0 | arith.mulf
//! still result0.0
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %c = arith.constant ${Z} : ${T}
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %i = linalg.fill ins(%c : ${T}) outs(%e : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %0 = linalg_ext.reduce_window ins(%a : tensor<${M}x${N}x${T}>) outs(%i : tensor<${M}x${N}x${T}>) window = [3, 2] strides = [1, 1] dilations = [2, 1] low = [3, 0] high = [1, 1] {
  ^bb0(%x: ${T}, %y: ${T}):
    %m = ${OP} %x, %y : ${T}
    linalg_ext.yield %m : ${T}
  } -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case cumulative-as-window M
//! moves arg0+arg0
//! still arg0.1 result0.0 result0.1
//! undivided result0.0
// A prefix sum as JAX writes it: a window as wide as the axis.
func.func @main(%a: tensor<${M+1}x2xf32>) -> tensor<${M+1}x2xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M+1}x2xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<${M+1}x2xf32>) -> tensor<${M+1}x2xf32>
  %0 = linalg_ext.reduce_window ins(%a : tensor<${M+1}x2xf32>) outs(%i : tensor<${M+1}x2xf32>) window = [${M+1}, 1] low = [${M}, 0] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.addf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<${M+1}x2xf32>
  return %0 : tensor<${M+1}x2xf32>
}

//! case select-and-scatter-2d M N
//! moves arg0+arg1+result0
//! still arg0.2 arg1.2 result0.2
//! for T Z
//! row f64 | 0.0
//! row f16 | 0.0
func.func @main(%x: tensor<${M*2+1}x${N+1}x2x${T}>, %dy: tensor<${M}x${N}x2x${T}>) -> tensor<${M*2+1}x${N+1}x2x${T}> {
  %c = arith.constant ${Z} : ${T}
  %e = tensor.empty() : tensor<${M*2+1}x${N+1}x2x${T}>
  %i = linalg.fill ins(%c : ${T}) outs(%e : tensor<${M*2+1}x${N+1}x2x${T}>) -> tensor<${M*2+1}x${N+1}x2x${T}>
  %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<${M*2+1}x${N+1}x2x${T}>, tensor<${M}x${N}x2x${T}>) outs(%i : tensor<${M*2+1}x${N+1}x2x${T}>) window = [3, 2, 1] strides = [2, 1, 1] select {
  ^bb0(%a: ${T}, %b: ${T}):
    %p = arith.cmpf oge, %a, %b : ${T}
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: ${T}, %b: ${T}):
    %s = arith.addf %a, %b : ${T}
    linalg_ext.yield %s : ${T}
  } -> tensor<${M*2+1}x${N+1}x2x${T}>
  return %0 : tensor<${M*2+1}x${N+1}x2x${T}>
}

//! case gather-types M N>=1 K
//! alike
//! moves result0*2
//! still arg0.1 arg1.0 arg1.1 result0.0 result0.1 result0.2
//! undivided arg1.0 result0.0
//! for T I
//! row f64 | i8
//! row complex<f64> | index
//! row i16 | i64
//! row f16 | i32
//! row index | i16
func.func @main(%table: tensor<${N}x${K}x${T}>, %at: tensor<${M}x2x${I}>) -> tensor<2x${K}x${M}x${T}> {
  %e = tensor.empty() : tensor<${M}x${K}x2x${T}>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}x${T}>, tensor<${M}x2x${I}>) outs(%e : tensor<${M}x${K}x2x${T}>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 2, slice_sizes = array<i64: 1, ${K}>} -> tensor<${M}x${K}x2x${T}>
  %f = tensor.empty() : tensor<2x${K}x${M}x${T}>
  %1 = linalg.transpose ins(%0 : tensor<${M}x${K}x2x${T}>) outs(%f : tensor<2x${K}x${M}x${T}>) permutation = [2, 1, 0]
  return %1 : tensor<2x${K}x${M}x${T}>
}

//! case scatter-types M N K
//! alike
//! moves arg0+arg2*3
//! still arg0.0 arg0.1 arg2.1 result0.0 result0.1
//! undivided arg0.0 arg1.0 arg2.0 result0.0
//! for T I OP
//! row f16 | i32 | arith.addf
//! row i1 | i64 | arith.ori
//! row complex<f32> | i32 | complex.add
//! row i8 | i8 | arith.maxui
//! row bf16 | index | arith.maximumf
//! row f32 | i16 | arith.mulf
func.func @main(%d: tensor<${N}x${K}x${T}>, %at: tensor<${M}x1x${I}>, %u: tensor<${M}x${K}x${T}>) -> tensor<${N}x${K}x${T}> {
  %0 = linalg_ext.scatter ins(%at, %u : tensor<${M}x1x${I}>, tensor<${M}x${K}x${T}>) outs(%d : tensor<${N}x${K}x${T}>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: ${T}, %update: ${T}):
    %s = ${OP} %old, %update : ${T}
    linalg_ext.yield %s : ${T}
  } -> tensor<${N}x${K}x${T}>
  return %0 : tensor<${N}x${K}x${T}>
}

//! case roll-types M N
//! moves arg0+arg0
//! still result0.1
//! for T S
//! row i1 | [5, 0, -1]
//! still arg0.1
//! row complex<f32> | [-3, 1, 8]
//! undivided result0.0 result0.1 result0.2
//! still result0.2
func.func @main(%a: tensor<${M}x2x${N}x${T}>) -> tensor<${M}x2x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x2x${N}x${T}>
  %0 = linalg_ext.roll ins(%a : tensor<${M}x2x${N}x${T}>) outs(%e : tensor<${M}x2x${N}x${T}>) shifts = ${S} axes = [0, 1, 2] -> tensor<${M}x2x${N}x${T}>
  return %0 : tensor<${M}x2x${N}x${T}>
}

//! case iota-types M N
//! moves 0
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result0.2
//! for T
//! row f64
//! row bf16
//! row i16
func.func @main(%a: tensor<${M}x${N}x2x${T}>) -> tensor<${M}x${N}x2x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x2x${T}>
  %0 = linalg_ext.iota axis = 1 outs(%e : tensor<${M}x${N}x2x${T}>) -> tensor<${M}x${N}x2x${T}>
  return %0 : tensor<${M}x${N}x2x${T}>
}

//! case fft-batched M
//! tolerance 1e-4
//! moves arg0*6
//! still arg0.0 arg0.1 arg0.3 result0.0 result0.1 result0.2 result0.3
//! undivided result0.2
//! for KIND T
//! row | f32
//! row inverse | f64
func.func @main(%a: tensor<2x${M}x3x5xcomplex<${T}>>) -> tensor<2x${M}x3x5xcomplex<${T}>> {
  %e = tensor.empty() : tensor<2x${M}x3x5xcomplex<${T}>>
  %0 = linalg_ext.fft ins(%a : tensor<2x${M}x3x5xcomplex<${T}>>) outs(%e : tensor<2x${M}x3x5xcomplex<${T}>>) axis = 2 ${KIND} -> tensor<2x${M}x3x5xcomplex<${T}>>
  return %0 : tensor<2x${M}x3x5xcomplex<${T}>>
}
