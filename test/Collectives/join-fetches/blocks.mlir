// RUN: dtensor-opt %s -dtensor-join-fetches -verify-roundtrip | FileCheck %s

// Blocks of 4x4, on a grid of devices.

#id = affine_map<(d0, d1) -> (d0, d1)>
dtensor.mesh @mesh <x=2, y=2>

// The rows above and below, and the columns before and behind. Nobody reads the
// corners of a box that contains all four, and devices would receive them.
// CHECK-LABEL: func @without_corners
// CHECK: comm.fetch {{.*}} outs(%{{.*}} : tensor<6x4xf32>)
// CHECK: comm.fetch {{.*}} outs(%{{.*}} : tensor<4x6xf32>)
// CHECK-NOT: comm.fetch
func.func @without_corners(%a: tensor<4x4xf32>, %v: f32)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %above = comm.fetch ins(%a : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [7, 8] to [1, 0] step [1, 1]
      -> tensor<4x4xf32>
  %before = comm.fetch ins(%a : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [8, 7] to [0, 1] step [1, 1]
      -> tensor<4x4xf32>
  %below = comm.fetch ins(%a : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [1, 0] step [1, 1] count [7, 8] to [0, 0] step [1, 1]
      -> tensor<4x4xf32>
  %behind = comm.fetch ins(%a : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 1] step [1, 1] count [8, 7] to [0, 0] step [1, 1]
      -> tensor<4x4xf32>
  return %above, %before, %below, %behind : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// The rows above, and the same shifted to both sides. The box has the corners,
// as do the rows of the neighbours that the shifts of the rows receive.
// CHECK-LABEL: func @chain
// CHECK-SAME: (%[[A:.*]]: tensor<4x4xf32>)
// CHECK: %[[BOX:.*]] = comm.fetch ins(%[[A]], {{.*}} outs(%{{.*}} : tensor<4x6xf32>)
// CHECK-NOT: comm.fetch
// CHECK: tensor.extract_slice %[[BOX]][0, 1] [4, 4] [1, 1]
// CHECK: tensor.extract_slice %[[BOX]][0, 0] [4, 4] [1, 1]
// CHECK: tensor.extract_slice %[[BOX]][0, 2] [4, 4] [1, 1]
func.func @chain(%a: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %above = comm.fetch ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [7, 0] step [1, 1] count [1, 8] to [0, 0] step [1, 1]
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [7, 8] to [1, 0] step [1, 1]
      -> tensor<4x4xf32>
  %before = comm.fetch ins(%above, %above : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 7] step [1, 1] count [8, 1] to [0, 0] step [1, 1]
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [8, 7] to [0, 1] step [1, 1]
      -> tensor<4x4xf32>
  %behind = comm.fetch ins(%above, %above : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 1] step [1, 1] count [8, 7] to [0, 0] step [1, 1]
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [8, 1] to [0, 7] step [1, 1]
      -> tensor<4x4xf32>
  return %above, %before, %behind : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Two shifts of a reversed tensor, which is no shift. They are joined with each
// other.
// CHECK-LABEL: func @after_another
// CHECK: %[[HALF:.*]] = comm.fetch {{.*}} outs(%{{.*}} : tensor<4x4xf32>)
// CHECK: comm.fetch ins(%[[HALF]] : {{.*}} outs(%{{.*}} : tensor<4x6xf32>)
// CHECK-NOT: comm.fetch
func.func @after_another(%a: tensor<8x4xf32>, %v: f32)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %half = comm.fetch ins(%a : tensor<8x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [16, 8] at [14, 0] step [-1, 1] count [8, 8] to [0, 0] step [1, 1]
      -> tensor<4x4xf32>
  %before = comm.fetch ins(%half : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 0] step [1, 1] count [8, 7] to [0, 1] step [1, 1]
      -> tensor<4x4xf32>
  %behind = comm.fetch ins(%half : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>)
      <@mesh, [x, y]> of [8, 8] by #id
      from <@mesh, [x, y]> of [8, 8] at [0, 1] step [1, 1] count [8, 7] to [0, 0] step [1, 1]
      -> tensor<4x4xf32>
  return %half, %before, %behind : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Columns are divided, so each device rotates its rows by itself. A column of the
// rotated tensor is one of the tensor with a further row.
// CHECK-LABEL: func @rotated_rows
// CHECK-SAME: (%[[A:.*]]: tensor<4x4xf32>)
// CHECK: %[[BOX:.*]] = comm.fetch ins(%[[A]], %[[A]], {{.*}} outs(%{{.*}} : tensor<5x4xf32>)
// CHECK-NOT: comm.fetch
// CHECK: tensor.extract_slice %[[BOX]][1, 0] [4, 4] [1, 1]
// CHECK: tensor.extract_slice %[[BOX]][0, 0] [4, 4] [1, 1]
func.func @rotated_rows(%a: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %last = tensor.extract_slice %a[3, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  %others = tensor.extract_slice %a[0, 0] [3, 4] [1, 1] : tensor<4x4xf32> to tensor<3x4xf32>
  %above = tensor.concat dim(0) %last, %others : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %0 = comm.fetch ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [unsharded, x]> of [4, 8] by #id
      from <@mesh, [unsharded, x]> of [4, 8] at [0, 7] step [1, 1] count [4, 1] to [0, 0] step [1, 1]
      from <@mesh, [unsharded, x]> of [4, 8] at [0, 0] step [1, 1] count [4, 7] to [0, 1] step [1, 1]
      -> tensor<4x4xf32>
  %1 = comm.fetch ins(%above, %above : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      <@mesh, [unsharded, x]> of [4, 8] by #id
      from <@mesh, [unsharded, x]> of [4, 8] at [0, 7] step [1, 1] count [4, 1] to [0, 0] step [1, 1]
      from <@mesh, [unsharded, x]> of [4, 8] at [0, 0] step [1, 1] count [4, 7] to [0, 1] step [1, 1]
      -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
