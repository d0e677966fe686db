// RUN: dtensor-opt %s --dtensor-expand-bare-buffers | FileCheck %s

// The descriptor has the pointer twice, and the numbers that the type and the
// other values give.

// CHECK-LABEL: func.func @used(
// CHECK-SAME: %[[POINTER:.+]]: !llvm.ptr, %[[SIZE:.+]]: i64)
// CHECK: llvm.insertvalue %[[POINTER]], %{{.+}}[0]
// CHECK: llvm.insertvalue %[[POINTER]], %{{.+}}[1]
// CHECK: llvm.insertvalue %{{.+}}, %{{.+}}[4, 0]
// CHECK: %[[THREE:.+]] = llvm.mlir.constant(3 : index)
// CHECK: llvm.insertvalue %[[THREE]], %{{.+}}[3, 1]
// CHECK: %[[FIELDS:.+]] = llvm.insertvalue %[[SIZE]], %{{.+}}[3, 0]
// CHECK: %[[BUFFER:.+]] = builtin.unrealized_conversion_cast %[[FIELDS]] : !llvm.struct<{{.+}}> to memref<?x3xf32>
// CHECK: return %[[BUFFER]]
func.func @used(%pointer: !llvm.ptr, %size: i64) -> memref<?x3xf32> {
  %buffer = builtin.unrealized_conversion_cast %pointer, %size : !llvm.ptr, i64 to memref<?x3xf32>
  return %buffer : memref<?x3xf32>
}

// The pointer includes an open offset.

// CHECK-LABEL: func.func @offset(
// CHECK: %[[ZERO:.+]] = llvm.mlir.constant(0 : index)
// CHECK: llvm.insertvalue %[[ZERO]], %{{.+}}[2]
// CHECK: builtin.unrealized_conversion_cast %{{.+}} : !llvm.struct<{{.+}}> to memref<3xf32, strided<[1], offset: ?>>
func.func @offset(%pointer: !llvm.ptr) -> memref<3xf32, strided<[1], offset: ?>> {
  %buffer = builtin.unrealized_conversion_cast %pointer : !llvm.ptr to memref<3xf32, strided<[1], offset: ?>>
  return %buffer : memref<3xf32, strided<[1], offset: ?>>
}

// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: return
func.func @unused(%pointer: !llvm.ptr) {
  %buffer = builtin.unrealized_conversion_cast %pointer : !llvm.ptr to memref<3xf32>
  return
}

// A buffer that has a descriptor keeps it.

// CHECK-LABEL: func.func @described(
// CHECK-SAME: %[[FIELDS:.+]]: !llvm.struct
// CHECK-NEXT: builtin.unrealized_conversion_cast %[[FIELDS]]
// CHECK-NEXT: return
func.func @described(%fields: !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<3xf32> {
  %buffer = builtin.unrealized_conversion_cast %fields : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<3xf32>
  return %buffer : memref<3xf32>
}
