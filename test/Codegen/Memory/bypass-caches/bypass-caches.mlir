// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-bypass-caches))' | FileCheck %s

// 1024 elements at a time are computed in memory of the device. Whole lines of
// them are copied by non-temporal stores, the elements beside these one by one.
// CHECK-LABEL: @flat
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c1024
// CHECK: %[[IN:.*]] = memref.subview %arg0[%[[I]]] [1024] [1]
// CHECK: %[[CHUNK:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1024xf32>
// CHECK: linalg.exp ins(%[[IN]] : {{.*}}) outs(%[[CHUNK]] : memref<1024xf32>)
// CHECK: %[[OUT:.*]] = memref.subview %arg1[%[[I]]] [1024] [1]
// CHECK: memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK: scf.for
// CHECK: memref.load %[[CHUNK]]
// CHECK: scf.for
// CHECK: %[[LINE:.*]] = vector.load %[[CHUNK]][{{.*}}] : memref<1024xf32>, vector<16xf32>
// CHECK: vector.store %[[LINE]], %[[OUT]][{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK: scf.for
// CHECK: memref.load %[[CHUNK]]
// CHECK: } {comm.parallel}
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @flat(%a: memref<8388608xf32>, %result: memref<8388608xf32> {comm.result}) {
  linalg.exp ins(%a : memref<8388608xf32>) outs(%result : memref<8388608xf32>)
  return
}

// Short rows are computed together, also of a view of the result. The last
// chunk has the rows that are left.
// CHECK-LABEL: @rows
// CHECK: %[[END:.*]] = arith.constant 49998 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END]] step %c6
// CHECK: %[[CHUNK:.*]] = memref.alloc() {alignment = 64 : i64} : memref<6x84xf64>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[CHUNK]] : memref<6x84xf64>)
// CHECK: memref.collapse_shape %[[CHUNK]] {{\[}}[0, 1]] : memref<6x84xf64> into memref<504xf64>
// CHECK: vector.load {{.*}} vector<8xf64>
// CHECK: } {comm.parallel}
// CHECK: memref.subview %arg0[49998, 0] [2, 84] [1, 1]
// CHECK: %[[REST:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2x84xf64>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[REST]] : memref<2x84xf64>)
func.func @rows(%a: memref<50000x84xf64>, %result: memref<60000x84xf64> {comm.result}) {
  %part = memref.subview %result[0, 0] [50000, 84] [1, 1] : memref<60000x84xf64> to memref<50000x84xf64, strided<[84, 1]>>
  linalg.exp ins(%a : memref<50000x84xf64>) outs(%part : memref<50000x84xf64, strided<[84, 1]>>)
  return
}

// A rest of one column is no chunk of its own. A copy needs no other memory.
// CHECK-LABEL: @copy
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %c4200
// CHECK: memref.subview %arg0[%[[ROW]], 0] [1, 1024] [1, 1] : {{.*}} to memref<1024xf32, strided<[1], offset: ?>>
// CHECK: memref.subview %arg0[%[[ROW]], 1024] [1, 1025] [1, 1] : {{.*}} to memref<1025xf32, strided<[1], offset: ?>>
// CHECK: llvm.fence
func.func @copy(%a: memref<4200x2049xf32>, %result: memref<4200x2049xf32> {comm.result}) {
  memref.copy %a, %result : memref<4200x2049xf32> to memref<4200x2049xf32>
  return
}

// The program reads the result; the argument is no result; it is too small.
// CHECK-LABEL: @ordinary
// CHECK-NOT: nontemporal
// CHECK-NOT: fence
// CHECK: return
func.func @ordinary(%a: memref<8388608xf32>, %read: memref<8388608xf32> {comm.result}, %other: memref<8388608xf32>, %b: memref<8388607xf32>, %small: memref<8388607xf32> {comm.result}) {
  linalg.exp ins(%a : memref<8388608xf32>) outs(%read : memref<8388608xf32>)
  linalg.exp ins(%read : memref<8388608xf32>) outs(%other : memref<8388608xf32>)
  linalg.exp ins(%b : memref<8388607xf32>) outs(%small : memref<8388607xf32>)
  return
}

// Elements that are added to are read, and columns are not in order.
// CHECK-LABEL: @other_orders
// CHECK-NOT: nontemporal
// CHECK: return
func.func @other_orders(%a: memref<4096x2048xf32>, %sum: memref<4096x2048xf32> {comm.result}, %turned: memref<2048x4096xf32> {comm.result}) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4096x2048xf32>) outs(%sum : memref<4096x2048xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.addf %x, %old : f32
    linalg.yield %y : f32
  }
  linalg.transpose ins(%a : memref<4096x2048xf32>) outs(%turned : memref<2048x4096xf32>) permutation = [1, 0]
  return
}
