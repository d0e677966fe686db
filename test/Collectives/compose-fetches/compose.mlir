// RUN: dtensor-opt %s -dtensor-compose-fetches -canonicalize -verify-roundtrip | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#halo = affine_map<(d0, d1) -> (d0 + d1)>
dtensor.mesh @mesh <x=2>

// A halo of what is padded: 8 positions, one of padding before and after.
// CHECK-LABEL: func @pad_then_halo
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[V:.*]]: f32)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<6xf32>
// CHECK: %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%[[E]] : tensor<6xf32>)
// CHECK: comm.fetch ins(%[[A]] : tensor<4xf32>) outs(%[[F]] : tensor<6xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> of [8, 3]
// CHECK-NEXT: from <@mesh, [x]> of [8] at [0] step [1] count [8] to [1] step [1]
// CHECK-SAME: because "padding; window"
// CHECK-NOT: comm.fetch
func.func @pad_then_halo(%a: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%f : tensor<5xf32>)
      <@mesh, [x]> of [10] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [1] step [1]
      because "padding" -> tensor<5xf32>
  %d = tensor.empty() : tensor<6xf32>
  %1 = comm.fetch ins(%0 : tensor<5xf32>) outs(%d : tensor<6xf32>)
      <@mesh, [x, unsharded]> of [8, 3] by #halo
      from <@mesh, [x]> of [10] at [0] step [1] count [10] to [0] step [1]
      because "window" -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// The same into a part of what is filled, of a source that devices have whole.
// CHECK-LABEL: func @into_part_of_fill
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[V:.*]]: f32)
// CHECK: %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%{{.*}} : tensor<6xf32>)
// CHECK: comm.fetch ins(%[[A]] : tensor<4xf32>) outs(%[[F]] : tensor<6xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> of [6, 3]
// CHECK-NEXT: from <@mesh, [unsharded]> of [4] at [0] step [1] count [4] to [1] step [2]
// CHECK-NOT: comm.fetch
func.func @into_part_of_fill(%a: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %o = comm.shard_offset @mesh [x] of 8
  %p = tensor.extract_slice %f[%o] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%p : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [unsharded]> of [4] at [0] step [1] count [4] to [1] step [2]
      -> tensor<4xf32>
  %d = tensor.empty() : tensor<6xf32>
  %1 = comm.fetch ins(%0 : tensor<4xf32>) outs(%d : tensor<6xf32>)
      <@mesh, [x, unsharded]> of [6, 3] by #halo
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [1]
      -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Two slices that are joined the other way round.
// CHECK-LABEL: func @roll
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
// CHECK: comm.fetch ins(%[[A]], %[[A]] : tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: from <@mesh, [x]> of [8] at [2] step [1] count [6] to [0] step [1]
// CHECK-NEXT: from <@mesh, [x]> of [8] at [0] step [1] count [2] to [6] step [1]
// CHECK-NOT: comm.fetch
func.func @roll(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e0 = tensor.empty() : tensor<3xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%e0 : tensor<3xf32>)
      <@mesh, [x]> of [6] by #id
      from <@mesh, [x]> of [8] at [2] step [1] count [6] to [0] step [1]
      -> tensor<3xf32>
  %e1 = tensor.empty() : tensor<1xf32>
  %1 = comm.fetch ins(%a : tensor<4xf32>) outs(%e1 : tensor<1xf32>)
      <@mesh, [x]> of [2] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [2] to [0] step [1]
      -> tensor<1xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %2 = comm.fetch ins(%0, %1 : tensor<3xf32>, tensor<1xf32>) outs(%e2 : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [6] at [0] step [1] count [6] to [0] step [1]
      from <@mesh, [x]> of [2] at [0] step [1] count [2] to [6] step [1]
      -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What the inner fetch leaves as it was would be lost.
// CHECK-LABEL: func @into_other_values
// CHECK-COUNT-2: comm.fetch
func.func @into_other_values(%a: tensor<4xf32>, %d: tensor<5xf32>) -> tensor<5xf32> {
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%d : tensor<5xf32>)
      <@mesh, [x]> of [10] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [1] step [1]
      -> tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %1 = comm.fetch ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>)
      <@mesh, [x]> of [10] by #id
      from <@mesh, [x]> of [10] at [9] step [-1] count [10] to [0] step [1]
      -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// A value that is used elsewhere is fetched in any case.
// CHECK-LABEL: func @other_users
// CHECK-COUNT-2: comm.fetch
func.func @other_users(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [7] step [-1] count [8] to [0] step [1]
      -> tensor<4xf32>
  %1 = comm.fetch ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [1] step [1] count [7] to [0] step [1]
      -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What each device pads by itself need not be moved with its padding.
// CHECK-LABEL: func @local_padding
// CHECK-SAME: (%[[A:.*]]: tensor<4x2xf32>)
// CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<6x4xf32>
// CHECK: comm.fetch ins(%[[A]] : tensor<4x2xf32>) outs(%[[F]] : tensor<6x4xf32>)
// CHECK: from <@mesh, [unsharded, x]> of [4, 4] at [0, 0] step [1, 1] count [4, 4] to [1, 0] step [1, 1]
func.func @local_padding(%a: tensor<4x2xf32>) -> tensor<6x4xf32> {
  %v = arith.constant 1.0 : f32
  %p = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x2xf32> to tensor<6x2xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = comm.fetch ins(%p : tensor<6x2xf32>) outs(%e : tensor<6x4xf32>)
      <@mesh, [unsharded, unsharded]> of [6, 4] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [unsharded, x]> of [6, 4] at [0, 0] step [1, 1] count [6, 4] to [0, 0] step [1, 1]
      -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// A padded axis that is sharded has its padding on some devices only.
// CHECK-LABEL: func @padded_shards
// CHECK: tensor.pad
// CHECK: comm.fetch
func.func @padded_shards(%a: tensor<2x4xf32>) -> tensor<6x4xf32> {
  %v = arith.constant 1.0 : f32
  %p = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<2x4xf32> to tensor<3x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = comm.fetch ins(%p : tensor<3x4xf32>) outs(%e : tensor<6x4xf32>)
      <@mesh, [unsharded, unsharded]> of [6, 4] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [6, 4] at [0, 0] step [1, 1] count [6, 4] to [0, 0] step [1, 1]
      -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
