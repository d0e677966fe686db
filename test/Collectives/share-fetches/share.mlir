// RUN: dtensor-opt %s -dtensor-share-fetches -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=4>

#id = affine_map<(d0) -> (d0)>

// The halo of 2 positions has the halo of 1.
// CHECK-LABEL: @halos(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6xf32>
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[EMPTY]] : tensor<6xf32>)
// CHECK: %[[ALL:.*]] = comm.fetch ins(%arg0 : tensor<4xf32>) outs(%[[FILL]] : tensor<6xf32>) <@mesh, [x, unsharded]> of [16, 3] by #
// CHECK-NEXT: from <@mesh, [x]> of [16] at [0] step [1] count [16] to [2] step [1]
// CHECK-NOT: comm.fetch
// CHECK: tensor.extract_slice %[[ALL]][1] [4] [1]
// CHECK: tensor.extract_slice %[[ALL]][0] [4] [1]
// CHECK: tensor.extract_slice %[[ALL]][2] [4] [1]
func.func @halos(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [15] to [1] step [1] -> tensor<4xf32>
  %2 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [14] to [2] step [1] -> tensor<4xf32>
  %3 = comm.fetch ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [16] to [0] step [1] -> tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Nothing is received twice.
// CHECK-LABEL: @both_sides(
// CHECK-COUNT-2: comm.fetch ins({{.*}} <@mesh, [x]> of [16] by
func.func @both_sides(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [15] to [1] step [1] -> tensor<4xf32>
  %2 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [1] step [1] count [15] to [0] step [1] -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// The first fetch must not see the last elements, which the second one reads:
// they are zeros to it.
// CHECK-LABEL: @cut_short(
// CHECK-COUNT-2: comm.fetch ins({{.*}} <@mesh, [x]> of [16] by
func.func @cut_short(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [11] to [1] step [1] -> tensor<4xf32>
  %2 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [14] to [2] step [1] -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Other positions are filled in.
// CHECK-LABEL: @other_filling(
// CHECK-COUNT-2: comm.fetch ins({{.*}} <@mesh, [x]> of [16] by
func.func @other_filling(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = comm.fetch ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [15] to [1] step [1] -> tensor<4xf32>
  %2 = comm.fetch ins(%x : tensor<4xf32>) outs(%g : tensor<4xf32>) <@mesh, [x]> of [16] by #id
      from <@mesh, [x]> of [16] at [0] step [1] count [14] to [2] step [1] -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
