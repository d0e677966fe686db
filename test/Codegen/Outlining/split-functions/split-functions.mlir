// RUN: dtensor-opt %s --split-input-file --dtensor-split-functions=max-ops=4 | FileCheck %s

// Space for arguments belongs to the part that uses it, and is never divided
// from its user. Constants and addresses are computed where they are needed.

// CHECK-LABEL: func.func private @spaces__part(
// CHECK-SAME: %[[DEVICE:.+]]: !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK: %[[ONE:.+]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[SPACE:.+]] = llvm.alloca %[[ONE]] x i64
// CHECK: llvm.store %{{.+}}, %[[SPACE]]
// CHECK: llvm.call @dt_first(%[[DEVICE]], %[[SPACE]])
// CHECK: return
// CHECK: func.func private @spaces__part_0(
// CHECK: llvm.alloca
// CHECK: llvm.call @dt_second
// CHECK-LABEL: func.func @spaces(
// CHECK-SAME: %[[ARGUMENT:.+]]: !llvm.ptr)
// CHECK-NOT: llvm.alloca
// CHECK: call @spaces__part(%[[ARGUMENT]])
// CHECK-NEXT: call @spaces__part_0(%[[ARGUMENT]])
// CHECK-NEXT: return
llvm.func @dt_first(!llvm.ptr, !llvm.ptr)
llvm.func @dt_second(!llvm.ptr, !llvm.ptr)
func.func @spaces(%device: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %first = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %second = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %one, %first : i64, !llvm.ptr
  llvm.call @dt_first(%device, %first) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.store %one, %second : i64, !llvm.ptr
  llvm.call @dt_second(%device, %second) : (!llvm.ptr, !llvm.ptr) -> ()
  return
}

// -----

// A long block in a loop is split as well; a short function stays as it is.

// CHECK-LABEL: func.func private @loop__part(%{{.+}}: !llvm.ptr, %{{.+}}: index)
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK-NEXT: func.call @loop__part(
// CHECK-NEXT: func.call @loop__part_0(
// CHECK-NEXT: func.call @loop__part_1(
// CHECK-NEXT: }
// CHECK-LABEL: func.func @short(
// CHECK-COUNT-3: call @use
func.func private @use(!llvm.ptr, index)
func.func @loop(%device: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %c0) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %c8) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
    func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
  }
  return
}
func.func @short(%device: !llvm.ptr, %i: index) {
  func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
  func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
  func.call @use(%device, %i) : (!llvm.ptr, index) -> ()
  return
}

// -----

// Space stays at the start of a function: behind a branch its size would be open.

// CHECK-LABEL: func.func private @branch__part(
// CHECK-NEXT: llvm.mlir.constant
// CHECK-NEXT: llvm.alloca
// CHECK: scf.if
// CHECK: llvm.call @dt_use
// CHECK-LABEL: func.func @branch(
llvm.func @dt_use(!llvm.ptr, !llvm.ptr)
func.func private @other()
func.func @branch(%device: !llvm.ptr, %condition: i1) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %space = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  scf.if %condition {
    func.call @other() : () -> ()
  }
  llvm.store %one, %space : i64, !llvm.ptr
  llvm.call @dt_use(%device, %space) : (!llvm.ptr, !llvm.ptr) -> ()
  func.call @other() : () -> ()
  func.call @other() : () -> ()
  func.call @other() : () -> ()
  func.call @other() : () -> ()
  return
}
