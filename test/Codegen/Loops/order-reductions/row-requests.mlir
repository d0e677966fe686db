// The last reduction of a row asks memory for the next row, and for the row that
// is written.
// RUN: dtensor-opt %s --dtensor-order-reductions --split-input-file | FileCheck %s

// Two requests of 64 bytes for each vector of 32 numbers.
// CHECK-LABEL: @rows
// CHECK: %[[ROW:.+]] = memref.subview %{{.+}}[%{{.+}}, 0] [1, 4096]
// CHECK-NOT: memref.prefetch
// CHECK: vector.load %[[ROW]]
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step %c32
// CHECK-NEXT: %[[FIRST:.+]] = arith.addi %[[J]], %c4096
// CHECK-NEXT: memref.prefetch %[[ROW]][%[[FIRST]]], read, locality<2>, data
// CHECK-NEXT: %[[SECOND:.+]] = arith.addi %[[J]], %c4112
// CHECK-NEXT: memref.prefetch %[[ROW]][%[[SECOND]]], read, locality<2>, data
// CHECK-NEXT: vector.load %[[ROW]][%[[J]]]
// CHECK-NOT: memref.prefetch
func.func @rows(%a: memref<512x4096xf32>, %sum: memref<f32>, %max: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c512 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 4096] [1, 1] : memref<512x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.reduce ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%max : memref<f32>) dimensions = [0]
      (%x: f32, %acc: f32) {
        %0 = arith.maximumf %acc, %x : f32
        linalg.yield %0 : f32
      }
    linalg.reduce ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
      (%x: f32, %acc: f32) {
        %0 = arith.addf %acc, %x : f32
        linalg.yield %0 : f32
      }
  }
  return
}

// -----

// Numbers that are computed one by one: once for some of them.
// CHECK-LABEL: @functions
// CHECK: scf.for %[[BEGIN:.+]] = %{{.+}} to %{{.+}} step %c128
// CHECK: scf.for %[[J:.+]] = %[[BEGIN]] to %{{.+}} step %c16
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[J]], %c4096
// CHECK-NEXT: memref.prefetch %{{.+}}[%[[NEXT]]]
// CHECK-NEXT: }
// CHECK: math.exp
func.func @functions(%a: memref<512x4096xf32>, %sum: memref<f32>, %max: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c512 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 4096] [1, 1] : memref<512x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.reduce ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%max : memref<f32>) dimensions = [0]
      (%x: f32, %acc: f32) {
        %0 = arith.maximumf %acc, %x : f32
        linalg.yield %0 : f32
      }
    linalg.reduce ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
      (%x: f32, %acc: f32) {
        %0 = math.exp %x : f32
        %1 = arith.addf %acc, %0 : f32
        linalg.yield %1 : f32
      }
  }
  return
}

// -----

// The view of what is written is made before the reduction.
// CHECK-LABEL: @written
// CHECK: %[[RESULT:.+]] = memref.subview %arg1
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step %c32
// CHECK: memref.prefetch %{{.+}}, read, locality<2>, data
// CHECK: %[[AT:.+]] = arith.addi %[[J]], %c0
// CHECK: memref.prefetch %[[RESULT]][%[[AT]]], write, locality<2>, data
// CHECK: linalg.generic {{.*}} outs(%[[RESULT]]
func.func @written(%a: memref<512x4096xf32>, %b: memref<512x4096xf32>, %copy: memref<4096xf32>, %sum: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c512 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 4096] [1, 1] : memref<512x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%copy : memref<4096xf32>) {
    ^bb0(%x: f32, %out: f32):
      %0 = arith.addf %x, %x : f32
      linalg.yield %0 : f32
    }
    linalg.reduce ins(%copy : memref<4096xf32>) outs(%sum : memref<f32>) dimensions = [0]
      (%x: f32, %acc: f32) {
        %0 = arith.addf %acc, %x : f32
        linalg.yield %0 : f32
      }
    %result = memref.subview %b[%i, 0] [1, 4096] [1, 1] : memref<512x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%copy, %sum : memref<4096xf32>, memref<f32>) outs(%result : memref<4096xf32, strided<[1], offset: ?>>) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %0 = arith.divf %x, %s : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// A small buffer stays near the core, the next column is elsewhere, and a loop
// with one reduction reads all the time.
// CHECK-LABEL: @none
// CHECK-NOT: memref.prefetch
func.func @none(%a: memref<16x4096xf32>, %b: memref<4096x4096xf32>, %sum: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 4096] [1, 1] : memref<16x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.reduce { arith.addf } ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
    linalg.reduce { arith.maximumf } ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %column = memref.subview %b[0, %i] [4096, 1] [1, 1] : memref<4096x4096xf32> to memref<4096xf32, strided<[4096], offset: ?>>
    linalg.reduce { arith.addf } ins(%column : memref<4096xf32, strided<[4096], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
    linalg.reduce { arith.maximumf } ins(%column : memref<4096xf32, strided<[4096], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
  }
  scf.for %i = %c0 to %c16 step %c1 {
    %row = memref.subview %b[%i, 0] [1, 4096] [1, 1] : memref<4096x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.reduce { arith.addf } ins(%row : memref<4096xf32, strided<[1], offset: ?>>) outs(%sum : memref<f32>) dimensions = [0]
  }
  return
}

// -----

// Each operation runs over a tile. The last reduction asks for the next tile of
// 8 x 2048 numbers, and for the rows that are written.
// CHECK-LABEL: @tiles
// CHECK: %[[TILE:.+]] = memref.subview %arg0
// CHECK-NOT: memref.prefetch
// CHECK: vector.load %[[TILE]]
// CHECK-NOT: memref.prefetch
// CHECK: %[[RESULT:.+]] = memref.subview %arg1
// CHECK-NEXT: scf.for %[[I:.+]] = %c0{{.*}} to %c8
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step %c32
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[J]], %c16384
// CHECK-NEXT: memref.prefetch %[[TILE]][%[[I]], %[[NEXT]]], read, locality<2>, data
// CHECK: %[[AT:.+]] = arith.addi %[[J]], %c0
// CHECK-NEXT: memref.prefetch %[[RESULT]][%[[I]], %[[AT]]], write, locality<2>, data
// CHECK: linalg.generic {{.*}} outs(%[[RESULT]]
func.func @tiles(%a: memref<512x2048xf32>, %b: memref<512x2048xf32>, %max: memref<8xf32>, %sum: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c512 = arith.constant 512 : index
  scf.for %t = %c0 to %c512 step %c8 {
    %tile = memref.subview %a[%t, 0] [8, 2048] [1, 1] : memref<512x2048xf32> to memref<8x2048xf32, strided<[2048, 1], offset: ?>>
    linalg.reduce { arith.maximumf } ins(%tile : memref<8x2048xf32, strided<[2048, 1], offset: ?>>) outs(%max : memref<8xf32>) dimensions = [1]
    scf.for %i = %c0 to %c8 step %c1 {
      %row = memref.subview %tile[%i, 0] [1, 2048] [1, 1] : memref<8x2048xf32, strided<[2048, 1], offset: ?>> to memref<2048xf32, strided<[1], offset: ?>>
      %s = memref.subview %sum[%i] [1] [1] : memref<8xf32> to memref<f32, strided<[], offset: ?>>
      linalg.reduce { arith.addf } ins(%row : memref<2048xf32, strided<[1], offset: ?>>) outs(%s : memref<f32, strided<[], offset: ?>>) dimensions = [0]
    }
    %result = memref.subview %b[%t, 0] [8, 2048] [1, 1] : memref<512x2048xf32> to memref<8x2048xf32, strided<[2048, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%tile, %sum : memref<8x2048xf32, strided<[2048, 1], offset: ?>>, memref<8xf32>) outs(%result : memref<8x2048xf32, strided<[2048, 1], offset: ?>>) {
    ^bb0(%x: f32, %s: f32, %out: f32):
      %0 = arith.divf %x, %s : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// -----

// The same without loops around the reductions.
// CHECK-LABEL: @whole_tiles
// CHECK: %[[TILE:.+]] = memref.subview %arg0
// CHECK-NOT: memref.prefetch
// CHECK: vector.load %[[TILE]]
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %[[I:.+]] = %c0{{.*}} to %c8
// CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step %c32
// CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[J]], %c16384
// CHECK-NEXT: memref.prefetch %[[TILE]][%[[I]], %[[NEXT]]], read, locality<2>, data
func.func @whole_tiles(%a: memref<512x2048xf32>, %max: memref<8xf32>, %sum: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c512 = arith.constant 512 : index
  scf.for %t = %c0 to %c512 step %c8 {
    %tile = memref.subview %a[%t, 0] [8, 2048] [1, 1] : memref<512x2048xf32> to memref<8x2048xf32, strided<[2048, 1], offset: ?>>
    linalg.reduce { arith.maximumf } ins(%tile : memref<8x2048xf32, strided<[2048, 1], offset: ?>>) outs(%max : memref<8xf32>) dimensions = [1]
    linalg.reduce { arith.addf } ins(%tile : memref<8x2048xf32, strided<[2048, 1], offset: ?>>) outs(%sum : memref<8xf32>) dimensions = [1]
  }
  return
}
