// RUN: dtensor-opt %s -dtensor-widen-accumulators -split-input-file | FileCheck %s

// Products are not rounded before they are added, sums are once.
// CHECK-LABEL: @product
// CHECK: %[[W:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK: linalg.generic {{.*}} ins(%arg2 : memref<4xbf16>) outs(%[[W]] : memref<4xf32>)
// CHECK: arith.extf
// CHECK: linalg.generic {{.*}} outs(%[[W]] : memref<4xf32>)
// CHECK: ^bb0(%[[A:.*]]: bf16, %[[B:.*]]: bf16, %[[SUM:.*]]: f32):
// CHECK: %[[X:.*]] = arith.extf %[[A]] : bf16 to f32
// CHECK: %[[Y:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: %[[S:.*]] = arith.addf %[[SUM]], %[[P]] : f32
// CHECK: linalg.yield %[[S]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[W]] : memref<4xf32>) outs(%arg2 : memref<4xbf16>)
// CHECK: arith.truncf
func.func @product(%a: memref<4x8xbf16>, %b: memref<4x8xbf16>, %c: memref<4xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a, %b : memref<4x8xbf16>, memref<4x8xbf16>) outs(%c : memref<4xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %s: bf16):
    %0 = arith.mulf %x, %y : bf16
    %1 = arith.addf %s, %0 : bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

// Of what has casts of its own, those to and from halves go; another result
// stays as it is.
// CHECK-LABEL: @mixed
// CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NOT: memref.alloc
// CHECK: ^bb0(%[[X:.*]]: f16, %[[SUM:.*]]: f32, %[[MAX:.*]]: f16):
// CHECK-DAG: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK-DAG: %[[S:.*]] = arith.addf %[[SUM]], %[[WIDE]] : f32
// CHECK-DAG: %[[M:.*]] = arith.maximumf %[[MAX]], %[[X]] : f16
// CHECK: linalg.yield %[[S]], %[[M]] : f32, f16
func.func @mixed(%a: memref<?x8xf16>, %c: memref<?xf16>, %d: memref<?xf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : memref<?x8xf16>) outs(%c, %d : memref<?xf16>, memref<?xf16>) {
  ^bb0(%x: f16, %s: f16, %m: f16):
    %0 = arith.extf %s : f16 to f32
    %1 = arith.extf %x : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    %4 = arith.maximumf %m, %x : f16
    linalg.yield %3, %4 : f16, f16
  }
  return
}

// -----

// What is added is a result too: as a half.
// CHECK-LABEL: @softmax
// CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16, %[[SUM:.*]]: f32):
// CHECK: %[[E:.*]] = math.exp %[[X]] : f16
// CHECK: %[[WIDE:.*]] = arith.extf %[[E]] : f16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[WIDE]], %[[SUM]] : f32
// CHECK: linalg.yield %[[E]], %[[S]] : f16, f32
func.func @softmax(%a: memref<4x8xf16>, %c: memref<4x8xf16>, %d: memref<4xf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x8xf16>) outs(%c, %d : memref<4x8xf16>, memref<4xf16>) {
  ^bb0(%x: f16, %o: f16, %s: f16):
    %0 = math.exp %x : f16
    %1 = arith.addf %0, %s : f16
    linalg.yield %0, %1 : f16, f16
  }
  return
}

// -----

// What only chooses rounds nothing, and neither does f32.
// CHECK-LABEL: @same
// CHECK-NOT: memref.alloc
func.func @same(%a: memref<4x8xf16>, %b: memref<4x8xf32>, %c: memref<4xf16>, %d: memref<4xf32>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<4x8xf16>) outs(%c : memref<4xf16>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%b : memref<4x8xf32>) outs(%d : memref<4xf32>) dimensions = [1]
  return
}
