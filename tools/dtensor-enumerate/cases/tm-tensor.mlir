// What torch-mlir has beside linalg, each form that its import gives.

//! case scan M N
//! moves arg1*8+result1
//! still arg0.0 arg1.0 result0.0 result1.0
//! undivided result0.1
//! for INCLUSIVE OP T
//! row true | arith.addi | i32
//! undivided arg1.0
//! row false | arith.addi | i32
//! row true | arith.maximumf | f32
//! undivided arg1.0
//! row true | arith.mulf | f32
//! undivided arg1.0
//! tolerance 1e-4
func.func @main(%a: tensor<${M}x${N}x${T}>, %s: tensor<${M}x${T}>) -> (tensor<${M}x${N}x${T}>, tensor<${M}x${T}>) {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0:2 = tm_tensor.scan dimension(1) inclusive(${INCLUSIVE}) ins(%a : tensor<${M}x${N}x${T}>) outs(%e, %s : tensor<${M}x${N}x${T}>, tensor<${M}x${T}>) {
  ^bb0(%x: ${T}, %y: ${T}):
    %1 = ${OP} %x, %y : ${T}
    tm_tensor.yield %1 : ${T}
  } -> tensor<${M}x${N}x${T}>, tensor<${M}x${T}>
  return %0#0, %0#1 : tensor<${M}x${N}x${T}>, tensor<${M}x${T}>
}

//! case scatter M N>=1 K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1
//! undivided arg0.0 arg2.0 result0.0
//! values 2 below N
func.func @main(%a: tensor<${N}x${K}xi32>, %u: tensor<${M}x${K}xi32>, %at: tensor<${M}x1xi64>) -> tensor<${N}x${K}xi32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<${M}x${K}xi32>, tensor<${M}x1xi64>) outs(%a : tensor<${N}x${K}xi32>) {
  ^bb0(%new: i32, %old: i32):
    %1 = arith.addi %new, %old : i32
    tm_tensor.yield %1 : i32
  } -> tensor<${N}x${K}xi32>
  return %0 : tensor<${N}x${K}xi32>
}

//! case sort M N
//! moves arg0+arg1*2
//! still arg0.0 arg1.0 result0.0 result0.1 result1.0 result1.1
//! undivided result0.1 result1.1
//! for PREDICATE
//! row ole
//! row oge
//! values 0 special
func.func @main(%a: tensor<${M}x${N}xf32>, %i: tensor<${M}x${N}xi64>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%a, %i : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>) {
  ^bb0(%x: f32, %y: f32, %p: i64, %q: i64):
    %1 = arith.cmpf ${PREDICATE}, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>
  return %0#0, %0#1 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>
}

//! case sort.integers M N
//! moves arg0+arg1*2
//! still arg0.1 arg1.1 result0.0 result0.1 result1.0 result1.1
//! undivided result0.0 result1.0
func.func @main(%a: tensor<${M}x${N}xi32>, %i: tensor<${M}x${N}xi64>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi64>) {
  %0:2 = tm_tensor.sort dimension(0) outs(%a, %i : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi64>) {
  ^bb0(%x: i32, %y: i32, %p: i64, %q: i64):
    %1 = arith.cmpi sge, %x, %y : i32
    tm_tensor.yield %1 : i1
  } -> tensor<${M}x${N}xi32>, tensor<${M}x${N}xi64>
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi64>
}

//! case topk M N
//! moves result0+result1*8
//! still arg0.0 arg1.0 arg2.0 result0.0 result0.1 result1.0 result1.1
//! undivided arg0.1 result0.1 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>, %v: tensor<${M}x3xf32>, %i: tensor<${M}x3xi32>) -> (tensor<${M}x3xf32>, tensor<${M}x3xi32>) {
  %0:2 = tm_tensor.topk dimension(1) ins(%a : tensor<${M}x${N}xf32>) outs(%v, %i : tensor<${M}x3xf32>, tensor<${M}x3xi32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf ogt, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<${M}x3xf32>, tensor<${M}x3xi32>
  return %0#0, %0#1 : tensor<${M}x3xf32>, tensor<${M}x3xi32>
}

//! case attention B M N K
//! undivided arg2.2 result0.2
//! for FLAGS
//! row i1
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.2 arg3.0 arg3.1 result0.0 result0.1 result0.2
//! row f32
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.2 arg3.0 arg3.1 result0.0 result0.1 result0.2
//! tolerance 1e-4
//! moves arg0+arg1+arg2+arg3*6+result0*2
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.2 arg3.0 arg3.1 result0.0 result0.1 result0.2
// Scores are as many as the mask has, and are reduced three times.
func.func @main(%q: tensor<${B}x${M}x${K}xf32>, %k: tensor<${B}x${N}x${K}xf32>, %v: tensor<${B}x${N}x${K}xf32>, %mask: tensor<${B}x${M}x${N}x${FLAGS}>) -> tensor<${B}x${M}x${K}xf32> {
  %e = tensor.empty() : tensor<${B}x${M}x${K}xf32>
  %0 = tm_tensor.attention {scale = 0.25 : f64} ins(%q, %k, %v, %mask : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${N}x${K}xf32>, tensor<${B}x${N}x${K}xf32>, tensor<${B}x${M}x${N}x${FLAGS}>) outs(%e : tensor<${B}x${M}x${K}xf32>) -> tensor<${B}x${M}x${K}xf32>
  return %0 : tensor<${B}x${M}x${K}xf32>
}
