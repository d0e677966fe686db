// RUN: dtensor-opt %s --convert-comm-to-runtime=events | FileCheck %s
// RUN: dtensor-opt %s --convert-comm-to-runtime | FileCheck %s --check-prefix=OFF

// The bytes are those of the communication report: half of 8x4 numbers.
// CHECK-DAG: constant @[[GATHER:dt_event.*]](dense<[0, 3, 64]>
// CHECK-DAG: constant @{{dt_event.*}}(dense<[1, 4, -1]>
// CHECK-DAG: constant @[[TEXT:dt_text.*]]("all_gather\09b.mlir:7:3\0A\09of a test\0A\00")
// CHECK-DAG: constant @{{dt_text.*}}("barrier\09b.mlir:8:3\0A\00")
// CHECK-LABEL: func @gather
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK-DAG: %[[EVENT_PLACE:.+]] = llvm.mlir.addressof @[[GATHER]] :
// CHECK: llvm.call @dt_begin_event(%[[DEVICE]], %[[EVENT_PLACE]],
// CHECK-NEXT: llvm.call @dt_collective(
// CHECK-NEXT: llvm.call @dt_end_event(%[[DEVICE]])
// CHECK: llvm.call @dt_begin_event(
// CHECK-NEXT: llvm.call @dt_barrier(
// CHECK-NEXT: llvm.call @dt_end_event(%[[DEVICE]])
// OFF-NOT: event
dtensor.mesh @mesh <x=2>
func.func @gather(%a: memref<4x4xf32>, %b: memref<8x4xf32>) {
  comm.all_gather ins(%a : memref<4x4xf32>) outs(%b : memref<8x4xf32>) #dtensor.layout<@mesh, [x, unsharded]> to #dtensor.layout<@mesh, [unsharded, unsharded]> of [8, 4] because "of a test" loc("b.mlir":7:3)
  comm.barrier @mesh [x] loc("b.mlir":8:3)
  return
}
