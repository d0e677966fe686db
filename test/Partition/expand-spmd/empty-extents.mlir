// RUN: dtensor-opt %s --dtensor-partition | FileCheck %s

// No offset is inside of an axis of extent 0: what a slice would pick is made.

dtensor.mesh @mesh <x=3>

// CHECK-LABEL: func.func @slice
// CHECK-NOT: extract_slice
// CHECK: tensor.empty() : tensor<0x6xf32>
func.func @slice(
    %a: tensor<0x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<0x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  return %a : tensor<0x6xf32>
}
