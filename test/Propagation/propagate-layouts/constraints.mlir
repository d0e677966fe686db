// RUN: dtensor-opt %s -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, y]>

// Open axes are filled, behind what is said; closed ones stay as they are.
// CHECK-LABEL: func @open
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: %arg2: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}
// CHECK-SAME: %arg3: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}
func.func @open(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any, unsharded]>},
    %c: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [unsharded, any]>},
    %d: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any, any]>}) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = arith.addf %0, %c : tensor<4x8xf32>
  %2 = arith.addf %1, %d : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// An open end goes on with what comes after its beginning, no other order.
// CHECK-LABEL: func @beginning
// CHECK-SAME: %arg1: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}
// CHECK-SAME: %arg2: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>}
func.func @beginning(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>},
    %b: tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x + any]>},
    %c: tensor<8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [y + any]>}) -> tensor<8xf32> {
  %0 = arith.addf %a, %b : tensor<8xf32>
  %1 = arith.addf %0, %c : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A mesh dimension that must stay off.
// CHECK-LABEL: func @replicated
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
func.func @replicated(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [any, any], replicated = [y]>}) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Lower numbers first: the columns are propagated before the rows come, and
// take the mesh dimension that both would like on %c.
// CHECK-LABEL: func @priority
// CHECK-SAME: %arg2: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}
func.func @priority(
    %a: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x, unsharded], priority = 1>},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [unsharded, x], priority = 0>},
    %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %c : tensor<4x8xf32>
  %1 = arith.addf %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// And the other way around.
// CHECK-LABEL: func @priority_swapped
// CHECK-SAME: %arg2: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
func.func @priority_swapped(
    %a: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x, unsharded], priority = 0>},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [unsharded, x], priority = 1>},
    %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %c : tensor<4x8xf32>
  %1 = arith.addf %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// In the middle of a function; afterwards the annotation is a layout.
// CHECK-LABEL: func @constrain
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK: dtensor.constrain %{{.*}} : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>
// CHECK: math.exp %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]{{[,}]}}
func.func @constrain(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.negf %a : tensor<4x8xf32>
  %1 = dtensor.constrain %0 : tensor<4x8xf32> to #dtensor.constraint<@mesh, [x + any, any]>
  %2 = math.exp %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Annotations are never overruled, however dear that is.
// CHECK-LABEL: func @annotated
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>})
// CHECK: dtensor.constrain %{{.*}} to #dtensor.layout<@mesh, [unsharded, unsharded]>
func.func @annotated(%a: tensor<4x8xf32> {dtensor.layout = #rows},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<4x8xf32> {dtensor.layout = #columns}) {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = dtensor.constrain %0 : tensor<4x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  %2 = arith.negf %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A relayout that was written down is one, and its operand may have more than
// its result.
// CHECK-LABEL: func @relayout
// CHECK: math.exp %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [x, y]>]{{[,}]}}
// CHECK: dtensor.relayout %{{.*}} : tensor<4x8xf32> to <@mesh, [unsharded, y]>
// CHECK: arith.negf %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, y]>]{{[,}]}}
func.func @relayout(%a: tensor<4x8xf32> {dtensor.layout = #rows}) -> tensor<4x8xf32> {
  %0 = math.exp %a : tensor<4x8xf32>
  %1 = dtensor.relayout %0 : tensor<4x8xf32> to #columns
  %2 = arith.negf %1 : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Each axis at its own time: when the rows of %a spread its columns are known,
// and keep their mesh dimension, but do not spread it yet.
// CHECK-LABEL: func @axis_priorities
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}
// CHECK-SAME: %arg2: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y, unsharded]>}
func.func @axis_priorities(
    %a: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x + any, y], priority = [0, 2]>},
    %b: tensor<4x8xf32> {dtensor.layout = #dtensor.constraint<@mesh, [x + y, unsharded], priority = 1>},
    %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.addf %a, %c : tensor<4x8xf32>
  %1 = arith.addf %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Values of a group share a layout, whatever is between them. Any number can
// name it.
// CHECK-LABEL: func @group
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK: dtensor.constrain %arg0 : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>{{$}}
// CHECK: dtensor.constrain %arg1 : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>{{$}}
func.func @group(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = dtensor.constrain %a : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> group -1
  %1 = dtensor.constrain %b : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> group -1
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Barriers let layouts pass one way.
// CHECK-LABEL: func @barriers
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}
// CHECK-SAME: %arg2: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK: dtensor.constrain %arg0 : tensor<4x8xf32> to #dtensor.layout<@mesh, [x, unsharded]>{{$}}
// CHECK: dtensor.constrain %arg0 : tensor<4x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>{{$}}
// CHECK: dtensor.constrain %arg0 : tensor<4x8xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>{{$}}
func.func @barriers(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>,
        tensor<4x8xf32> {dtensor.layout = #rows}, tensor<4x8xf32> {dtensor.layout = #rows}) {
  %0 = dtensor.constrain %a : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread forward
  %1 = dtensor.constrain %a : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread backward
  %2 = dtensor.constrain %a : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread none
  %3 = dtensor.constrain %b : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread forward
  %4 = dtensor.constrain %c : tensor<4x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread backward
  return %0, %1, %2, %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
