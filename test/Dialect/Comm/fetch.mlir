// RUN: dtensor-opt %s --split-input-file --verify-diagnostics --verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @halo
func.func @halo(%a: tensor<4x6xf32>, %d: tensor<5x6xf32>) -> tensor<5x6xf32> {
  // CHECK: comm.fetch ins(%{{.*}} : tensor<4x6xf32>) outs(%{{.*}} : tensor<5x6xf32>)
  // CHECK-SAME: <@mesh, [x, unsharded, unsharded]> of [6, 3, 6] by #{{.*}}
  // CHECK-NEXT: from <@mesh, [x, unsharded]> of [8, 6] at [0, 0] step [1, 1] count [8, 6] to [0, 0] step [1, 1] because "of a window" -> tensor<5x6xf32>
  %0 = comm.fetch ins(%a : tensor<4x6xf32>) outs(%d : tensor<5x6xf32>)
      <@mesh, [x, unsharded, unsharded]> of [6, 3, 6] by affine_map<(d0, d1, d2) -> (d0 + d1, d2)>
      from <@mesh, [x, unsharded]> of [8, 6] at [0, 0] step [1, 1] count [8, 6] to [0, 0] step [1, 1]
      because "of a window" -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// CHECK-LABEL: func @join
func.func @join(%a: tensor<4xf32>, %b: tensor<?xf32>, %d: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: comm.fetch ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<?xf32>)
  // CHECK-SAME: <@mesh, [x + y]> of [13]
  // CHECK-NEXT: from <@mesh, [x]> of [8] at [%{{.*}}] step [-1] count [8] to [0] step [1]
  // CHECK-NEXT: from <@mesh, [y]> of [5] at [0] step [1] count [5] to [%{{.*}}] step [2] -> tensor<?xf32>
  %0 = comm.fetch ins(%a, %b : tensor<4xf32>, tensor<?xf32>) outs(%d : tensor<?xf32>)
      <@mesh, [x + y]> of [13] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [%n] step [-1] count [8] to [0] step [1]
      from <@mesh, [y]> of [5] at [0] step [1] count [5] to [%n] step [2]
      -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @on_buffers
func.func @on_buffers(%a: memref<4xf32>, %d: memref<8xf32>) {
  // CHECK: comm.fetch ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<8xf32>)
  comm.fetch ins(%a : memref<4xf32>) outs(%d : memref<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [1]
  return
}

// CHECK-LABEL: func @extent
func.func @extent() -> index {
  // CHECK: comm.window_extent <@mesh, [x, unsharded]> of [5, 3] by #{{.*}}
  %0 = comm.window_extent <@mesh, [x, unsharded]> of [5, 3] by affine_map<(d0, d1) -> (d0 * 2 + d1)>
  return %0 : index
}

// -----

dtensor.mesh @mesh <x=2>

func.func @f(%a: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{the window must be sums of loops with positive coefficients, found affine_map<(d0) -> (-d0)>}}
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%d : tensor<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (-d0)>
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [1]
      -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>

func.func @f(%a: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{steps must not be 0, and positive in the destination, found 1 and -1}}
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%d : tensor<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [-1]
      -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>

func.func @f(%a: tensor<3xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{axis 0 of a source of type 'tensor<3xf32>' under [x] on <x=2> must be 4, since its global extent is 8; found 3}}
  %0 = comm.fetch ins(%a : tensor<3xf32>) outs(%d : tensor<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [1]
      -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>

func.func @f(%a: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{must keep what is partial; found #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>> and #dtensor.layout<@mesh, [unsharded]>}}
  %0 = comm.fetch ins(%a : tensor<8xf32>) outs(%d : tensor<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [unsharded], partial<sum, [x]>> of [8] at [0] step [1] count [8] to [0] step [1]
      -> tensor<8xf32>
  return
}

// -----

dtensor.mesh @mesh <x=2>

func.func @f() {
  // expected-error@+1 {{the window must be one sum of 1 loops with positive coefficients, found affine_map<(d0) -> (d0 mod 2)>}}
  %0 = comm.window_extent <@mesh, [x]> of [5] by affine_map<(d0) -> (d0 mod 2)>
  return
}
