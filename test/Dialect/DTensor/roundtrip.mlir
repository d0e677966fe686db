// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

// CHECK: dtensor.mesh @mesh <x=2, y=4>
dtensor.mesh @mesh <x=2, y=4>
// CHECK: dtensor.mesh @cube <a=2, b=2, c=2>
dtensor.mesh @cube <a=2, b=2, c=2>

// CHECK-LABEL: func @layouts
// CHECK-SAME: #dtensor.layout<@mesh, [x, unsharded]>
// CHECK-SAME: #dtensor.layout<@mesh, [x + y]>
// CHECK-SAME: #dtensor.layout<@mesh, [unsharded], partial<sum, [x, y]>>
// CHECK-SAME: #dtensor.layout<@cube, [], partial<sum, [c]>, partial<avg, [a, b]>>
func.func @layouts(
    %a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %b: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x+y]>},
    %c: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [y, x]>>},
    %d: tensor<f32> {dtensor.layout = #dtensor.layout<@cube, [], partial<avg, [b]>, partial<sum, [c]>, partial<avg, [a]>>}) {
  return
}

// CHECK-LABEL: func @constraints
// CHECK-SAME: #dtensor.constraint<@cube, [a, any, b + any, unsharded], replicated = [c], priority = 1>
// CHECK-SAME: -> (tensor<4xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any]>})
func.func @constraints(
    %a: tensor<4x4x4x4xf32> {dtensor.layout = #dtensor.constraint<@cube, [a, any, b + any, unsharded], replicated = [c], priority = 1>},
    %b: tensor<4xf32>) -> (tensor<4xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any]>}) {
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func @ops
func.func @ops(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dtensor.constrain %{{.*}} : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>
  %0 = dtensor.constrain %a : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>
  // CHECK: dtensor.constrain %{{.*}} : tensor<4x8xf32> to #dtensor.constraint<@mesh, [x, any]>
  %1 = dtensor.constrain %0 : tensor<4x8xf32> to #dtensor.constraint<@mesh, [x, any]>
  // CHECK: dtensor.relayout %{{.*}} : tensor<4x8xf32> to <@mesh, [x, y]> because "operand 1 of linalg.matmul"
  %2 = dtensor.relayout %1 : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, y]> because "operand 1 of linalg.matmul"
  // CHECK: dtensor.relayout %{{.*}} : tensor<4x8xf32> to <@mesh, [unsharded, y]>
  %3 = dtensor.relayout %2 : tensor<4x8xf32> to <@mesh, [unsharded, y]>
  return %3 : tensor<4x8xf32>
}

// CHECK-LABEL: func @local_map
func.func @local_map(%a: tensor<8x4xf32>, %n: index) -> tensor<8x4xf32> {
  // CHECK: dtensor.local_map(%{{.*}}, %{{.*}} : tensor<8x4xf32>, index)
  // CHECK-SAME: in [#dtensor.layout<@mesh, [x, unsharded]>, unit]
  // CHECK-SAME: out [#dtensor.layout<@mesh, [x, unsharded]>] {
  // CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<4x4xf32>, %{{.*}}: index):
  // CHECK-NEXT: dtensor.local_yield %[[C]] : tensor<4x4xf32>
  // CHECK-NEXT: } -> tensor<8x4xf32>
  %0 = dtensor.local_map (%a, %n : tensor<8x4xf32>, index)
      in [#dtensor.layout<@mesh, [x, unsharded]>, unit]
      out [#dtensor.layout<@mesh, [x, unsharded]>] {
  ^bb0(%c: tensor<4x4xf32>, %m: index):
    dtensor.local_yield %c : tensor<4x4xf32>
  } -> tensor<8x4xf32>
  // CHECK: dtensor.local_map() in [] out [] {
  // CHECK-NEXT: }
  dtensor.local_map () in [] out [] {
  }
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func @listed
func.func @listed(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // CHECK: tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]}
  %e = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<4xf32>
  %0:2 = scf.for %i = %n to %n step %n iter_args(%b = %a, %j = %n) -> (tensor<4xf32>, index) {
    scf.yield %e, %n : tensor<4xf32>, index
  // CHECK: } {dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [x]>, unit], dtensor.layouts = [#dtensor.layout<@mesh, [x]>, unit]}
  } {dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [x]>, unit],
     dtensor.layouts = [#dtensor.layout<@mesh, [x]>, unit]}
  return %0#0 : tensor<4xf32>
}

// CHECK-LABEL: func @groups_and_spread
func.func @groups_and_spread(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.constraint<@cube, [a, b], priority = [0, 1]>}) {
  // CHECK: dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.constraint<@cube, [any, any]> group 3{{$}}
  %0 = dtensor.constrain %a : tensor<8x8xf32> to #dtensor.constraint<@cube, [any, any], priority = [0, 0]> group 3
  // CHECK: dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.constraint<@cube, [any, a], priority = 2> spread forward
  %1 = dtensor.constrain %a : tensor<8x8xf32> to #dtensor.constraint<@cube, [any, a], priority = [2, 2]> spread forward
  // CHECK: dtensor.constrain %arg0 : tensor<8x8xf32> to #dtensor.layout<@cube, [a, b]>{{$}}
  %2 = dtensor.constrain %a : tensor<8x8xf32> to #dtensor.layout<@cube, [a, b]> spread both
  return
}
