// RUN: dtensor-opt %s --dtensor-split-functions=max-ops=8 | FileCheck %s

// Results of calls are passed on, and views of memory are not. What is loaded
// from the arguments is loaded where it is needed. Attributes for LLVM stay.

// CHECK-LABEL: func.func private @values__part(
// CHECK-SAME: -> (!llvm.ptr, i64) attributes {{.*}}passthrough = {{\[\[}}"reciprocal-estimates", "none"], "noinline"]
// CHECK: %[[ARENA:.+]] = llvm.call @dt_arena
// CHECK: %[[NUMBER:.+]] = llvm.call @dt_coordinate
// CHECK: llvm.call @dt_use
// CHECK-NEXT: return %[[ARENA]], %[[NUMBER]] : !llvm.ptr, i64
// CHECK: func.func private @values__part_0(
// CHECK-SAME: %[[PASSED:[^:]+]]: !llvm.ptr, %[[ARGUMENTS:[^:]+]]: !llvm.ptr
// CHECK-DAG: llvm.load %[[ARGUMENTS]] invariant
// CHECK-DAG: llvm.getelementptr %[[PASSED]]
// CHECK: llvm.call @dt_use
// CHECK-LABEL: func.func @values(
// CHECK: %[[RESULTS:.+]]:2 = call @values__part(
// CHECK-NOT: llvm.load
// CHECK-NOT: llvm.getelementptr
// CHECK: call @values__part_0(%[[RESULTS]]#0,
// CHECK: return %[[RESULTS]]#1
llvm.func @dt_arena(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @dt_coordinate(!llvm.ptr, i64) -> i64
llvm.func @dt_use(!llvm.ptr, !llvm.ptr)
func.func @values(%device: !llvm.ptr, %arguments: !llvm.ptr) -> i64 attributes {passthrough = [["reciprocal-estimates", "none"]]} {
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %argument = llvm.load %arguments invariant : !llvm.ptr -> !llvm.ptr
  %arena = llvm.call @dt_arena(%device, %c64) : (!llvm.ptr, i64) -> !llvm.ptr
  %view = llvm.getelementptr %arena[%c64] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %number = llvm.call @dt_coordinate(%device, %c64) : (!llvm.ptr, i64) -> i64
  llvm.call @dt_use(%argument, %view) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%view, %argument) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%argument, %view) : (!llvm.ptr, !llvm.ptr) -> ()
  return %number : i64
}
