// Ops of linalg_ext that make tensors.

//! case iota M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result1.0 result1.1
//! undivided result0.0 result0.1
//! for T AXIS
//! row i32 | 0
//! row i8 | 1
//! row f32 | 0
//! row index | 1
func.func @main(%a: tensor<${M}x${N}xi64>) -> (tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>) {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg_ext.iota axis = ${AXIS} outs(%e : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %1 = arith.addi %a, %a : tensor<${M}x${N}xi64>
  return %0, %1 : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>
}

//! case iota-plus M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64> {
  %e = tensor.empty() : tensor<${M}x${N}xi64>
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64>
  %1 = linalg_ext.iota axis = 1 outs(%e : tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64>
  %2 = arith.addi %0, %a : tensor<${M}x${N}xi64>
  %3 = arith.muli %2, %1 : tensor<${M}x${N}xi64>
  return %3 : tensor<${M}x${N}xi64>
}

//! case random M N
//! moves arg0+result0
//! still result0.0 result1.0 result1.1
//! alike
//! gathers the state, of two or three numbers, is needed whole by every block
//! undivided arg0.0 result0.0 result1.0 result1.1
//! whole arg0.0 result0.0
//! for ALGORITHM STATE T
//! row threefry2x32 | 2 | i32
//! row threefry2x32 | 2 | i64
//! row threefry2x32 | 2 | i8
//! row philox4x32 | 3 | i32
//! row philox4x32 | 2 | i64
//! row philox4x32 | 3 | i16
func.func @main(%state: tensor<${STATE}xi64>) -> (tensor<${STATE}xi64>, tensor<${M}x${N}x${T}>) {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %d = tensor.empty() : tensor<${STATE}xi64>
  %0 = linalg_ext.random ${ALGORITHM} ins(%state : tensor<${STATE}xi64>) outs(%e : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %1 = linalg_ext.advance_random ${ALGORITHM} ins(%state : tensor<${STATE}xi64>) outs(%d : tensor<${STATE}xi64>) past tensor<${M}x${N}x${T}> -> tensor<${STATE}xi64>
  return %1, %0 : tensor<${STATE}xi64>, tensor<${M}x${N}x${T}>
}
