// RUN: dtensor-opt %s -dtensor-hoist-collectives -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2>

// A gather of an argument, and a sum with what it is computed from; nothing
// else leaves the loop.
// CHECK-LABEL: func @invariant
// CHECK: %[[S:.*]] = math.sin %arg0
// CHECK: %[[R:.*]] = comm.all_reduce ins(%[[S]]
// CHECK: scf.for
// CHECK:   math.cos %arg0
// CHECK:   arith.addf %{{.*}}, %[[R]]
func.func @invariant(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %s = math.sin %a : tensor<4xf32>
    %k = math.cos %a : tensor<4xf32>
    %r = comm.all_reduce ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %1 = arith.addf %c, %r : tensor<4xf32>
    %2 = arith.addf %1, %k : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Out of two loops, and of the condition of a while.
// CHECK-LABEL: func @nested
// CHECK: comm.all_gather ins(%arg0
// CHECK: scf.while
// CHECK:   scf.for
// CHECK-NOT: comm.all_gather
// CHECK: return
func.func @nested(%a: tensor<2xf32>, %b: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.while (%w = %b) : (tensor<4xf32>) -> tensor<4xf32> {
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %w) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %g = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
          <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
      %2 = arith.addf %c, %g : tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    }
    %3 = tensor.extract %1[%c0] : tensor<4xf32>
    %4 = arith.cmpf olt, %3, %zero : f32
    scf.condition(%4) %1 : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    scf.yield %v : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// What changes stays; so does what only one branch does, and what may trap.
// CHECK-LABEL: func @variant
// CHECK-NOT: comm.
// CHECK: scf.for
// CHECK: comm.all_reduce
// CHECK: scf.if
// CHECK: comm.all_reduce
// CHECK: arith.divsi
// CHECK: comm.all_reduce
func.func @variant(%a: tensor<4xi32>, %b: tensor<4xi32>, %p: i1, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<4xi32> {
    %e = tensor.empty() : tensor<4xi32>
    %r = comm.all_reduce ins(%c : tensor<4xi32>) outs(%e : tensor<4xi32>)
        <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
    %1 = scf.if %p -> tensor<4xi32> {
      %s = comm.all_reduce ins(%a : tensor<4xi32>) outs(%e : tensor<4xi32>)
          <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
      scf.yield %s : tensor<4xi32>
    } else {
      scf.yield %r : tensor<4xi32>
    }
    %q = arith.divsi %a, %b : tensor<4xi32>
    %t = comm.all_reduce ins(%q : tensor<4xi32>) outs(%e : tensor<4xi32>)
        <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
    %2 = arith.addi %1, %t : tensor<4xi32>
    scf.yield %2 : tensor<4xi32>
  }
  return %0 : tensor<4xi32>
}

// What each turn fetches of the same place is fetched once.
// CHECK-LABEL: func @fetched
// CHECK: comm.fetch
// CHECK: scf.for
// CHECK-NOT: comm.fetch
// CHECK: return
func.func @fetched(%a: tensor<4xi32>, %s: tensor<1xi32>, %n: index) -> tensor<1xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %s) -> tensor<1xi32> {
    %e = tensor.empty() : tensor<1xi32>
    %f = comm.fetch ins(%a : tensor<4xi32>) outs(%e : tensor<1xi32>)
        <@mesh, []> of [] by affine_map<() -> (0)>
        from <@mesh, [x]> of [8] at [5] step [1] count [1] to [0] step [1] -> tensor<1xi32>
    %1 = arith.addi %c, %f : tensor<1xi32>
    scf.yield %1 : tensor<1xi32>
  }
  return %0 : tensor<1xi32>
}
