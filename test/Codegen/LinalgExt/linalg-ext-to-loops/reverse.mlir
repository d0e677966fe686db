// RUN: dtensor-opt %s --dtensor-linalg-ext-to-loops --canonicalize | FileCheck %s

// CHECK-LABEL: func @reverse
// CHECK-SAME: (%[[A:.*]]: memref<4x?xf32>, %[[B:.*]]: memref<4x?xf32>)
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[N:.*]] = memref.dim
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[N]]
// CHECK: %[[R:.*]] = arith.subi %[[C3]], %[[I]]
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[R]], %[[J]]]
// CHECK: memref.store %[[X]], %[[B]][%[[I]], %[[J]]]
func.func @reverse(%a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  linalg_ext.reverse ins(%a : memref<4x?xf32>) outs(%b : memref<4x?xf32>) axes = [0]
  return
}
