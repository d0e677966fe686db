// Results that lie in the memory of an argument.

//! case donated-elementwise M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32> {dtensor.donated = 0 : i64}, %b: tensor<${M}x${N}xf32> {dtensor.donated}) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0 = arith.subf %a, %b : tensor<${M}x${N}xf32>
  %1 = arith.mulf %0, %b : tensor<${M}x${N}xf32>
  return %0, %1 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case donated-exchanged M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1 result2.0 result2.1
func.func @main(%a: tensor<${M}x${N}xf32> {dtensor.donated = 0 : i64}, %b: tensor<${M}x${N}xf32> {dtensor.donated = 1 : i64}) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  return %b, %a, %a : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case donated-reverse M N
//! moves arg0
//! still arg0.1 result0.0 result0.1
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32> {dtensor.donated = 0 : i64}) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg_ext.reverse ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) axes = [0] -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case donated-update M>=3 N
//! moves arg1
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1 result1.0 result1.1
//! gathers an update goes to every device that may write a part of it
func.func @main(%a: tensor<${M}x${N}xf32> {dtensor.donated = 0 : i64}, %u: tensor<2x${N}xf32>, %at: index, %other: index) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<2x${N}xf32>) at [%at, %other] outs(%a : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = math.absf %0 : tensor<${M}x${N}xf32>
  return %0, %1 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case donated-read-later M N
//! moves result1*2+arg0
//! still arg0.0 arg1.1 result0.0 result1.0 result1.1
//! undivided arg1.1 result1.1
func.func @main(%a: tensor<${M}x${M}xf32> {dtensor.donated = 0 : i64}, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${M}xf32>, tensor<${M}x${N}xf32>) {
  %0 = math.absf %a : tensor<${M}x${M}xf32>
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<${M}x${M}xf32>, tensor<${M}x${N}xf32>) outs(%f : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0, %1 : tensor<${M}x${M}xf32>, tensor<${M}x${N}xf32>
}
