// RUN: dtensor-opt %s --dtensor-slice-elements | FileCheck %s

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @elements
// CHECK-SAME: (%[[A:.*]]: tensor<8x4xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK: %[[S:.*]] = linalg_ext.dynamic_slice ins(%[[A]] : tensor<8x4xf32>) at[%[[I]], %[[J]]] sizes = [1, 1] outs(%{{.*}} : tensor<1x1xf32>) -> tensor<1x1xf32>
// CHECK: %[[X:.*]] = tensor.extract %[[S]][%[[ZERO:.*]], %[[ZERO]]] : tensor<1x1xf32>
// CHECK: %[[U:.*]] = tensor.from_elements %[[X]] : tensor<1x1xf32>
// CHECK: linalg_ext.dynamic_update_slice ins(%[[U]] : tensor<1x1xf32>) at[%[[J]], %[[I]]] outs(%[[A]] : tensor<8x4xf32>) -> tensor<8x4xf32>
func.func @elements(%a: tensor<8x4xf32>, %i: index, %j: index) -> tensor<8x4xf32> {
  %x = tensor.extract %a[%i, %j] : tensor<8x4xf32>
  %b = tensor.insert %x into %a[%j, %i] : tensor<8x4xf32>
  return %b : tensor<8x4xf32>
}

// What has one element only, and what a body reads, stays.
// CHECK-LABEL: func @others
// CHECK-NOT: linalg_ext
// CHECK: return
func.func @others(%a: tensor<f32>, %t: tensor<4xf32>) -> (f32, tensor<4xf32>) {
  %x = tensor.extract %a[] : tensor<f32>
  %g = tensor.generate {
  ^bb0(%i: index):
    %y = tensor.extract %t[%i] : tensor<4xf32>
    tensor.yield %y : f32
  } : tensor<4xf32>
  return %x, %g : f32, tensor<4xf32>
}
