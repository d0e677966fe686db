// RUN: dtensor-opt %s -dtensor-join-fetches -verify-roundtrip | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
dtensor.mesh @mesh <x=2>

// The position before and the position behind, which are the filling at the
// borders.
// CHECK-LABEL: func @both_neighbours
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[V:.*]]: f32)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<6xf32>
// CHECK: %[[LOW:.*]] = tensor.extract_slice %[[E]][0] [1] [1]
// CHECK: %[[LOW_FILL:.*]] = linalg.fill ins(%[[V]] : f32) outs(%[[LOW]] : tensor<1xf32>)
// CHECK: %[[E1:.*]] = tensor.insert_slice %[[LOW_FILL]] into %[[E]][0] [1] [1]
// CHECK: tensor.extract_slice %[[E1]][5] [1] [1]
// CHECK: %[[E2:.*]] = tensor.insert_slice %{{.*}} into %[[E1]][5] [1] [1]
// CHECK: %[[BOX:.*]] = comm.fetch ins(%[[A]] : tensor<4xf32>) outs(%[[E2]] : tensor<6xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> of [8, 3]
// CHECK-NEXT: from <@mesh, [x]> of [8] at [0] step [1] count [8] to [1] step [1]
// CHECK-SAME: because "before"
// CHECK: %[[BEFORE:.*]] = tensor.extract_slice %[[BOX]][0] [4] [1]
// CHECK: %[[BEHIND:.*]] = tensor.extract_slice %[[BOX]][2] [4] [1]
// CHECK: return %[[BEFORE]], %[[BEHIND]]
func.func @both_neighbours(%a: tensor<4xf32>, %v: f32)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [7] to [1] step [1]
      because "before" -> tensor<4xf32>
  %1 = comm.fetch ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [1] step [1] count [7] to [0] step [1]
      because "behind" -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Slices inside of the tensor need no filling. The axis without a shift has no
// further loop.
// CHECK-LABEL: func @inside
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x5xf32>
// CHECK-NEXT: comm.fetch ins(%{{.*}} : tensor<5x4xf32>) outs(%[[E]] : tensor<4x5xf32>)
// CHECK-SAME: <@mesh, [x, unsharded, unsharded]> of [8, 3, 3]
// CHECK-NEXT: from <@mesh, [x, unsharded]> of [10, 4] at [1, 0] step [1, 1] count [8, 4] to [0, 1] step [1, 1]
func.func @inside(%a: tensor<5x4xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = comm.fetch ins(%a : tensor<5x4xf32>) outs(%e : tensor<4x3xf32>)
      <@mesh, [x, unsharded]> of [8, 3] by #id2
      from <@mesh, [x, unsharded]> of [10, 4] at [1, 0] step [1, 1] count [8, 2] to [0, 1] step [1, 1]
      -> tensor<4x3xf32>
  %1 = comm.fetch ins(%a : tensor<5x4xf32>) outs(%e : tensor<4x3xf32>)
      <@mesh, [x, unsharded]> of [8, 3] by #id2
      from <@mesh, [x, unsharded]> of [10, 4] at [1, 1] step [1, 1] count [8, 3] to [0, 0] step [1, 1]
      -> tensor<4x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// The box would be as large as both.
// CHECK-LABEL: func @far_apart
// CHECK-COUNT-2: -> tensor<2xf32>
func.func @far_apart(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [x]> of [4] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [4] to [0] step [1]
      -> tensor<2xf32>
  %1 = comm.fetch ins(%a : tensor<4xf32>) outs(%e : tensor<2xf32>)
      <@mesh, [x]> of [4] by #id
      from <@mesh, [x]> of [8] at [4] step [1] count [4] to [0] step [1]
      -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Another filling, and another source.
// CHECK-LABEL: func @others
// CHECK-COUNT-3: comm.fetch {{.*}} outs(%{{.*}} : tensor<4xf32>)
func.func @others(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %w: f32)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%w : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [0] step [1] count [7] to [1] step [1]
      -> tensor<4xf32>
  %1 = comm.fetch ins(%a : tensor<4xf32>) outs(%g : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [1] step [1] count [7] to [0] step [1]
      -> tensor<4xf32>
  %2 = comm.fetch ins(%b : tensor<4xf32>) outs(%f : tensor<4xf32>)
      <@mesh, [x]> of [8] by #id
      from <@mesh, [x]> of [8] at [1] step [1] count [7] to [0] step [1]
      -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
