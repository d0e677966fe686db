// RUN: dtensor-opt %s -dtensor-fold-unit-sums -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=1>

// Each device has one addend.
// CHECK-LABEL: func @rows
// CHECK-NOT: linalg
// CHECK: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<1x4xf32> into tensor<4xf32>
// CHECK: comm.all_reduce ins(%[[A]] : tensor<4xf32>)
// CHECK-SAME: to <@mesh, [unsharded]> of [4] from_zero because "why"
func.func @rows(%a: tensor<1x4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<1x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %d = tensor.empty() : tensor<4xf32>
  %r = comm.all_reduce ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] because "why" -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An integer has one zero. The last axis, and extents that a device computes.
// CHECK-LABEL: func @integers
// CHECK: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<?x3x1xi32> into tensor<?x3xi32>
// CHECK: comm.reduce_scatter ins(%[[A]] : tensor<?x3xi32>)
// CHECK-NOT: from_zero
// CHECK: return
func.func @integers(%a: tensor<?x3x1xi32>, %n: index, %f: tensor<?x3xi32>) -> tensor<?x3xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty(%n) : tensor<?x3xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<?x3xi32>) -> tensor<?x3xi32>
  %s = linalg.reduce { arith.addi } ins(%a : tensor<?x3x1xi32>) outs(%i : tensor<?x3xi32>) dimensions = [2]
  %r = comm.reduce_scatter ins(%s : tensor<?x3xi32>) outs(%f : tensor<?x3xi32>)
      <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [x, unsharded]> of [5, 3] -> tensor<?x3xi32>
  return %r : tensor<?x3xi32>
}

// The sum of all axes.
// CHECK-LABEL: func @all
// CHECK: tensor.collapse_shape %arg0 [] : tensor<1x1xf32> into tensor<f32>
// CHECK: comm.all_reduce {{.*}} from_zero
func.func @all(%a: tensor<1x1xf32>) -> tensor<f32> {
  %f = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<1x1xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  %d = tensor.empty() : tensor<f32>
  %r = comm.all_reduce ins(%s : tensor<f32>) outs(%d : tensor<f32>)
      <@mesh, [], partial<sum, [x]>> to <@mesh, []> of [] -> tensor<f32>
  return %r : tensor<f32>
}

// Two addends; another sum to begin with; -0, after which a sum of negative
// zeros is -0; another use of the sum.
// CHECK-LABEL: func @kept
// CHECK-NOT: collapse_shape
// CHECK-NOT: from_zero
// CHECK: return
func.func @kept(%a: tensor<2x4xf32>, %b: tensor<1x4xf32>, %c: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %d = tensor.empty() : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %nz = arith.constant dense<-0.0> : tensor<4xf32>
  %s0 = linalg.reduce { arith.addf } ins(%a : tensor<2x4xf32>) outs(%z : tensor<4xf32>) dimensions = [0]
  %r0 = comm.all_reduce ins(%s0 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s1 = linalg.reduce { arith.addf } ins(%b : tensor<1x4xf32>) outs(%c : tensor<4xf32>) dimensions = [0]
  %r1 = comm.all_reduce ins(%s1 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s2 = linalg.reduce { arith.addf } ins(%b : tensor<1x4xf32>) outs(%nz : tensor<4xf32>) dimensions = [0]
  %r2 = comm.all_reduce ins(%s2 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s3 = linalg.reduce { arith.addf } ins(%b : tensor<1x4xf32>) outs(%z : tensor<4xf32>) dimensions = [0]
  %r3 = comm.all_reduce ins(%s3 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %r0, %r1, %r2, %r3, %s3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Other bodies; other combinations of the devices; nothing to combine, so the
// collective adds nothing.
// CHECK-LABEL: func @others
// CHECK-NOT: collapse_shape
// CHECK-NOT: from_zero
// CHECK: return
func.func @others(%a: tensor<1x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %d = tensor.empty() : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s0 = linalg.reduce ins(%a : tensor<1x4xf32>) outs(%z : tensor<4xf32>) dimensions = [0]
    (%in: f32, %acc: f32) {
      %e = math.exp %in : f32
      %t = arith.addf %e, %acc : f32
      linalg.yield %t : f32
    }
  %r0 = comm.all_reduce ins(%s0 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s1 = linalg.reduce { arith.addf } ins(%a : tensor<1x4xf32>) outs(%z : tensor<4xf32>) dimensions = [0]
  %r1 = comm.all_reduce ins(%s1 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s2 = linalg.reduce { arith.addf } ins(%a : tensor<1x4xf32>) outs(%z : tensor<4xf32>) dimensions = [0]
  %r2 = comm.all_reduce ins(%s2 : tensor<4xf32>) outs(%d : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %r0, %r1, %r2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
