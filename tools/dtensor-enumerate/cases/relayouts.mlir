// Any layout to any layout.

//! case identity M N
//! moves 0
//! relayout
//! for T
//! row f32
//! row i32
//! row f64
//! row i8
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  return %a : tensor<${M}x${N}x${T}>
}

//! case identity-1d M
//! moves 0
//! alike
//! relayout
//! for T
//! row f32
//! row i1
//! row i16
func.func @main(%a: tensor<${M}x${T}>) -> tensor<${M}x${T}> {
  return %a : tensor<${M}x${T}>
}

//! case identity-3d M N K
//! moves 0
//! relayout
func.func @main(%a: tensor<${M}x${N}x${K}xbf16>) -> tensor<${M}x${N}x${K}xbf16> {
  return %a : tensor<${M}x${N}x${K}xbf16>
}

//! case identity-scalar
//! moves 0
//! relayout
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

//! case twice M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  return %a, %a : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case exchange M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  return %b, %a : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case partial-then-any M N K
//! moves result0+result1*2
//! still arg0.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${K}xi32>, %b: tensor<${K}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xi32>, tensor<${K}x${N}xi32>) outs(%i : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %1 = arith.addi %0, %0 : tensor<${M}x${N}xi32>
  return %0, %1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
}

//! exempt comm.all_reduce along manual dimensions of one mesh: see test/Frontend/JAX
//! exempt comm.reduce_scatter as comm.all_reduce
//! exempt comm.all_gather as comm.all_reduce
//! exempt comm.all_to_all as comm.all_reduce
//! exempt comm.fetch as comm.all_reduce
