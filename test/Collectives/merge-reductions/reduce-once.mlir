// RUN: dtensor-opt %s -dtensor-merge-reductions -canonicalize -verify-roundtrip | FileCheck %s

// The sum of two reduced sums is the reduced sum of the two.

dtensor.mesh @mesh <x=2, y=2>
#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @added
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1
// CHECK: comm.all_reduce ins(%[[S]]
// CHECK-NOT: comm.all_reduce
// CHECK: return
func.func @added(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.subf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Maxima, sums along other dimensions, a product: each stays.
// CHECK-LABEL: func @others
// CHECK-COUNT-6: comm.all_reduce
func.func @others(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %3 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %4 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %5 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%3, %4 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %6 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %7 = comm.all_reduce ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %8 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%6, %7 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %2, %5, %8 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A sum that promises not to overflow as a whole promises nothing of parts.
// CHECK-LABEL: func @overflow
// CHECK-COUNT-2: comm.all_reduce
func.func @overflow(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %0 = comm.all_reduce ins(%a : tensor<4xi32>) outs(%e : tensor<4xi32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
  %1 = comm.all_reduce ins(%b : tensor<4xi32>) outs(%e : tensor<4xi32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%0, %1 : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%p: i32, %q: i32, %r: i32):
    %s = arith.addi %p, %q overflow<nsw> : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %2 : tensor<4xi32>
}

// Equal collectives are one in the pipeline, by CSE.
// RUN: dtensor-opt %s -cse | FileCheck %s --check-prefix=CSE
// CHECK-LABEL: func @equal
// CSE-LABEL: func @equal
// CSE: comm.all_reduce
// CSE-NOT: comm.all_reduce
// CSE: return
func.func @equal(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The reduced ones among several terms come together first.
// CHECK-LABEL: func @between
// CHECK: %[[P:.*]] = arith.addf %arg{{[12]}}, %arg{{[12]}} : tensor<4xf32>
// CHECK: %[[R:.*]] = comm.reduce_scatter ins(%[[P]]
// CHECK-NOT: comm.reduce_scatter
// CHECK: %[[S:.*]] = arith.addf %[[R]], %arg0
// CHECK: return %[[S]]
func.func @between(%x: tensor<2xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = comm.reduce_scatter ins(%a : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %1 = arith.addf %x, %0 : tensor<2xf32>
  %2 = comm.reduce_scatter ins(%b : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %3 = arith.addf %1, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}

// What is subtracted stays where it is.
// CHECK-LABEL: func @difference
// CHECK-COUNT-2: comm.reduce_scatter
// CHECK: return
func.func @difference(%x: tensor<2xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = comm.reduce_scatter ins(%a : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %1 = arith.subf %x, %0 : tensor<2xf32>
  %2 = comm.reduce_scatter ins(%b : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %3 = arith.addf %1, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}
