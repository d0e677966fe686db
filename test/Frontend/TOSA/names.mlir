// RUN: dtensor-run %s --mesh x=2 --layout "arg0=unsharded,x" --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Reports speak of the names and lines of the program, before it was imported.
// CHECK: all_reduce
// CHECK-SAME: names.mlir:[[# @LINE + 6]]
// CHECK-SAME: contracts axis 2 of %x
func.func @main(%a: tensor<4x64xf32>, %b: tensor<1x64x8xf32>) -> tensor<1x4x8xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[1, 4, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %x = tosa.reshape %a, %shape : (tensor<4x64xf32>, !tosa.shape<3>) -> tensor<1x4x64xf32>
  %product = tosa.matmul %x, %b, %zero, %zero : (tensor<1x4x64xf32>, tensor<1x64x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8xf32>
  return %product : tensor<1x4x8xf32>
}
