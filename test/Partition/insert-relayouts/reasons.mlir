// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -verify-roundtrip | FileCheck %s

// Every change of layout says who needed it.

dtensor.mesh @mesh <x=2, y=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
#whole = #dtensor.layout<@mesh, [unsharded, unsharded]>

// CHECK-LABEL: func @operand
// CHECK: %[[R:.*]] = dtensor.relayout %arg1 : tensor<8x8xf32> to <@mesh, [x, unsharded]>
// CHECK-SAME: because "arith.addf needs operand 1 (%{{.*}}) in layout [x,unsharded], but the annotation of %{{.*}} shards its axis 1 on x"
// CHECK: arith.addf %arg0, %[[R]]
func.func @operand(%a: tensor<8x8xf32> {dtensor.layout = #rows}, %b: tensor<8x8xf32> {dtensor.layout = #columns})
    -> tensor<8x8xf32> {
  %0 = arith.addf %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The op is said to make what it makes; its users get what they expect.
// CHECK-LABEL: func @contraction
// CHECK: %[[S:.*]] = linalg.reduce
// CHECK-SAME: {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded], partial<sum, [x, y]>>]}
// CHECK: %[[R:.*]] = dtensor.relayout %[[S]] : tensor<8xf32> to <@mesh, [unsharded]>
// CHECK-SAME: because "linalg.reduce contracts axis 1 of %{{.*}}, which the annotation of %{{.*}} shards on x and on y; its result must be replicated"
// CHECK: return %[[R]]
func.func @contraction(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x + y]>})
    -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x8xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @result
// CHECK: dtensor.relayout %{{.*}} to <@mesh, [unsharded, unsharded]> because "result 0 of the function (the result of math.exp) must be replicated"
func.func @result(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> (tensor<8x8xf32> {dtensor.layout = #whole}) {
  %0 = math.exp %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @annotation
// CHECK: %[[R:.*]] = dtensor.relayout %{{.*}} to <@mesh, [unsharded, unsharded]> because "the constraint on %{{.*}} wants it replicated"
// CHECK: dtensor.constrain %[[R]]
func.func @annotation(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> tensor<8x8xf32> {
  %0 = dtensor.constrain %a : tensor<8x8xf32> to #whole
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @handed_on
// CHECK: dtensor.relayout %arg1 : {{.*}} because "scf.if must yield %arg1 in layout [x,unsharded]"
func.func @handed_on(%a: tensor<8x8xf32> {dtensor.layout = #rows}, %b: tensor<8x8xf32> {dtensor.layout = #columns}, %c: i1)
    -> (tensor<8x8xf32> {dtensor.layout = #rows}) {
  %0 = scf.if %c -> tensor<8x8xf32> {
    scf.yield %a : tensor<8x8xf32>
  } else {
    scf.yield %b : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @loop
// CHECK: dtensor.relayout %{{.*}} : {{.*}} because "scf.for must yield {{.*}} in layout [x,unsharded]"
// CHECK: scf.yield
func.func @loop(%a: tensor<8x8xf32> {dtensor.layout = #rows}, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<8x8xf32> {
    %1 = dtensor.constrain %c : tensor<8x8xf32> to #columns
    scf.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @call
// CHECK: dtensor.relayout %arg0 : {{.*}} because "func.call needs operand 0 (%{{.*}}) in layout [unsharded,x]"
func.func @call(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> tensor<8x8xf32> {
  %0 = call @callee(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @callee(%a: tensor<8x8xf32> {dtensor.layout = #columns}) -> tensor<8x8xf32> {
  return %a : tensor<8x8xf32>
}

// CHECK-LABEL: func @component
// CHECK: %[[R:.*]] = dtensor.relayout %arg0 : {{.*}} because "dtensor.local_map needs operand 0 (%{{.*}}) in layout [x,unsharded]"
// CHECK: dtensor.local_map(%[[R]]
func.func @component(%a: tensor<8x8xf32> {dtensor.layout = #columns}) -> tensor<8x8xf32> {
  %0 = dtensor.local_map (%a : tensor<8x8xf32>) in [#rows] out [#rows] {
  ^bb0(%c: tensor<4x8xf32>):
    dtensor.local_yield %c : tensor<4x8xf32>
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Any position of a captured tensor may be read.
// CHECK-LABEL: func @captured
// CHECK: %[[R:.*]] = dtensor.relayout %arg0 : {{.*}} because "tensor.extract needs operand 0 (%{{.*}}) replicated"
// CHECK: tensor.extract %[[R]]
func.func @captured(%t: tensor<8x8xf32> {dtensor.layout = #rows}, %i: tensor<6xindex>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.map ins(%i : tensor<6xindex>) outs(%e : tensor<6xf32>) (%p: index, %q: f32) {
    %v = tensor.extract %t[%p, %p] : tensor<8x8xf32>
    linalg.yield %v : f32
  }
  return %0 : tensor<6xf32>
}

// A relayout that the user wrote stays one, without a reason.
// CHECK-LABEL: func @written
// CHECK: dtensor.relayout %arg0 : tensor<8x8xf32> to <@mesh, [unsharded, x]>{{$}}
// CHECK-NOT: dtensor.relayout
// CHECK: return
func.func @written(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> tensor<8x8xf32> {
  %0 = dtensor.relayout %a : tensor<8x8xf32> to #columns
  return %0 : tensor<8x8xf32>
}
