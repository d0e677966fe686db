// Ops of linalg_ext that move elements as they are.

//! case reverse M N
//! moves arg0
//! still result0.0
//! for AXES T
//! row [0] | f32
//! undivided result0.0
//! still arg0.1 result0.1
//! row [1] | i8
//! still arg0.0
//! row [0, 1] | f64
//! undivided result0.0 result0.1
//! still result0.1
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg_ext.reverse ins(%a : tensor<${M}x${N}x${T}>) outs(%e : tensor<${M}x${N}x${T}>) axes = ${AXES} -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case roll M N
//! moves arg0
//! still result0.1
//! undivided result0.0
//! for SHIFTS AXES
//! row [1] | [0]
//! still arg0.1
//! row [-2, 3] | [0, 1]
//! undivided result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg_ext.roll ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) shifts = ${SHIFTS} axes = ${AXES} -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}
