// RUN: dtensor-opt %s --dtensor-copy-outer-destinations | FileCheck %s

// Each turn replaces another column of %a, which the next turn needs.
// CHECK-LABEL: @outer
// CHECK-SAME: (%[[A:[^:]+]]: tensor<7x?xf32>
// CHECK: scf.for %[[I:.+]] = {{.*}} iter_args
// CHECK: %[[D:.+]] = tensor.dim %[[A]]
// CHECK: %[[E:.+]] = tensor.empty(%[[D]]) : tensor<7x?xf32>
// CHECK: %[[C:.+]] = linalg.copy ins(%[[A]] : tensor<7x?xf32>) outs(%[[E]] : tensor<7x?xf32>)
// CHECK: tensor.insert_slice %{{.+}} into %[[C]][0, %[[I]]]
func.func @outer(%a: tensor<7x?xf32>, %b: tensor<7x?xf32>, %s: tensor<7xf32>, %n: index) -> tensor<7x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<7x?xf32> {
    %u = tensor.insert_slice %s into %a[0, %i] [7, 1] [1, 1] : tensor<7xf32> into tensor<7x?xf32>
    scf.yield %u : tensor<7x?xf32>
  }
  return %r : tensor<7x?xf32>
}

// A loop replaces slices of what it carries itself, and a branch has one turn.
// CHECK-LABEL: @carried
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @carried(%a: tensor<7xf32>, %s: tensor<1xf32>, %n: index, %p: i1) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<7xf32> {
    %b = scf.if %p -> tensor<7xf32> {
      %u = tensor.insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<7xf32>
      scf.yield %u : tensor<7xf32>
    } else {
      scf.yield %t : tensor<7xf32>
    }
    scf.yield %b : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// The inner loop needs what the outer one carries.
// CHECK-LABEL: @nested
// CHECK: scf.for {{.*}} iter_args(%[[T:.+]] = %{{.+}})
// CHECK: scf.while
// CHECK: } do {
// CHECK: linalg.copy ins(%[[T]] :
func.func @nested(%a: tensor<7xf32>, %s: tensor<1xf32>, %n: index, %p: i1) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<7xf32> {
    %w = scf.while (%v = %t) : (tensor<7xf32>) -> tensor<7xf32> {
      scf.condition(%p) %v : tensor<7xf32>
    } do {
    ^bb0(%v: tensor<7xf32>):
      %u = tensor.insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<7xf32>
      scf.yield %u : tensor<7xf32>
    }
    scf.yield %w : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// Nobody needs what an empty tensor holds.
// CHECK-LABEL: @empty
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @empty(%s: tensor<1xf32>, %b: tensor<7xf32>, %n: index) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.empty() : tensor<7xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<7xf32> {
    %u = tensor.insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<7xf32>
    scf.yield %u : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
