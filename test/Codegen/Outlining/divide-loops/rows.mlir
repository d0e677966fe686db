// RUN: dtensor-opt %s --split-input-file --dtensor-divide-loops=min-work=1000 | FileCheck %s

// Other threads see what a part wrote around the caches.

// CHECK-LABEL: func.func private @streams__part__range(
// CHECK: call @streams__part(
// CHECK-NEXT: llvm.fence seq_cst
// CHECK-NEXT: return
module attributes {comm.alone} {
func.func @streams(%device: !llvm.ptr, %a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c16 {
      %0 = vector.load %a[%i, %j] : memref<64x64xf32>, vector<16xf32>
      vector.store %0, %b[%i, %j] {alignment = 64 : i64, nontemporal = true} : memref<64x64xf32>, vector<16xf32>
    }
  } {comm.parallel}
  return
}
}

// -----

// What a loop over rows writes is at its variable, or in buffers of the row.
// These go to the stack of each thread. Two that overlap in the arena still do.

// CHECK-LABEL: func.func private @rows__part(
// CHECK-SAME: %[[A:[a-z0-9]*]]: !llvm.ptr {llvm.noalias}, %[[SPACE:[a-z0-9]*]]: !llvm.ptr {llvm.noalias}, %[[B:[a-z0-9]*]]: !llvm.ptr {llvm.noalias}, %{{.*}}: index, %{{.*}}: index)
// CHECK: %[[OWN:.*]] = builtin.unrealized_conversion_cast %[[SPACE]] : !llvm.ptr to memref<384xi8>
// CHECK: %[[LATE:.*]] = arith.constant 128 : index
// CHECK: memref.view %[[OWN]][%[[LATE]]][] : memref<384xi8> to memref<64xf32>
// CHECK: %[[EARLY:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[OWN]][%[[EARLY]]][] : memref<384xi8> to memref<16xf32>
// CHECK: %[[MIDDLE:.*]] = arith.constant 48 : index
// CHECK: memref.view %[[OWN]][%[[MIDDLE]]][] : memref<384xi8> to memref<16xf32>
// CHECK-LABEL: func.func private @rows__part__divided(
// CHECK: llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr)>
// CHECK-LABEL: func.func private @rows__part__range(
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(384 : i64)
// CHECK: %[[STACK:.*]] = llvm.alloca %[[BYTES]] x i8 {alignment = 64 : i64}
// CHECK: call @rows__part(%{{.*}}, %[[STACK]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: alloca
// CHECK: call @rows__part__divided(
module attributes {comm.alone} {
func.func @rows(%device: !llvm.ptr, %a: memref<64x64xf32>, %b: memref<64x64xf32>, %arena: memref<4096xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c176 = arith.constant 176 : index
  %c1024 = arith.constant 1024 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.subview %a[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %own = memref.view %arena[%c1024][] : memref<4096xi8> to memref<64xf32>
    %first = memref.view %arena[%c128][] : memref<4096xi8> to memref<16xf32>
    %second = memref.view %arena[%c176][] : memref<4096xi8> to memref<16xf32>
    %y = memref.subview %b[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = memref.load %x[%j] : memref<64xf32, strided<[1], offset: ?>>
      memref.store %0, %own[%j] : memref<64xf32>
      memref.store %0, %first[%c0] : memref<16xf32>
      memref.store %0, %second[%c1] : memref<16xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %0 = memref.load %own[%j] : memref<64xf32>
      memref.store %0, %y[%j] : memref<64xf32, strided<[1], offset: ?>>
    }
  }
  return
}
}

// -----

// Four rows at a time, and elements at the loop's variable.

// CHECK-LABEL: func.func @tiles(
// CHECK-NOT: scf.for
// CHECK: call @tiles__part__divided(
// CHECK-NOT: scf.for
// CHECK: call @tiles__part_0__divided(
module attributes {comm.alone} {
func.func @tiles(%device: !llvm.ptr, %a: memref<64x64xf32>, %b: memref<2x4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    %part = memref.subview %a[%i, 0] [4, 64] [1, 1] : memref<64x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    scf.for %j = %c0 to %c64 step %c1 {
      memref.store %x, %part[%c1, %j] : memref<4x64xf32, strided<[64, 1], offset: ?>>
    }
  }
  scf.for %i = %c0 to %c4096 step %c1 {
    %0 = memref.load %b[%c0, %i] : memref<2x4096xf32>
    memref.store %0, %b[%c1, %i] : memref<2x4096xf32>
  }
  return
}
}

// -----

// These iterations depend on each other: they write the same place, more rows
// than a step has, along two axes, or read what another one writes.

// CHECK-LABEL: func.func @dependent(
// CHECK-COUNT-5: scf.for
// CHECK-NOT: __divided
module attributes {comm.alone} {
func.func @dependent(%device: !llvm.ptr, %a: memref<4098x64xf32>, %b: memref<4098x4098xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4096 = arith.constant 4096 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c4096 step %c1 {
    memref.store %x, %a[%c0, %c0] : memref<4098x64xf32>
  }
  scf.for %i = %c0 to %c4096 step %c2 {
    %part = memref.subview %a[%i, 0] [3, 64] [1, 1] : memref<4098x64xf32> to memref<3x64xf32, strided<[64, 1], offset: ?>>
    memref.store %x, %part[%c0, %c0] : memref<3x64xf32, strided<[64, 1], offset: ?>>
  }
  scf.for %i = %c0 to %c4096 step %c1 {
    memref.store %x, %b[%i, %c0] : memref<4098x4098xf32>
    memref.store %x, %b[%c0, %i] : memref<4098x4098xf32>
  }
  scf.for %i = %c0 to %c4096 step %c1 {
    %next = arith.addi %i, %c1 : index
    %0 = memref.load %a[%next, %c0] : memref<4098x64xf32>
    memref.store %0, %a[%i, %c0] : memref<4098x64xf32>
  }
  scf.for %i = %c0 to %c4096 step %c1 {
    %row = memref.subview %a[0, 0] [4098, 1] [1, 1] : memref<4098x64xf32> to memref<4098xf32, strided<[64]>>
    memref.store %x, %row[%i] : memref<4098xf32, strided<[64]>>
  }
  return
}
}

// -----

// A vector of two rows reaches into the next iteration's.

// CHECK-LABEL: func.func @vectors_of_rows(
// CHECK: scf.for
// CHECK-NOT: __divided
module attributes {comm.alone} {
func.func @vectors_of_rows(%device: !llvm.ptr, %a: memref<65x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant dense<1.0> : vector<2x64xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      vector.store %x, %a[%i, %c0] : memref<65x64xf32>, vector<2x64xf32>
    }
  }
  return
}
}
