// RUN: dtensor-opt %s --convert-comm-to-runtime | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// The site: f32, one axis, two loops, one source, along x; the loops' mesh
// dimensions; the window 2 * loop 0 + loop 1; the move.
// CHECK-DAG: llvm.mlir.global internal constant @[[SITE:dt_fetch_site.*]](dense<[2, 7, 1, 2, 1, 1, 0, 1, 0, 0, 0, 2, 0, 2, 1, 1, 1, 1, 1, 0]>
// CHECK-DAG: llvm.mlir.global internal constant @[[NUMBERS:dt_numbers.*]](dense<[4, 3, 9, 0, 9, 0]>
// Nobody receives anything: no group.
// CHECK-DAG: dt_fetch_site{{.*}}(dense<[2, 7, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0]>
// CHECK-LABEL: func @halo
// CHECK: llvm.call @dt_fetch(
func.func @halo(%a: memref<?xf32>, %d: memref<5xf32>) {
  comm.fetch ins(%a : memref<?xf32>) outs(%d : memref<5xf32>)
      <@mesh, [x, unsharded]> of [4, 3] by affine_map<(d0, d1) -> (d0 * 2 + d1)>
      from <@mesh, [x]> of [9] at [0] step [1] count [9] to [0] step [1]
      because "of a window"
  return
}

// CHECK-LABEL: func @aligned
// CHECK: llvm.call @dt_fetch(
func.func @aligned(%a: memref<4xf32>, %d: memref<4xf32>) {
  comm.fetch ins(%a : memref<4xf32>) outs(%d : memref<4xf32>)
      <@mesh, [x]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [0] step [1] count [8] to [0] step [1]
  return
}

// CHECK-LABEL: func @extent
// CHECK: arith.muli
// CHECK: arith.select
func.func @extent() -> index {
  %0 = comm.window_extent <@mesh, [x, unsharded]> of [7, 3] by affine_map<(d0, d1) -> (d0 * 2 + d1)>
  return %0 : index
}
