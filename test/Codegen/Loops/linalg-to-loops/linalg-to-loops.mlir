// RUN: dtensor-opt %s --dtensor-linalg-to-loops --split-input-file | FileCheck %s

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// The accumulator is a value.
// CHECK-LABEL: @row_sum
// CHECK: scf.for %[[I:.+]] =
// CHECK: %[[INIT:.+]] = memref.load %{{.+}}[%[[I]]]
// CHECK: %[[SUM:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[INIT]]) -> (f32)
// CHECK-NOT: memref.store
// CHECK: scf.yield
// CHECK: memref.store %[[SUM]], %{{.+}}[%[[I]]]
func.func @row_sum(%a: memref<4x8xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x8xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>

// Columns are summed row by row: the contiguous loop is the innermost one.
// CHECK-LABEL: @column_sum
// CHECK: scf.for %[[I:.+]] =
// CHECK: scf.for %[[J:.+]] =
// CHECK: memref.load %{{.+}}[%[[I]], %[[J]]]
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[J]]]
func.func @column_sum(%a: memref<4x8xf32>, %s: memref<8xf32>) {
  linalg.generic {indexing_maps = [#in, #col], iterator_types = ["reduction", "parallel"]} ins(%a : memref<4x8xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// A reduction beside what it reduces.
// CHECK-LABEL: @both
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: math.exp
// CHECK: memref.store {{.*}} : memref<4x8xf32>
// CHECK: scf.yield
// CHECK: memref.store {{.*}} : memref<4xf32>
func.func @both(%a: memref<4x8xf32>, %e: memref<4x8xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [#in, #in, #out], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x8xf32>) outs(%e, %s : memref<4x8xf32>, memref<4xf32>) {
  ^bb0(%x: f32, %o: f32, %acc: f32):
    %0 = math.exp %x : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %0, %1 : f32, f32
  }
  return
}

// -----

// CHECK-LABEL: @strided_copy
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.store
func.func @strided_copy(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  memref.copy %b, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

// CHECK-LABEL: @kernel
// CHECK: linalg.matmul
func.func @kernel(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  linalg.matmul {dtensor.kernel = "overwrites"} ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// What is the same for all elements of a row is loaded in front of them, also
// the number that the payload reads itself. All buffers may lie in one arena.
// CHECK-LABEL: @scaled_rows
// CHECK: scf.for %[[I:.+]] =
// CHECK-DAG: %[[SCALE:.+]] = memref.load %arg1[%[[I]]]
// CHECK-DAG: %[[SHIFT:.+]] = memref.load %arg2[]
// CHECK: scf.for
// CHECK-NEXT: memref.load %arg0
// CHECK-NEXT: arith.mulf %{{.+}}, %[[SCALE]]
// CHECK-NEXT: arith.addf %{{.+}}, %[[SHIFT]]
// CHECK-NEXT: memref.store
func.func @scaled_rows(%a: memref<4x8xf32>, %scale: memref<4xf32>, %shift: memref<f32>, %b: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#in, #row, #in], iterator_types = ["parallel", "parallel"]} ins(%a, %scale : memref<4x8xf32>, memref<4xf32>) outs(%b : memref<4x8xf32>) {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %0 = arith.mulf %x, %s : f32
    %1 = memref.load %shift[] : memref<f32>
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  }
  return
}
