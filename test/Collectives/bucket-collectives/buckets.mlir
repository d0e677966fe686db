// RUN: dtensor-opt %s -dtensor-bucket-collectives -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-bucket-collectives=max-bytes=24 | FileCheck %s --check-prefix=SMALL

dtensor.mesh @mesh <x=2, y=2>

// Sums of several shapes, one of them sharded along the other dimension in
// pieces of its own bucket; a reader of the first moves behind the second.
// CHECK-LABEL: func @sums
// CHECK-DAG: %[[A:.*]] = tensor.expand_shape %arg0 {{.*}} tensor<4xf32> into tensor<1x4xf32>
// CHECK: %[[I:.*]] = tensor.insert_slice %[[A]] into %{{.*}}[0, 0] [1, 4] [1, 1]
// CHECK: %[[J:.*]] = tensor.insert_slice %{{.*}} into %[[I]][0, 4] [1, 6] [1, 1]
// CHECK: %[[R:.*]] = comm.all_reduce ins(%[[J]] : tensor<1x10xf32>)
// CHECK-SAME: <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [1, 10] because "first; second"
// CHECK: tensor.extract_slice %[[R]][0, 0] [1, 4] [1, 1]
// CHECK: tensor.extract_slice %[[R]][0, 4] [1, 6] [1, 1]
// CHECK: math.sin
// CHECK-NOT: comm.all_reduce
// CHECK: return
// Two tensors of 16 and 24 bytes are no bucket of 24.
// SMALL-LABEL: func @sums
// SMALL-COUNT-2: comm.all_reduce
// SMALL: return
func.func @sums(%a: tensor<4xf32>, %b: tensor<3x2xf32>) -> (tensor<4xf32>, tensor<3x2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<3x2xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] because "first" -> tensor<4xf32>
  %s = math.sin %0 : tensor<4xf32>
  %1 = comm.all_reduce ins(%b : tensor<3x2xf32>) outs(%f : tensor<3x2xf32>)
      <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [3, 2] because "second" -> tensor<3x2xf32>
  return %s, %1 : tensor<4xf32>, tensor<3x2xf32>
}

// Pieces that are sharded along y, of rank 0 and 2.
// CHECK-LABEL: func @sharded
// CHECK: comm.all_reduce ins(%{{.*}} : tensor<1x6xf32>)
// CHECK-SAME: <@mesh, [unsharded, y], partial<sum, [x]>> to <@mesh, [unsharded, y]> of [1, 12]
// CHECK: comm.all_reduce ins(%{{.*}} : tensor<1x2xf32>)
// CHECK-SAME: <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [1, 2]
// CHECK-NOT: comm.all_reduce
// CHECK: return
func.func @sharded(%a: tensor<2xf32>, %b: tensor<2x2xf32>, %c: tensor<f32>, %d: tensor<f32>)
    -> (tensor<2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>) {
  %e = tensor.empty() : tensor<2xf32>
  %f = tensor.empty() : tensor<2x2xf32>
  %g = tensor.empty() : tensor<f32>
  %0 = comm.all_reduce ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [y], partial<sum, [x]>> to <@mesh, [y]> of [4] -> tensor<2xf32>
  %1 = comm.all_reduce ins(%b : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>)
      <@mesh, [unsharded, y], partial<sum, [x]>> to <@mesh, [unsharded, y]> of [2, 4] -> tensor<2x2xf32>
  %2 = comm.all_reduce ins(%c : tensor<f32>) outs(%g : tensor<f32>)
      <@mesh, [], partial<sum, [x]>> to <@mesh, []> of [] -> tensor<f32>
  %3 = comm.all_reduce ins(%d : tensor<f32>) outs(%g : tensor<f32>)
      <@mesh, [], partial<sum, [x]>> to <@mesh, []> of [] -> tensor<f32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>
}

// Gathers and reduce_scatters of the first axis.
// CHECK-LABEL: func @gathers
// CHECK: comm.all_gather ins(%{{.*}} : tensor<1x8xf32>) outs(%{{.*}} : tensor<2x8xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [2, 8]
// CHECK-NOT: comm.all_gather
// CHECK: comm.reduce_scatter ins(%{{.*}} : tensor<2x4xf32>) outs(%{{.*}} : tensor<1x4xf32>)
// CHECK-SAME: <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [x, unsharded]> of [2, 4]
// CHECK-NOT: comm.reduce_scatter
// CHECK: return
func.func @gathers(%a: tensor<2xf32>, %b: tensor<2x3xf32>, %c: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4x3xf32>, tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %g = tensor.empty() : tensor<2xf32>
  %0 = comm.all_gather ins(%a : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %1 = comm.all_gather ins(%b : tensor<2x3xf32>) outs(%f : tensor<4x3xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [4, 3] -> tensor<4x3xf32>
  %2 = comm.reduce_scatter ins(%c : tensor<4xf32>) outs(%g : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  %3 = comm.reduce_scatter ins(%0 : tensor<4xf32>) outs(%g : tensor<2xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [4] -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4x3xf32>, tensor<2xf32>, tensor<2xf32>
}

// The second needs the first; other dimensions; another combiner; another type;
// an axis that does not come first; uneven parts.
// CHECK-LABEL: func @apart
// CHECK-COUNT-5: comm.all_reduce
// CHECK-COUNT-3: comm.all_gather
// CHECK: return
func.func @apart(%a: tensor<4xf32>, %b: tensor<4xi32>, %c: tensor<3x2xf32>, %d: tensor<?xf32>, %g: tensor<2xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<3x4xf32>, tensor<5xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi32>
  %f = tensor.empty() : tensor<3x4xf32>
  %h = tensor.empty() : tensor<5xf32>
  %0 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %s = math.sin %0 : tensor<4xf32>
  %1 = comm.all_reduce ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %2 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<sum, [y]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %3 = comm.all_reduce ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %4 = comm.all_reduce ins(%b : tensor<4xi32>) outs(%ei : tensor<4xi32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [4] -> tensor<4xi32>
  %5 = comm.all_gather ins(%c : tensor<3x2xf32>) outs(%f : tensor<3x4xf32>)
      <@mesh, [unsharded, x]> to <@mesh, [unsharded, unsharded]> of [3, 4] -> tensor<3x4xf32>
  %6 = comm.all_gather ins(%d : tensor<?xf32>) outs(%h : tensor<5xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [5] -> tensor<5xf32>
  %7 = comm.all_gather ins(%g : tensor<2xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
  %8 = arith.addf %1, %2 : tensor<4xf32>
  return %8, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<3x4xf32>, tensor<5xf32>, tensor<4xf32>
}
