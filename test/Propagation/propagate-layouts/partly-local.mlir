// RUN: dtensor-opt %s --split-input-file --dtensor-propagate-layouts --dtensor-insert-relayouts | FileCheck %s
// RUN: dtensor-opt %s --split-input-file --dtensor-propagate-layouts --dtensor-insert-relayouts --dtensor-expand-spmd | FileCheck %s --check-prefix=LOCAL

// What is local along x is divided along y as anything else.
dtensor.mesh @mesh <x=2, y=2>
// The layout spreads into the region and out of it.
// CHECK-LABEL: func @through
// CHECK-SAME: %arg0: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>}
// CHECK-SAME: -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>})
// LOCAL-LABEL: func @through
// LOCAL-SAME: tensor<2x4xf32>
func.func @through(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>}) {
  // CHECK: dtensor.local_map
  // CHECK-SAME: in [#dtensor.layout<@mesh, [x, unsharded]>] out [#dtensor.layout<@mesh, [x, unsharded]>]
  // CHECK-SAME: manual ["x"]
  // CHECK-SAME: dtensor.block_layouts = [#dtensor.layout<@mesh, [y, unsharded]>]
  // CHECK-SAME: dtensor.layouts = [#dtensor.layout<@mesh, [x + y, unsharded]>]
  %0 = dtensor.local_map (%a : tensor<8x4xf32>) in [#dtensor.layout<@mesh, [x, unsharded]>] out [#dtensor.layout<@mesh, [x, unsharded]>] manual ["x"] {
  ^bb0(%c: tensor<4x4xf32>):
    // LOCAL: %[[TANH:.*]] = math.tanh %arg0 : tensor<2x4xf32>
    %t = math.tanh %c : tensor<4x4xf32>
    // LOCAL: %[[EMPTY:.*]] = tensor.empty() : tensor<2x4xf32>
    %e = tensor.empty() : tensor<4x4xf32>
    // LOCAL: comm.all_reduce ins(%[[TANH]] : tensor<2x4xf32>) outs(%[[EMPTY]] : tensor<2x4xf32>)
    // LOCAL-SAME: <@mesh, [y, unsharded], partial<sum, [x]>> to <@mesh, [y, unsharded]> of [4, 4]
    %s = comm.all_reduce ins(%t : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [4, 4] -> tensor<4x4xf32>
    dtensor.local_yield %s : tensor<4x4xf32>
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// What arrives along another dimension first has to move, and says where to.
dtensor.mesh @mesh <x=2, y=2>
// CHECK-LABEL: func @arrives
func.func @arrives(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded]>}) -> tensor<8x4xf32> {
  // CHECK: dtensor.relayout %arg0 : tensor<8x4xf32> to <@mesh, [x + y, unsharded]> because "dtensor.local_map needs operand 0 (%{{.*}}) in layout [x+y,unsharded]"
  %0 = dtensor.local_map (%a : tensor<8x4xf32>) in [#dtensor.layout<@mesh, [x, unsharded]>] out [#dtensor.layout<@mesh, [x, unsharded]>] manual ["x"] {
  ^bb0(%c: tensor<4x4xf32>):
    %d = math.tanh %c : tensor<4x4xf32>
    dtensor.local_yield %d : tensor<4x4xf32>
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// A map in a map: the inner one is local along both, and left as it is.
dtensor.mesh @mesh <x=2, y=2>
// LOCAL-LABEL: func @nested
func.func @nested(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = dtensor.local_map (%a : tensor<8x4xf32>) in [#dtensor.layout<@mesh, [x, unsharded]>] out [#dtensor.layout<@mesh, [x, unsharded]>] manual ["x"] {
  ^bb0(%c: tensor<4x4xf32>):
    %1 = dtensor.local_map (%c : tensor<4x4xf32>) in [#dtensor.layout<@mesh, [unsharded, y]>] out [#dtensor.layout<@mesh, [unsharded, y]>] manual ["y"] {
    ^bb0(%d: tensor<4x2xf32>):
      // LOCAL: math.tanh %arg0 : tensor<4x2xf32>
      // LOCAL-NOT: dtensor.local_map
      %t = math.tanh %d : tensor<4x2xf32>
      dtensor.local_yield %t : tensor<4x2xf32>
    } -> tensor<4x4xf32>
    dtensor.local_yield %1 : tensor<4x4xf32>
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
