// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-stream-boxes))' --split-input-file | FileCheck %s

dtensor.mesh @mesh <x=2>

#id = affine_map<(d0, d1) -> (d0, d1)>

// The component is written in place, row by row. The fetch brings the rows of
// neighbours only, and the fill has their places only.
// CHECK-LABEL: @in_place
// CHECK-SAME: (%[[A:.*]]: memref<16x128xf32>)
// CHECK: %[[BOX:.*]] = memref.alloc() : memref<18x130xf32>
// CHECK-NOT: linalg.fill {{.*}} outs(%[[BOX]]
// CHECK: comm.fetch ins(%[[A]] {{.*}} outs(%[[BOX]]
// CHECK-NEXT: from_peers_only
// Two rows are kept: the one above, and the one that is about to be written. A
// row of the component begins where a line of the cache does. No row overwrites
// the margins.
// CHECK: %[[RING:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2x160xf32>
// CHECK: %[[LOW:.*]] = memref.subview %[[RING]][0, 15] [2, 1] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[LOW]]
// CHECK: %[[HIGH:.*]] = memref.subview %[[RING]][0, 144] [2, 1] [1, 1]
// CHECK: linalg.fill {{.*}} outs(%[[HIGH]]
// The first row.
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to
// CHECK: %[[OWN:.*]] = arith.andi
// CHECK: scf.if %[[OWN]]
// CHECK: %[[ROW:.*]] = arith.subi %[[K]], %c1
// CHECK: %[[SLOT:.*]] = arith.remui %[[K]], %c2
// CHECK: %[[FROM:.*]] = memref.subview %[[A]][%[[ROW]], 0] [1, 128] [1, 1]
// CHECK: %[[TO:.*]] = memref.subview %[[RING]][%[[SLOT]], 16] [1, 128] [1, 1]
// CHECK: memref.copy %[[FROM]], %[[TO]]
// CHECK: } else {
// CHECK: memref.subview %[[BOX]][%[[K]], 1] [1, 128] [1, 1]
// CHECK: memref.copy
// Rows whose next row the component has. It is read there, and then those of the
// last row, which is in the box.
// CHECK: scf.for %[[I:.*]] =
// CHECK: } else {
// CHECK: memref.copy
// CHECK: %[[UP:.*]] = memref.subview %[[RING]][%{{.*}}, 16] [1, 128] [1, 1]
// CHECK: %[[LEFT:.*]] = memref.subview %[[RING]][%{{.*}}, 15] [1, 128] [1, 1]
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: %[[DOWN:.*]] = memref.subview %[[A]][%[[NEXT]], 0] [1, 128] [1, 1]
// CHECK: %[[OUT:.*]] = memref.subview %[[A]][%[[I]], 0] [1, 128] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[UP]], %[[LEFT]], %[[DOWN]] {{.*}} outs(%[[OUT]]
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c2
// CHECK: %[[DOWN:.*]] = memref.subview %[[BOX]][%[[NEXT]], 1] [1, 128] [1, 1]
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @in_place(%a: memref<16x128xf32>) {
  %box = memref.alloc() : memref<18x130xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%box : memref<18x130xf32>)
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<18x130xf32>)
      <@mesh, [x, unsharded, unsharded, unsharded]> of [32, 128, 3, 3]
      by affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [32, 128] to [1, 1] step [1, 1]
  %up = memref.subview %box[0, 1] [16, 128] [1, 1] : memref<18x130xf32> to memref<16x128xf32, strided<[130, 1], offset: 1>>
  %left = memref.subview %box[1, 0] [16, 128] [1, 1] : memref<18x130xf32> to memref<16x128xf32, strided<[130, 1], offset: 130>>
  %down = memref.subview %box[2, 1] [16, 128] [1, 1] : memref<18x130xf32> to memref<16x128xf32, strided<[130, 1], offset: 261>>
  linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%up, %left, %down : memref<16x128xf32, strided<[130, 1], offset: 1>>, memref<16x128xf32, strided<[130, 1], offset: 130>>, memref<16x128xf32, strided<[130, 1], offset: 261>>)
      outs(%a : memref<16x128xf32>) {
  ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
    %0 = arith.addf %in, %in_0 : f32
    %1 = arith.addf %0, %in_1 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(d0, d1) -> (d0, d1)>

// Only the rows three above are read. Row i of the component is row i + 3 of the
// box, and has to be in the ring when it is overwritten. So there are four rows.
// CHECK-LABEL: @written_before_read
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<4x128xf32>
func.func @written_before_read(%a: memref<16x128xf32>) {
  %box = memref.alloc() : memref<16x128xf32>
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<16x128xf32>)
      <@mesh, [x, unsharded]> of [32, 128] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [32, 128] to [3, 0] step [1, 1]
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%box : memref<16x128xf32>) outs(%a : memref<16x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// Written to another buffer, no row has to be kept.
// CHECK-LABEL: @written_elsewhere
// CHECK: %[[BOX:.*]] = memref.alloc
// CHECK: comm.fetch
// CHECK-NEXT: from_peers_only
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: memref.subview %[[BOX]]
// CHECK: linalg.generic
// CHECK: scf.for
// CHECK: memref.subview %arg0
// CHECK: linalg.generic
func.func @written_elsewhere(%a: memref<16x128xf32>, %r: memref<16x128xf32>) {
  %box = memref.alloc() : memref<16x128xf32>
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<16x128xf32>)
      <@mesh, [x, unsharded]> of [32, 128] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [32, 128] to [3, 0] step [1, 1]
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%box : memref<16x128xf32>) outs(%r : memref<16x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Rows of the second axis. The first one is the same in the box.
// CHECK-LABEL: @batch
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<1x1x256xf32>
// CHECK: scf.for %[[B:.*]] = %c0{{.*}} to %c4
// CHECK: scf.for %[[I:.*]] =
// CHECK: memref.copy
// CHECK: memref.subview %arg0[%[[B]], %{{.*}}, 0] [1, 1, 256] [1, 1, 1]
// CHECK: memref.subview %arg1[%[[B]], %[[I]], 0] [1, 1, 256] [1, 1, 1]
// CHECK: linalg.generic
func.func @batch(%a: memref<4x?x256xf32>, %r: memref<4x?x256xf32>, %rows: index) {
  %box = memref.alloc(%rows) : memref<4x?x256xf32>
  comm.fetch ins(%a : memref<4x?x256xf32>) outs(%box : memref<4x?x256xf32>)
      <@mesh, [unsharded, x, unsharded, unsharded]> of [4, 31, 256, 2]
      by affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, d2)>
      from <@mesh, [unsharded, x, unsharded]> of [4, 31, 256] at [0, 0, 0] step [1, 1, 1] count [4, 31, 256] to [0, 0, 0] step [1, 1, 1]
  %c1 = arith.constant 1 : index
  %n = arith.subi %rows, %c1 : index
  %here = memref.subview %box[0, 0, 0] [4, %n, 256] [1, 1, 1] : memref<4x?x256xf32> to memref<4x?x256xf32, strided<[?, 256, 1]>>
  %below = memref.subview %box[0, 1, 0] [4, %n, 256] [1, 1, 1] : memref<4x?x256xf32> to memref<4x?x256xf32, strided<[?, 256, 1], offset: 256>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%here, %below : memref<4x?x256xf32, strided<[?, 256, 1]>>, memref<4x?x256xf32, strided<[?, 256, 1], offset: 256>>)
      outs(%r : memref<4x?x256xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = arith.subf %in, %in_0 : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(d0, d1) -> (d0, d1)>

// The component is overwritten before the box is read.
// CHECK-LABEL: @changed
// CHECK-NOT: from_peers_only
// CHECK: return
func.func @changed(%a: memref<16x128xf32>, %r: memref<16x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %box = memref.alloc() : memref<16x128xf32>
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<16x128xf32>)
      <@mesh, [x, unsharded]> of [32, 128] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [32, 128] to [3, 0] step [1, 1]
  linalg.fill ins(%zero : f32) outs(%a : memref<16x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%box : memref<16x128xf32>) outs(%r : memref<16x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Two operations read the box.
// CHECK-LABEL: @two_readers
// CHECK-NOT: from_peers_only
// CHECK: return
func.func @two_readers(%a: memref<16x128xf32>, %r: memref<16x128xf32>) {
  %box = memref.alloc() : memref<16x128xf32>
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<16x128xf32>)
      <@mesh, [x, unsharded]> of [32, 128] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [32, 128] to [3, 0] step [1, 1]
  linalg.exp ins(%box : memref<16x128xf32>) outs(%a : memref<16x128xf32>)
  linalg.exp ins(%box : memref<16x128xf32>) outs(%r : memref<16x128xf32>)
  return
}

// Rows that are too short for loops of their own.
// CHECK-LABEL: @short_rows
// CHECK-NOT: from_peers_only
// CHECK: return
func.func @short_rows(%a: memref<64x8xf32>, %r: memref<64x8xf32>) {
  %box = memref.alloc() : memref<64x8xf32>
  comm.fetch ins(%a : memref<64x8xf32>) outs(%box : memref<64x8xf32>)
      <@mesh, [x, unsharded]> of [128, 8] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [128, 8] at [0, 0] step [1, 1] count [128, 8] to [3, 0] step [1, 1]
  linalg.exp ins(%box : memref<64x8xf32>) outs(%r : memref<64x8xf32>)
  return
}

// The fetch leaves out elements that the box has a place for.
// CHECK-LABEL: @left_out
// CHECK-NOT: from_peers_only
// CHECK: return
func.func @left_out(%a: memref<16x128xf32>, %r: memref<16x128xf32>) {
  %box = memref.alloc() : memref<16x128xf32>
  comm.fetch ins(%a : memref<16x128xf32>) outs(%box : memref<16x128xf32>)
      <@mesh, [x, unsharded]> of [32, 128] by affine_map<(d0, d1) -> (d0, d1)>
      from <@mesh, [x, unsharded]> of [32, 128] at [0, 0] step [1, 1] count [20, 128] to [3, 0] step [1, 1]
  linalg.exp ins(%box : memref<16x128xf32>) outs(%r : memref<16x128xf32>)
  return
}
