// RUN: dtensor-opt %s --dtensor-linalg-ext-to-loops --canonicalize | FileCheck %s

// A run of a row for each position, which is clamped.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[TABLE:.*]]: memref<9x4xf32>, %[[AT:.*]]: memref<5xi64>, %[[DEST:.*]]: memref<5x4xf32>)
// CHECK-DAG: %[[LAST:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[POSITION:.*]] = memref.load %[[AT]][%[[I]]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[POSITION]] : i64 to index
// CHECK: %[[LOW:.*]] = arith.minsi %[[INDEX]], %[[LAST]]
// CHECK: %[[ROW:.*]] = arith.maxsi %[[LOW]], %[[ZERO]]
// CHECK-NOT: memref.store
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[X:.*]] = memref.load %[[TABLE]][%[[ROW]], %[[J]]]
// CHECK: memref.store %[[X]], %[[DEST]][%[[I]], %[[J]]]
func.func @rows(%table: memref<9x4xf32>, %at: memref<5xi64>, %dest: memref<5x4xf32>) {
  linalg_ext.gather ins(%table, %at : memref<9x4xf32>, memref<5xi64>) outs(%dest : memref<5x4xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 4>}
  return
}

// Columns: the destination is written row by row.
// CHECK-LABEL: func @columns
// CHECK-SAME: (%[[TABLE:.*]]: memref<4x9xf32>, %[[AT:.*]]: memref<5xi64>, %[[DEST:.*]]: memref<4x5xf32>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK: memref.load %[[AT]][%[[J]]]
// CHECK: %[[COLUMN:.*]] = arith.maxsi
// CHECK: %[[X:.*]] = memref.load %[[TABLE]][%[[I]], %[[COLUMN]]]
// CHECK: memref.store %[[X]], %[[DEST]][%[[I]], %[[J]]]
func.func @columns(%table: memref<4x9xf32>, %at: memref<5xi64>, %dest: memref<4x5xf32>) {
  linalg_ext.gather ins(%table, %at : memref<4x9xf32>, memref<5xi64>) outs(%dest : memref<4x5xf32>)
      {start_axes = array<i64: 1>, collapsed_axes = array<i64: 1>, offset_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 4, 1>}
  return
}

// Of a part: zeros, and then what is there.
// CHECK-LABEL: func @part
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store %cst
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.store
func.func @part(%table: memref<?x4xf32>, %at: memref<5xi64>, %dest: memref<5x4xf32>, %start: index) {
  linalg_ext.gather ins(%table, %at : memref<?x4xf32>, memref<5xi64>) outs(%dest : memref<5x4xf32>) part [%start, 0] of [9, ?]
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, -1>}
  return
}

// What is overwritten is not read.
// CHECK-LABEL: func @overwrite
// CHECK-SAME: (%[[DEST:.*]]: memref<9xf32>, %[[AT:.*]]: memref<5xi64>, %[[UPDATES:.*]]: memref<5xf32>)
// CHECK-NOT: memref.load %[[DEST]]
// CHECK: memref.store %{{.*}}, %[[DEST]]
func.func @overwrite(%dest: memref<9xf32>, %at: memref<5xi64>, %updates: memref<5xf32>) {
  linalg_ext.scatter ins(%at, %updates : memref<5xi64>, memref<5xf32>) outs(%dest : memref<9xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  }
  return
}
