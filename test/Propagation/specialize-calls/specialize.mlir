// RUN: dtensor-opt %s -dtensor-specialize-calls | FileCheck %s
// RUN: dtensor-opt %s -dtensor-specialize-calls -dtensor-merge-functions | FileCheck %s --check-prefix=MERGED
// RUN: dtensor-opt %s -dtensor-specialize-calls -dtensor-propagate-layouts -dtensor-merge-functions | FileCheck %s --check-prefix=LAYOUTS

dtensor.mesh @mesh <x=2>

// Two calls, two callees, and each has its own inner callee.
// CHECK-LABEL: func @main
// CHECK: call @outer(
// CHECK: call @outer_{{[0-9]+}}(
// CHECK: call @outer_{{[0-9]+}}(
// CHECK: func private @outer{{.*}}(
// CHECK-NEXT: call @inner[[A:[_0-9]*]](
// CHECK: func private @inner[[A]](
// CHECK: func private @outer{{.*}}(
// CHECK-NEXT: call @inner[[B:[_0-9]*]](
// CHECK: func private @inner[[B]](
// CHECK: func private @outer{{.*}}(
// CHECK-NEXT: call @inner[[C:[_0-9]*]](
// CHECK: func private @inner[[C]](

// Equal ones are one again, the outer ones after the inner ones.
// MERGED-LABEL: func @main
// MERGED-COUNT-3: call @[[OUTER:outer[_0-9]*]](
// MERGED-NOT: call
// MERGED-COUNT-1: func private @[[OUTER]](
// MERGED-NOT: func private @outer
// MERGED-COUNT-1: func private @inner
// MERGED-NOT: func private @inner
// MERGED: return

// Two layouts, two functions; the third call has the layout of the first.
// LAYOUTS-LABEL: func @main
// LAYOUTS: call @[[ROWS:outer[_0-9]*]](%{{.*}})
// LAYOUTS: call @[[COLUMNS:outer[_0-9]*]](%{{.*}})
// LAYOUTS: call @[[ROWS]](%{{.*}})
// LAYOUTS-DAG: func private @[[ROWS]](%{{.*}}: tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// LAYOUTS-DAG: func private @[[COLUMNS]](%{{.*}}: tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}
func.func @main(%a: tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %b: tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = call @outer(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @outer(%b) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = call @outer(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @outer(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @inner(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @inner(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = math.exp %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Recursion, and what handles no tensors, stays.
// CHECK-LABEL: func private @again
// CHECK: call @again(
// CHECK: call @scalar(
// CHECK: call @scalar(
// CHECK-COUNT-1: func private @scalar
func.func private @again(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %p -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %0 = func.call @again(%x, %m) : (tensor<4xf32>, index) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @scalars(%n: index) -> index {
  %0 = call @scalar(%n) : (index) -> index
  %1 = call @scalar(%0) : (index) -> index
  return %1 : index
}
func.func private @scalar(%n: index) -> index {
  return %n : index
}
