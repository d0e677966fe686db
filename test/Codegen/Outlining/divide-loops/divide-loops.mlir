// RUN: dtensor-opt %s --split-input-file --dtensor-divide-loops=min-work=1000 | FileCheck %s

// The loop's function takes a range. Equal loops share the functions.

// CHECK: llvm.func @dt_divide(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK: func.func private @long__part(%[[A:.*]]: !llvm.ptr {llvm.noalias}, %[[X:.*]]: f32, %[[B:.*]]: !llvm.ptr {llvm.noalias}, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c2
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c1
// CHECK: func.func private @long__part__divided(%[[DEVICE:.*]]: !llvm.ptr, %[[A:.*]]: !llvm.ptr, %[[X:.*]]: f32, %[[B:.*]]: !llvm.ptr, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK: %[[SPACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, f32, ptr)>
// CHECK: llvm.store %[[A]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.store %[[X]], %{{.*}} : f32, !llvm.ptr
// CHECK: %[[F:.*]] = constant @long__part__range
// CHECK: %[[RANGE:.*]] = builtin.unrealized_conversion_cast %[[F]]
// CHECK: %[[STEP:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: llvm.call @dt_divide(%[[DEVICE]], %[[RANGE]], %[[SPACE]], %{{.*}}, %{{.*}}, %[[STEP]])
// CHECK: func.func private @long__part__range(%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: call @long__part(
// CHECK-NOT: func.func private
// CHECK: func.func @long(%[[DEVICE:.*]]: !llvm.ptr,
// CHECK: call @long__part__divided(%[[DEVICE]], %{{.*}}, %{{.*}}, %{{.*}}, %c0, %c64)
// CHECK: call @long__part__divided(%[[DEVICE]], %{{.*}}, %{{.*}}, %{{.*}}, %c0, %c64)
module attributes {comm.alone} {
func.func @long(%device: !llvm.ptr, %a: memref<64x64xf32>, %b: memref<64x64xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c2 {
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = memref.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %x, %0 : f32
      memref.store %1, %b[%i, %j] : memref<64x64xf32>
    } {comm.parallel}
  } {comm.parallel}
  scf.for %i = %c0 to %c64 step %c2 {
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = memref.load %b[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %y, %0 : f32
      memref.store %1, %a[%i, %j] : memref<64x64xf32>
    } {comm.parallel}
  } {comm.parallel}
  return
}
}

// -----

// An outer loop of two iterations gives way to one with more. What is short,
// calls functions, has a buffer at a place that is not known, or is not parallel,
// stays.

// CHECK-LABEL: func.func private @few__part(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-LABEL: func.func @few(
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK: call @few__part__divided({{.*}}, %c0, %c2048)
// CHECK-NOT: call @few__part
// CHECK: return
module attributes {comm.alone} {
llvm.func @dt_fail(!llvm.ptr)
func.func @few(%device: !llvm.ptr, %a: memref<2x2048xf32>, %b: memref<2x2048xf32>, %arena: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %c2048 = arith.constant 2048 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2048 step %c1 {
      %0 = memref.load %a[%i, %j] : memref<2x2048xf32>
      memref.store %0, %b[%i, %j] : memref<2x2048xf32>
    } {comm.parallel}
  } {comm.parallel}
  scf.for %j = %c0 to %c100 step %c1 {
    %0 = memref.load %a[%c0, %j] : memref<2x2048xf32>
    memref.store %0, %b[%c0, %j] : memref<2x2048xf32>
  } {comm.parallel}
  scf.for %j = %c0 to %c2048 step %c1 {
    llvm.call @dt_fail(%device) : (!llvm.ptr) -> ()
  } {comm.parallel}
  scf.for %j = %c0 to %c2048 step %c1 {
    %own = memref.view %arena[%j][] : memref<64xi8> to memref<4xf32>
    %0 = memref.load %a[%c0, %j] : memref<2x2048xf32>
    memref.store %0, %own[%c0] : memref<4xf32>
  } {comm.parallel}
  scf.for %j = %c0 to %c2048 step %c1 {
    %0 = memref.load %a[%c0, %j] : memref<2x2048xf32>
    memref.store %0, %b[%c0, %c0] : memref<2x2048xf32>
  }
  return
}
}

// -----

// Several devices have a core each.

// CHECK-LABEL: func.func @several(
// CHECK: scf.for
func.func @several(%device: !llvm.ptr, %a: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2048 = arith.constant 2048 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c2048 step %c1 {
    memref.store %x, %a[%i] : memref<2048xf32>
  } {comm.parallel}
  return
}
