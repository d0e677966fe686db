// RUN: dtensor-opt %s --dtensor-add-entry-wrapper=flush-subnormals | FileCheck %s
// RUN: dtensor-opt %s --dtensor-add-entry-wrapper | FileCheck %s --check-prefix=KEPT

// KEPT-NOT: dt_flush_subnormals

// CHECK-LABEL: func @main__entry
// CHECK: %[[BEGIN:.+]] = llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.call @dt_flush_subnormals(%[[BEGIN]])
// CHECK: call @main
// CHECK: %[[END:.+]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.call @dt_flush_subnormals(%[[END]])
// CHECK-NEXT: return
func.func @main(%device: !llvm.ptr, %a: memref<4xf32>) {
  return
}
