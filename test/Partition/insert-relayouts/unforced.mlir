// RUN: dtensor-opt %s --dtensor-propagate-layouts --dtensor-insert-relayouts | FileCheck %s

// Gathers that no annotation asks for are marked; the report lists them.

dtensor.mesh @mesh <x=2>

// A value that a body reads at any position is needed whole.
// CHECK-LABEL: @looked_up
// CHECK: dtensor.relayout %arg0 {{.*}} {dtensor.unforced}
func.func @looked_up(
    %table: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %at: tensor<4xindex>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %table[%i] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The user asks for this one.
// CHECK-LABEL: @asked_for
// CHECK: dtensor.relayout
// CHECK-NOT: dtensor.unforced
func.func @asked_for(
    %a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// One of two sides must be whole where both want the mesh dimension.
// CHECK-LABEL: @one_side
// CHECK: dtensor.relayout %arg1
// CHECK-NOT: dtensor.unforced
func.func @one_side(
    %a: tensor<64x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %b: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> tensor<64x4xf32> {
  %c = arith.constant dense<0.0> : tensor<64x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x8xf32>, tensor<8x4xf32>)
      outs(%c : tensor<64x4xf32>) -> tensor<64x4xf32>
  return %0 : tensor<64x4xf32>
}

// One device has all there is of an axis of one position.
// CHECK-LABEL: @one_position
// CHECK: dtensor.relayout
// CHECK-NOT: dtensor.unforced
func.func @one_position(
    %a: tensor<1x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> tensor<8xf32> {
  %c = arith.constant dense<0.0> : tensor<8xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<1x8xf32>)
      outs(%c : tensor<8xf32>) dimensions = [0]
  return %0 : tensor<8xf32>
}
