// RUN: dtensor-opt %s -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

dtensor.mesh @mesh <x=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#whole = #dtensor.layout<@mesh, [unsharded, unsharded]>

// A loop's initial value, argument, yielded value and result are laid out alike.
// CHECK-LABEL: func @for_forward
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// CHECK: math.exp %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]}
// CHECK: } {dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [x, unsharded]>], dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]}
// LOCAL-LABEL: func @for_forward
// LOCAL: scf.for {{.*}} -> (tensor<2x8xf32>) {
func.func @for_forward(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4x8xf32> {
    %1 = math.exp %b : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// From the result backward through the loop.
// CHECK-LABEL: func @for_backward
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
func.func @for_backward(%a: tensor<4x8xf32>, %n: index) -> (tensor<4x8xf32> {dtensor.layout = #rows}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4x8xf32> {
    %1 = math.exp %b : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// What is only sharded inside of the loop reaches the carried value.
// CHECK-LABEL: func @for_inside
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
func.func @for_inside(%a: tensor<4x8xf32>, %w: tensor<4x8xf32> {dtensor.layout = #rows}, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4x8xf32> {
    %1 = arith.addf %b, %w : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// A loop that starts from zeros costs nothing to start in any layout.
// CHECK-LABEL: func @for_zeros
// CHECK: linalg.fill {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]}
// LOCAL-LABEL: func @for_zeros
// LOCAL-NOT: comm.
// LOCAL: return %{{.*}} : tensor<2x8xf32>
func.func @for_zeros(%w: tensor<4x8xf32> {dtensor.layout = #rows}, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %z) -> tensor<4x8xf32> {
    %1 = arith.addf %b, %w : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// Two values that are swapped in each turn end up alike.
// CHECK-LABEL: func @for_swapped
// CHECK: dtensor.block_layouts = [unit, #dtensor.layout<@mesh, [x, unsharded]>, #dtensor.layout<@mesh, [x, unsharded]>]
func.func @for_swapped(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %c: tensor<4x8xf32>, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a, %d = %c) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    scf.yield %d, %b : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// CHECK-LABEL: func @if
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK: } {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]}
// LOCAL-LABEL: func @if
// LOCAL: scf.if %{{.*}} -> (tensor<2x8xf32>) {
func.func @if(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %b: tensor<4x8xf32>, %c: i1) -> tensor<4x8xf32> {
  %0 = scf.if %c -> tensor<4x8xf32> {
    %1 = math.exp %a : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  } else {
    scf.yield %b : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// The condition of a while loop steers all devices alike: what it is read from
// is gathered or reduced in every turn.
// CHECK-LABEL: func @while
// CHECK: dtensor.block_layouts = [#dtensor.layout<@mesh, [x]>, #dtensor.layout<@mesh, [x]>]
// LOCAL-LABEL: func @while
// LOCAL: scf.while (%[[A:.*]] = %{{.*}}) : (tensor<2xf32>) -> tensor<2xf32> {
// LOCAL: %[[P:.*]] = linalg.reduce {{.*}} ins(%[[A]] : tensor<2xf32>)
// LOCAL: %[[S:.*]] = comm.all_reduce ins(%[[P]] : tensor<f32>)
// LOCAL: %[[E:.*]] = tensor.extract %[[S]][]
// LOCAL: %[[C:.*]] = arith.cmpf olt, %[[E]]
// LOCAL: scf.condition(%[[C]]) %[[A]] : tensor<2xf32>
func.func @while(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 10.0 : f32
  %0 = scf.while (%b = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<f32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %s = linalg.reduce { arith.addf } ins(%b : tensor<4xf32>) outs(%z : tensor<f32>) dimensions = [0]
    %v = tensor.extract %s[] : tensor<f32>
    %c = arith.cmpf olt, %v, %limit : f32
    scf.condition(%c) %b : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    %1 = arith.addf %b, %b : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Both ways through a call; a function has one layout for all its callers.
// CHECK-LABEL: func private @callee
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// CHECK-LABEL: func @caller
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// LOCAL-LABEL: func @caller
// LOCAL: call @callee(%{{.*}}) : (tensor<2x8xf32>) -> tensor<2x8xf32>
func.func private @callee(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %a : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @caller(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = call @callee(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = call @callee(%b) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = arith.addf %0, %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Callers that differ get a callee of their own in the pipeline; propagation
// alone gives a function one layout.
// LOCAL-LABEL: func @other_caller
// LOCAL: call @[[OWN:callee_.*]](%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// LOCAL: func private @[[OWN]](%arg0: tensor<4x8xf32>
func.func @other_caller(%a: tensor<4x8xf32> {dtensor.layout = #whole}) -> tensor<4x8xf32> {
  %0 = call @callee(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
