// RUN: dtensor-opt %s --dtensor-add-entry-wrapper | FileCheck %s

// CHECK: func private @main
func.func @main(%device: !llvm.ptr, %a: memref<4xf32>, %n: i64, %out: !llvm.ptr) {
  return
}

// CHECK-LABEL: func @main__entry
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr, %[[ARGS:.+]]: !llvm.ptr)
// CHECK: %[[A:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.struct
// CHECK: %[[MEMREF:.+]] = builtin.unrealized_conversion_cast %[[A]]
// CHECK: %[[N:.+]] = llvm.load %{{.+}} : !llvm.ptr -> i64
// CHECK: %[[OUT:.+]] = llvm.load %{{.+}} : !llvm.ptr -> !llvm.ptr
// CHECK: call @main(%[[DEVICE]], %[[MEMREF]], %[[N]], %[[OUT]])
