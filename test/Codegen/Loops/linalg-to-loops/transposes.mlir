// RUN: dtensor-opt %s --dtensor-linalg-to-loops --split-input-file | FileCheck %s

// Four rounds of exchanges transpose 16 rows; what no tile covers goes element
// by element.
// CHECK-LABEL: @uneven
// CHECK-COUNT-16: vector.load %{{.+}} : memref<40x50xf32>, vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store %{{.+}} : memref<50x40xf32>, vector<16xf32>
// CHECK: memref.store
// CHECK: memref.store
// CHECK-NOT: memref.store
func.func @uneven(%a: memref<40x50xf32>, %b: memref<50x40xf32>) {
  linalg.transpose ins(%a : memref<40x50xf32>) outs(%b : memref<50x40xf32>) permutation = [1, 0]
  return
}

// -----

// CHECK-LABEL: @batches_of_doubles
// CHECK-COUNT-8: vector.load %{{.+}}, vector<8xf64>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.store
func.func @batches_of_doubles(%a: memref<3x16x16xf64>, %b: memref<16x3x16xf64>) {
  linalg.transpose ins(%a : memref<3x16x16xf64>) outs(%b : memref<16x3x16xf64>) permutation = [2, 0, 1]
  return
}

// -----

// Small, already contiguous, with gaps, of elements without vectors.
// CHECK-LABEL: @others
// CHECK-NOT: vector
func.func @others(%a: memref<4x50xf32>, %b: memref<50x4xf32>,
                  %c: memref<32x16x16xf32>, %d: memref<16x32x16xf32>,
                  %e: memref<32x32xf32, strided<[64, 2]>>, %f: memref<32x32xf32>,
                  %g: memref<32x32xi1>, %h: memref<32x32xi1>) {
  linalg.transpose ins(%a : memref<4x50xf32>) outs(%b : memref<50x4xf32>) permutation = [1, 0]
  linalg.transpose ins(%c : memref<32x16x16xf32>) outs(%d : memref<16x32x16xf32>) permutation = [1, 0, 2]
  linalg.transpose ins(%e : memref<32x32xf32, strided<[64, 2]>>) outs(%f : memref<32x32xf32>) permutation = [1, 0]
  linalg.transpose ins(%g : memref<32x32xi1>) outs(%h : memref<32x32xi1>) permutation = [1, 0]
  return
}
