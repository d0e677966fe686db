// RUN: dtensor-opt %s --dtensor-linalg-ext-to-loops | FileCheck %s

// Of a long row, candidates are collected. Whenever the scratch memory is full,
// they are sorted.

// CHECK-LABEL: @few_candidates
// CHECK-SAME: %[[A:.+]]: memref<?xf32>, %[[D:.+]]: memref<3xf32>, %[[S:.+]]: memref<2x6xf32>
// CHECK-DAG: %[[LAST:.+]] = arith.constant 2 : index
// CHECK-DAG: %[[MOST:.+]] = arith.constant 6 : index
// CHECK: scf.for %[[P:.+]] = {{.*}} iter_args(%[[COUNT:.+]] = %{{.+}}, %[[SORTED:.+]] = %{{.+}})
// CHECK:   %[[X:.+]] = memref.load %[[A]][%[[P]]]
// CHECK:   %[[Y:.+]] = memref.load %[[S]][%{{.+}}, %[[LAST]]]
// CHECK:   %[[BEFORE:.+]] = arith.cmpf olt, %[[X]], %[[Y]]
// CHECK:   %[[UNSORTED:.+]] = arith.xori %[[SORTED]]
// CHECK:   %[[CANDIDATE:.+]] = arith.ori %[[BEFORE]], %[[UNSORTED]]
// CHECK:   scf.if %[[CANDIDATE]]
// CHECK:     memref.store %[[X]], %[[S]][%{{.+}}, %[[COUNT]]]
// CHECK:     %[[FULL:.+]] = arith.cmpi eq, %{{.+}}, %[[MOST]]
// CHECK:     scf.if %[[FULL]]
// CHECK:       scf.while
func.func @few_candidates(%a: memref<?xf32>, %d: memref<3xf32>, %s: memref<2x6xf32>) {
  linalg_ext.sort ins(%a : memref<?xf32>) outs(%d, %s : memref<3xf32>, memref<2x6xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  }
  return
}

// The view of the scratch memory is made in the loop over rows, whose parts may
// run on several cores.
// CHECK-LABEL: @own_scratch
// CHECK-SAME: %{{.+}}: memref<8x11xf32>, %{{.+}}: memref<8x11xf32>, %[[ARENA:.+]]: memref<88xi8>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[VIEW:.+]] = memref.view %[[ARENA]]
// CHECK: memref.store %{{.+}}, %[[VIEW]]
// CHECK: {comm.parallel}
// CHECK: {comm.parallel}
func.func @own_scratch(%a: memref<8x11xf32>, %d: memref<8x11xf32>, %arena: memref<88xi8>) {
  %zero = arith.constant 0 : index
  %s = memref.view %arena[%zero][] : memref<88xi8> to memref<2x11xf32>
  linalg_ext.sort ins(%a : memref<8x11xf32>) outs(%d, %s : memref<8x11xf32>, memref<2x11xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  }
  return
}
