// RUN: dtensor-opt %s --dtensor-copy-loop-carried | FileCheck %s

// CHECK-LABEL: @new_value
// CHECK: scf.for {{.*}} iter_args(%[[T:.+]] = %{{.+}})
// CHECK: %[[N:.+]] = linalg.exp
// CHECK: %[[M:.+]] = bufferization.materialize_in_destination %[[N]] in %[[T]]
// CHECK: scf.yield %[[M]]
func.func @new_value(%a: tensor<4xf32>, %lb: index, %ub: index, %s: index) -> tensor<4xf32> {
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// What is written into the carried tensor is in its buffer already.
// CHECK-LABEL: @in_place
// CHECK-NOT: materialize_in_destination
func.func @in_place(%a: tensor<4xf32>, %x: f32, %lb: index, %ub: index, %s: index) -> tensor<4xf32> {
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<4xf32> {
    %n = tensor.insert %x into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Two carried tensors change places: of the one that is overwritten first there
// is a copy.
// CHECK-LABEL: @swap
// CHECK: scf.for {{.*}} iter_args(%[[S:.+]] = %{{.+}}, %[[T:.+]] = %{{.+}})
// CHECK: %[[C:.+]] = bufferization.alloc_tensor() copy(%[[S]])
// CHECK: bufferization.materialize_in_destination %[[T]] in %[[S]]
// CHECK: bufferization.materialize_in_destination %[[C]] in %[[T]]
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %lb: index, %ub: index, %s: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.for %i = %lb to %ub step %s iter_args(%u = %a, %v = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %v, %u : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// What the second region gets and what it hands back differ: a tensor that
// only it gets has a buffer that it hands back, and one that it does not get is
// handed through. Both are at the same place in both regions.
// CHECK-LABEL: @while_different
// CHECK: %[[E:.+]] = tensor.empty() : tensor<2x2xf32>
// CHECK: %[[R:.+]]:3 = scf.while (%[[T:.+]] = %{{.+}}, %[[I:.+]] = %{{.+}}, %[[X:.+]] = %[[E]])
// CHECK-SAME: : (tensor<4xf32>, index, tensor<2x2xf32>) -> (tensor<4xf32>, index, tensor<2x2xf32>)
// CHECK: %[[S:.+]] = tensor.expand_shape
// CHECK: %[[M:.+]] = bufferization.materialize_in_destination %[[S]] in %[[X]]
// CHECK: scf.condition({{.+}}) %[[T]], %[[I]], %[[M]]
// CHECK: ^bb0(%[[U:.+]]: tensor<4xf32>, %{{.+}}: index, %[[Y:.+]]: tensor<2x2xf32>):
// CHECK: %[[F:.+]] = tensor.collapse_shape
// CHECK: %[[N:.+]] = bufferization.materialize_in_destination %[[F]] in %[[U]]
// CHECK: scf.yield %[[N]], %{{.+}}, %[[Y]]
// CHECK: return %[[R]]#2
func.func @while_different(%a: tensor<4xf32>, %n: index) -> tensor<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%t = %a, %i = %c0) : (tensor<4xf32>, index) -> (index, tensor<2x2xf32>) {
    %go = arith.cmpi slt, %i, %n : index
    %x = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    scf.condition(%go) %i, %x : index, tensor<2x2xf32>
  } do {
  ^bb0(%i: index, %x: tensor<2x2xf32>):
    %y = arith.addf %x, %x : tensor<2x2xf32>
    %z = tensor.collapse_shape %y [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %z, %j : tensor<4xf32>, index
  }
  return %r#1 : tensor<2x2xf32>
}

// The same buffer serves, since the extents stay what they are.
// CHECK-LABEL: @dynamic
// CHECK-NOT: scf.if
// CHECK: bufferization.materialize_in_destination
func.func @dynamic(%a: tensor<?xf32>, %lb: index, %ub: index, %s: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<?xf32> {
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %e = tensor.empty(%d) : tensor<?xf32>
    %n = linalg.exp ins(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// It does not when they change.
// CHECK-LABEL: @growing
// CHECK: scf.for {{.*}} iter_args(%[[T:.+]] = %{{.+}})
// CHECK: %[[N:.+]] = tensor.concat
// CHECK: %[[DN:.+]] = tensor.dim %[[N]]
// CHECK: %[[DT:.+]] = tensor.dim %[[T]]
// CHECK: %[[SAME:.+]] = arith.cmpi eq, %[[DN]], %[[DT]]
// CHECK: scf.if %[[SAME]]
// CHECK: bufferization.materialize_in_destination %[[N]] in %[[T]]
// CHECK: else
// CHECK: bufferization.alloc_tensor() copy(%[[N]])
func.func @growing(%a: tensor<?xf32>, %lb: index, %ub: index, %s: index) -> tensor<?xf32> {
  %r = scf.for %i = %lb to %ub step %s iter_args(%t = %a) -> tensor<?xf32> {
    %n = tensor.concat dim(0) %t, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Regions that carry the same in another order.
// CHECK-LABEL: @while_reordered
// CHECK: scf.while (%[[I:.+]] = %{{.+}}, %[[T:.+]] = %{{.+}}) : (index, tensor<4xf32>) -> (index, tensor<4xf32>)
// CHECK-NOT: materialize_in_destination
// CHECK: scf.condition({{.+}}) %[[I]], %[[T]]
func.func @while_reordered(%a: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %t = %a) : (index, tensor<4xf32>) -> (tensor<4xf32>, index) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %t, %i : tensor<4xf32>, index
  } do {
  ^bb0(%t: tensor<4xf32>, %i: index):
    %y = tensor.insert %x into %t[%c1] : tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %y : index, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// One of two branches has written the buffer already: what comes out of them
// need not be there, so that it may be copied, not must be in place.
// CHECK-LABEL: @written_by_branch
// CHECK: ^bb0(%[[T:.+]]: tensor<4xf32>, %{{.+}}: index):
// CHECK: %[[V:.+]] = scf.if
// CHECK: bufferization.materialize_in_destination
// CHECK: else
// CHECK: linalg.copy ins(%[[V]] : tensor<4xf32>) outs(%[[T]] : tensor<4xf32>)
func.func @written_by_branch(%a: tensor<4xf32>, %n: index, %p: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%t = %a, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %t, %i : tensor<4xf32>, index
  } do {
  ^bb0(%t: tensor<4xf32>, %i: index):
    %v = scf.if %p -> tensor<4xf32> {
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%u = %t) -> tensor<4xf32> {
        %e = math.exp %u : tensor<4xf32>
        scf.yield %e : tensor<4xf32>
      }
      scf.yield %s : tensor<4xf32>
    } else {
      %e = math.exp %t : tensor<4xf32>
      scf.yield %e : tensor<4xf32>
    }
    %j = arith.addi %i, %c1 : index
    scf.yield %v, %j : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}
