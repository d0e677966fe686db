// RUN: dtensor-opt %s --dtensor-divide-replicated --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Both devices have the same rows. Each normalizes half of them, and keeps what
// the other op reads: the sums are not gathered.

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @normalize
// CHECK: %[[O:.*]] = comm.shard_offset @mesh [x] of 512
// CHECK: %[[A:.*]] = tensor.extract_slice %arg0[%[[O]], 0] [256, 1024] [1, 1]
// CHECK: %[[Z:.*]] = linalg.fill {{.*}} -> tensor<256xf32>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<256x1024xf32>) outs(%[[Z]] : tensor<256xf32>)
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[S]], %arg1 : tensor<256x1024xf32>, tensor<256xf32>, tensor<1024xf32>)
// CHECK: comm.all_gather ins(%[[P]] : tensor<256x1024xf32>) {{.*}} <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [512, 1024] because "the devices have divided work on replicated values"
// CHECK-NOT: comm.all_gather
func.func @normalize(%a: tensor<512x1024xf32>, %scale: tensor<1024xf32>) -> tensor<512x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1024xf32>
  %v = tensor.empty() : tensor<512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%v : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<512x1024xf32>) outs(%f : tensor<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<512xf32>
  %n = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum, %scale : tensor<512x1024xf32>, tensor<512xf32>, tensor<1024xf32>) outs(%e : tensor<512x1024xf32>) {
  ^bb0(%in: f32, %s: f32, %c: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<512x1024xf32>
  return %n : tensor<512x1024xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

dtensor.mesh @mesh <x=2>

// Positions are those of the whole. The release is gone, so that the sum can
// become one of the parts.
// CHECK-LABEL: func @positions
// CHECK: %[[R:.*]] = comm.all_reduce
// CHECK: tensor.extract_slice %[[R]][%{{.*}}, 0] [256, 1024] [1, 1]
// CHECK: %[[O:.*]] = comm.shard_offset @mesh [x] of 512
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: affine.apply {{.*}}[%[[I]], %[[O]]]
// CHECK: comm.all_gather
// CHECK-NOT: comm.release
func.func @positions(%a: tensor<512x1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x]>>}) -> tensor<512x1024xf32> {
  %e = tensor.empty() : tensor<512x1024xf32>
  %r = comm.all_reduce ins(%a : tensor<512x1024xf32>) outs(%e : tensor<512x1024xf32>)
      <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [512, 1024] -> tensor<512x1024xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<512x1024xf32>) outs(%e : tensor<512x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<512x1024xf32>
  comm.release %r : tensor<512x1024xf32>
  return %n : tensor<512x1024xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Three devices do not divide the first axis equally, so they divide the second
// one. The sums of columns keep it; a transposition does so too, along its
// first axis.

dtensor.mesh @mesh <x=3>

// CHECK-LABEL: func @second_axis
// CHECK: tensor.extract_slice %arg0[0, %{{.*}}] [512, 512] [1, 1]
// CHECK: %[[E:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<512x512xf32>)
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[E]] : tensor<512x512xf32>) outs(%{{.*}} : tensor<512xf32>)
// CHECK: %[[GS:.*]] = comm.all_gather ins(%[[S]] : {{.*}} <@mesh, [x]> to <@mesh, [unsharded]> of [1536]
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[E]] : tensor<512x512xf32>) outs(%{{.*}} : tensor<512x512xf32>)
// CHECK: %[[GT:.*]] = comm.all_gather ins(%[[T]] : {{.*}} <@mesh, [x, unsharded]> {{.*}} of [1536, 512]
// CHECK: return %[[GS]], %[[GT]]
func.func @second_axis(%a: tensor<512x1536xf32>) -> (tensor<1536xf32>, tensor<1536x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1536xf32>
  %t = tensor.empty() : tensor<1536x512xf32>
  %v = tensor.empty() : tensor<1536xf32>
  %f = linalg.fill ins(%zero : f32) outs(%v : tensor<1536xf32>) -> tensor<1536xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<512x1536xf32>) outs(%e : tensor<512x1536xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<512x1536xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%n : tensor<512x1536xf32>) outs(%f : tensor<1536xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1536xf32>
  %turned = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<512x1536xf32>) outs(%t : tensor<1536x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<1536x512xf32>
  return %sum, %turned : tensor<1536xf32>, tensor<1536x512xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// What stays: shards, small values, copies, ops in a loop, which a device may
// not reach, and ops that have no result.

dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @kept
// CHECK-NOT: comm.all_gather
// CHECK: comm.release
func.func @kept(%shard: tensor<512x1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %small: tensor<64x64xf32>, %a: tensor<512x1024xf32>, %n: index)
    -> (tensor<512x1024xf32>, tensor<64x64xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>) {
  %e = tensor.empty() : tensor<512x1024xf32>
  %se = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.exp ins(%shard : tensor<512x1024xf32>) outs(%e : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %1 = linalg.exp ins(%small : tensor<64x64xf32>) outs(%se : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.copy ins(%a : tensor<512x1024xf32>) outs(%e : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<512x1024xf32> {
    %4 = linalg.exp ins(%x : tensor<512x1024xf32>) outs(%e : tensor<512x1024xf32>) -> tensor<512x1024xf32>
    scf.yield %4 : tensor<512x1024xf32>
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<512x1024xf32>) {
  ^bb0(%in: f32):
    %zero = arith.constant 0.0 : f32
    %5 = arith.cmpf oge, %in, %zero : f32
    cf.assert %5, "negative"
    linalg.yield
  }
  comm.release %0 : tensor<512x1024xf32>
  return %0, %1, %2, %3 : tensor<512x1024xf32>, tensor<64x64xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>
}
