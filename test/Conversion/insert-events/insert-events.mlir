// RUN: dtensor-opt %s --dtensor-insert-events --split-input-file --verify-diagnostics | FileCheck %s

// Loops that take long have an event each. Fused ones name all ops.
// CHECK-DAG: constant @[[FIRST:dt_event.*]](dense<[0, 0, 524288]>
// CHECK-DAG: constant @[[FIRST_TEXT:dt_text.*]]("math.exp\09a.mlir:3:4\0Aarith.mulf\09a.mlir:5:6\0A\00")
// CHECK-DAG: constant @{{dt_event.*}}(dense<[1, 2, 524288]>
// CHECK-DAG: constant @{{dt_text.*}}("memref.copy\09a.mlir:7:8\0A\00")
// CHECK-LABEL: func @loops(
// CHECK-SAME: %[[DEVICE:.+]]: !llvm.ptr
// CHECK-DAG: %[[EVENT:.+]] = llvm.mlir.addressof @[[FIRST]] :
// CHECK-DAG: %[[TEXT:.+]] = llvm.mlir.addressof @[[FIRST_TEXT]] :
// CHECK: llvm.call @dt_begin_event(%[[DEVICE]], %[[EVENT]], %[[TEXT]])
// CHECK-NEXT: scf.for
// CHECK: llvm.call @dt_end_event(%[[DEVICE]])
// CHECK: llvm.call @dt_begin_event
// CHECK-NEXT: memref.copy %
// CHECK-NEXT: llvm.call @dt_end_event
// CHECK-NEXT: return
func.func @loops(%device: !llvm.ptr, %a: memref<65536xf32>, %b: memref<65536xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65536 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<65536xf32>
    %e = math.exp %v : f32
    memref.store %e, %b[%i] : memref<65536xf32>
  } loc(fused[fused<"math.exp">["a.mlir":3:4], fused<"arith.mulf">["a.mlir":5:6]])
  memref.copy %a, %b : memref<65536xf32> to memref<65536xf32> loc(fused<"memref.copy">["a.mlir":7:8])
  return
}

// -----

// Short loops share an event, in which there may be other ops.
// CHECK-DAG: constant @{{dt_text.*}}("memref.store\09x.mlir:1:1\0Aarith.constant\09x.mlir:2:1\0A\00")
// CHECK-LABEL: func @short(
// CHECK: dt_begin_event
// CHECK-NEXT: scf.for
// CHECK: arith.constant 7
// CHECK: scf.for
// CHECK: }
// CHECK-NEXT: dt_end_event
// CHECK-NEXT: return
func.func @short(%device: !llvm.ptr, %b: memref<400xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 400 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %b[%i] : memref<400xf32>
  } loc(fused<"memref.store">["x.mlir":1:1])
  %other = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %b[%i] : memref<400xf32>
  } loc(fused<"arith.constant">["x.mlir":2:1])
  return
}

// -----

// A loop of a few operations has none.
// CHECK-LABEL: func @tiny(
// CHECK-NOT: dt_begin_event
// CHECK: return
func.func @tiny(%device: !llvm.ptr, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %b[%i] : memref<4xf32>
  }
  return
}

// -----

// A loop of the program is divided if its iterations take long.
// CHECK-DAG: constant @{{dt_event.*}}(dense<[0, 0, 262144]>
// CHECK-DAG: constant @{{dt_event.*}}(dense<[1, 5, -1]>
// CHECK-LABEL: func @steps(
// CHECK: dt_begin_event
// CHECK-NEXT: scf.for
// CHECK: dt_begin_event
// CHECK-NEXT: scf.for
// CHECK: dt_end_event
// CHECK: dt_end_event
// CHECK-NEXT: return
func.func @steps(%device: !llvm.ptr, %b: memref<65536xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65536 : index
  %z = arith.constant 0.0 : f32
  scf.for %step = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %z, %b[%i] : memref<65536xf32>
    }
  } loc(fused<"dtensor.control_flow">["x.mlir":1:1])
  return
}

// -----

// Kernels have events of their own, and those of collectives are left as they are.
// CHECK-DAG: constant @{{dt_event.*}}(dense<[1, 1, -1]>
// CHECK-LABEL: func @kernel(
// CHECK: llvm.call @dt_begin_event
// CHECK-NEXT: llvm.call @dt_collective
// CHECK-NEXT: llvm.call @dt_end_event
// CHECK: llvm.call @dt_begin_event
// CHECK-NEXT: llvm.call @dt_contract
// CHECK-NEXT: llvm.call @dt_end_event
// CHECK-NEXT: return
llvm.func @dt_begin_event(!llvm.ptr, !llvm.ptr, !llvm.ptr)
llvm.func @dt_end_event(!llvm.ptr)
llvm.func @dt_collective(!llvm.ptr)
llvm.func @dt_contract(!llvm.ptr)
func.func @kernel(%device: !llvm.ptr, %event: !llvm.ptr) {
  llvm.call @dt_begin_event(%device, %event, %event) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_collective(%device) : (!llvm.ptr) -> ()
  llvm.call @dt_end_event(%device) : (!llvm.ptr) -> ()
  llvm.call @dt_contract(%device) : (!llvm.ptr) -> ()
  return
}

// -----

// expected-error @below {{required: the device's handle as the first argument, which convert-comm-to-runtime adds}}
func.func @no_device(%a: memref<4xf32>) {
  return
}
