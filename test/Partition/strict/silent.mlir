// RUN: dtensor-opt %s --split-input-file --dtensor-partition=strict | FileCheck %s

// What a program asks for, and what moves nothing or is part of an op.
dtensor.mesh @mesh <x=2, y=2>
// CHECK-LABEL: func @relayout
// CHECK: comm.all_gather
// CHECK-NOT: dtensor.written
func.func @relayout(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                    %b: tensor<16x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<8x32xf32> {
  %z = arith.constant dense<0.0> : tensor<8x32xf32>
  %whole = dtensor.relayout %a : tensor<8x16xf32> to <@mesh, [unsharded, unsharded]>
  %c = linalg.matmul ins(%whole, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %c : tensor<8x32xf32>
}

// CHECK-LABEL: func @constrain
// CHECK: comm.all_to_all
func.func @constrain(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<8x8xf32> {
  %c = dtensor.constrain %a : tensor<8x8xf32> to #dtensor.constraint<@mesh, [any, x + any]>
  %t = math.tanh %c : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// CHECK-LABEL: func @result
// CHECK: comm.all_to_all
func.func @result(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %t = math.tanh %a : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// CHECK-LABEL: func private @callee
func.func private @callee(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<8x8xf32> {
  %t = math.tanh %a : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// CHECK-LABEL: func @call
// CHECK: comm.all_to_all
func.func @call(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<8x8xf32> {
  %t = call @callee(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// CHECK-LABEL: func @contraction
// CHECK: comm.all_reduce
func.func @contraction(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
                       %b: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %z = arith.constant dense<0.0> : tensor<8x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %c : tensor<8x32xf32>
}

// CHECK-LABEL: func @scattered
// CHECK: comm.reduce_scatter
func.func @scattered(%a: tensor<8x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
                     %b: tensor<64x4xf32>) -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %z = arith.constant dense<0.0> : tensor<8x4xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x64xf32>, tensor<64x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %c : tensor<8x4xf32>
}

// CHECK-LABEL: func @part
// CHECK-NOT: comm.all
// CHECK: return
func.func @part(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}) {
  %t = math.tanh %a : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// CHECK-LABEL: func @slice
// CHECK: comm.fetch
func.func @slice(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<4x8xf32> {
  %s = tensor.extract_slice %a[3, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}
