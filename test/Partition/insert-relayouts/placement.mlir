// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -verify-roundtrip | FileCheck %s

// Where relayouts stand, and how many there are.

dtensor.mesh @mesh <x=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
#whole = #dtensor.layout<@mesh, [unsharded, unsharded]>

// Equal relayouts of a value are one, whoever needs them.
// CHECK-LABEL: func @shared
// CHECK: %[[R:.*]] = dtensor.relayout %arg0
// CHECK-NOT: dtensor.relayout
// CHECK: return %[[R]], %[[R]], %arg0
func.func @shared(%a: tensor<8x8xf32> {dtensor.layout = #rows})
    -> (tensor<8x8xf32> {dtensor.layout = #whole}, tensor<8x8xf32> {dtensor.layout = #whole}, tensor<8x8xf32>) {
  return %a, %a, %a : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// Different ones are not made one of the other.
// CHECK-LABEL: func @different
// CHECK-DAG: dtensor.relayout %arg0 : tensor<8x8xf32> to <@mesh, [unsharded, x]>
// CHECK-DAG: dtensor.relayout %arg0 : tensor<8x8xf32> to <@mesh, [unsharded, unsharded]>
// CHECK: return
func.func @different(%a: tensor<8x8xf32> {dtensor.layout = #rows})
    -> (tensor<8x8xf32> {dtensor.layout = #whole}, tensor<8x8xf32> {dtensor.layout = #columns}) {
  return %a, %a : tensor<8x8xf32>, tensor<8x8xf32>
}

// What a loop does not change is brought into its layout before the loop.
// CHECK-LABEL: func @hoisted
// CHECK: %[[R:.*]] = dtensor.relayout %arg1
// CHECK: scf.for
// CHECK-NOT: dtensor.relayout
// CHECK: arith.addf %{{.*}}, %[[R]]
func.func @hoisted(%a: tensor<8x8xf32> {dtensor.layout = #rows}, %b: tensor<8x8xf32> {dtensor.layout = #columns}, %n: index)
    -> (tensor<8x8xf32> {dtensor.layout = #rows}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<8x8xf32> {
    %1 = arith.addf %c, %b : tensor<8x8xf32>
    scf.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// What it does change is relaid in every turn.
// CHECK-LABEL: func @in_the_loop
// CHECK: scf.for
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK: dtensor.relayout %[[M]]
// CHECK: scf.yield
func.func @in_the_loop(%a: tensor<8x8xf32> {dtensor.layout = #columns}, %b: tensor<8x8xf32> {dtensor.layout = #rows}, %n: index)
    -> (tensor<8x8xf32> {dtensor.layout = #columns}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<8x8xf32> {
    %e = tensor.empty() : tensor<8x8xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = linalg.matmul ins(%c, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// From a partial sum straight to the only layout that is needed.
// CHECK-LABEL: func @shortened
// CHECK: %[[S:.*]] = linalg.reduce
// CHECK: %[[R:.*]] = dtensor.relayout %[[S]] : tensor<8xf32> to <@mesh, [x]>
// CHECK-NOT: dtensor.relayout
// CHECK: return %[[R]]
func.func @shortened(%a: tensor<8x8xf32> {dtensor.layout = #columns})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x8xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %0 : tensor<8xf32>
}

// One value in two roles of one op.
// CHECK-LABEL: func @two_roles
// CHECK: %[[R:.*]] = dtensor.relayout %arg0
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[R]]
#i = affine_map<(i, j, k) -> (i, k)>
#j = affine_map<(i, j, k) -> (j, k)>
#o = affine_map<(i, j, k) -> (i, j)>
func.func @two_roles(%a: tensor<8x8xf32> {dtensor.layout = #rows}) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [#i, #j, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %r, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// An axis whose extent one type leaves open stays whole in the op.
// CHECK-LABEL: func @dynamic
// CHECK: %[[C:.*]] = tensor.cast %arg0 {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded]>]}
// CHECK: dtensor.relayout %[[C]] : tensor<4x8xf32> to <@mesh, [x, unsharded]>
func.func @dynamic(%a: tensor<?x8xf32>) -> (tensor<4x8xf32> {dtensor.layout = #rows}) {
  %0 = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
