// RUN: dtensor-opt %s -dtensor-decompose-aggregates | FileCheck %s

// A padding of less than nothing is a slice, also where no extent changes.
// CHECK-LABEL: func @shift
// CHECK: %[[P:.+]] = tensor.pad %arg0 low[0, 2] high[1, 0]
// CHECK: tensor.extract_slice %[[P]][1, 0] [7, 6] [1, 1] : tensor<8x7xf32> to tensor<7x6xf32>
func.func @shift(%a: tensor<7x5xf32>, %v: f32) -> tensor<7x6xf32> {
  %0 = tensor.pad %a low[-1, 2] high[1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<7x5xf32> to tensor<7x6xf32>
  return %0 : tensor<7x6xf32>
}

// CHECK-LABEL: func @pad
// CHECK-NOT: tensor.extract_slice
func.func @pad(%a: tensor<7x5xf32>, %v: f32) -> tensor<8x5xf32> {
  %0 = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<7x5xf32> to tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// Of an axis without positions there is no slice.
// CHECK-LABEL: func @nothing
// CHECK: tensor.empty() : tensor<6x0xf32>
func.func @nothing(%a: tensor<7x0xf32>, %v: f32) -> tensor<6x0xf32> {
  %0 = tensor.pad %a low[-1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<7x0xf32> to tensor<6x0xf32>
  return %0 : tensor<6x0xf32>
}
