// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// Each device calls the function on its components; the reduced axis is summed.
// CHECK-LABEL: func @product
// CHECK: %[[P:.*]] = linalg_ext.custom_call "product" {{.*}} ins(%arg0, %arg1 : tensor<?x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<?x6xf32>) -> tensor<?x6xf32>
// CHECK: comm.all_reduce ins(%[[P]] : tensor<?x6xf32>)
func.func @product(%a: tensor<5x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>}, %b: tensor<8x6xf32>)
    -> (tensor<5x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded]>}) {
  %e = tensor.empty() : tensor<5x6xf32>
  %0 = linalg_ext.custom_call "product" rule "([i,k],[k,j])->([i,j]) {k reduction(sum)}" ins(%a, %b : tensor<5x8xf32>, tensor<8x6xf32>) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// Each device gets all of a whole axis; its sharding moves to the other one.
// CHECK-LABEL: func @whole
// CHECK: %[[G:.*]] = comm.all_to_all ins(%arg0 : tensor<4x4xf32>) {{.*}} to <@mesh, [y + x, unsharded]>
// CHECK: linalg_ext.custom_call "rows" {{.*}} ins(%[[G]] : tensor<2x8xf32>)
func.func @whole(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>})
    -> (tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded]>}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg_ext.custom_call "rows" rule "([i,j])->([i,j]) {j whole}" ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
