// RUN: dtensor-opt %s --split-input-file --pass-pipeline='builtin.module(dtensor-outline-loops{min-nests=1 max-innermost=2},canonicalize)' | FileCheck %s

// Equal nests share a function, whatever buffers they work on and wherever in
// the arena these are. Constants are the function's own.

// CHECK-LABEL: func.func private @shared__loops(
// CHECK-SAME: %[[A:.+]]: !llvm.ptr {llvm.noalias}, %[[B:.+]]: !llvm.ptr {llvm.noalias}) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[C8]]
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-2: call @shared__loops(%{{.+}}, %{{.+}}) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NOT: scf.for
// CHECK: return
func.func @shared(%a: memref<8xf32>, %out: memref<8xf32>, %arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %two = arith.constant 2.0 : f32
  %inner = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %inner[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %inner[%i] : memref<8xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %out[%i] : memref<8xf32>
  }
  return
}

// -----

// Not the same: another constant, another operation.

// CHECK: func.func private @differ__loops(
// CHECK: func.func private @differ__loops_0(
// CHECK: func.func private @differ__loops_1(
// CHECK: call @differ__loops(
// CHECK: call @differ__loops_0(
// CHECK: call @differ__loops_1(
func.func @differ(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c7 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<8xf32>
  }
  return
}

// -----

// Buffers that overlap and are written are not `noalias`; what is only read may
// overlap what is only read. A view within the nest goes in front of it.

// CHECK: func.func private @overlap__loops(%{{[^:]+}}: !llvm.ptr, %{{[^:]+}}: !llvm.ptr) attributes
// CHECK: func.func private @overlap__loops_0(%{{[^:]+}}: !llvm.ptr {llvm.noalias}, %{{[^:]+}}: !llvm.ptr {llvm.noalias}, %{{[^:]+}}: !llvm.ptr {llvm.noalias})
// CHECK: func.func @overlap
// CHECK: call @overlap__loops(
// CHECK: memref.view
// CHECK: call @overlap__loops_0(
func.func @overlap(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %b = memref.view %arena[%c16][] : memref<128xi8> to memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %c64 = arith.constant 64 : index
    %row = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
    %x = memref.load %a[%i] : memref<8xf32>
    %y = memref.load %b[%i] : memref<8xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %row[%i] : memref<8xf32>
  }
  return
}

// -----

// Open extents and strides are passed, an open offset is in the pointer.
// Scalars are passed and returned.

// CHECK: func.func private @open__loops(%{{[^:]+}}: index, %{{[^:]+}}: f32, %{{[^:]+}}: !llvm.ptr {llvm.noalias}, %{{[^:]+}}: i64, %{{[^:]+}}: i64) -> f32
// CHECK: builtin.unrealized_conversion_cast %{{.+}}, %{{.+}}, %{{.+}} : !llvm.ptr, i64, i64 to memref<
// CHECK: func.func @open(
// CHECK: %[[OFFSET:.+]] = llvm.extractvalue %{{.+}}[2]
// CHECK: %[[START:.+]] = llvm.getelementptr %{{.+}}[%[[OFFSET]]]
// CHECK: %[[SUM:.+]] = call @open__loops(%{{.+}}, %{{.+}}, %[[START]], %{{.+}}, %{{.+}})
// CHECK: return %[[SUM]]
func.func @open(%a: memref<?xf32, strided<[?], offset: ?>>, %n: index, %from: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%part = %from) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32, strided<[?], offset: ?>>
    %y = arith.addf %part, %x : f32
    scf.yield %y : f32
  }
  return %sum : f32
}

// -----

// What calls the runtime stays where it is; loops within go. So do the parts of
// what has many loops.

// CHECK: func.func private @stays__loops(
// CHECK-NOT: func.func private @stays
// CHECK: func.func @stays
// CHECK: scf.for
// CHECK-NEXT: llvm.call @dt_barrier
// CHECK: call @stays__loops
// CHECK: scf.for
// CHECK-COUNT-3: call @stays__loops
llvm.func @dt_barrier(!llvm.ptr)
func.func @stays(%device: !llvm.ptr, %a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %c8 step %c1 {
    llvm.call @dt_barrier(%device) : (!llvm.ptr) -> ()
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<8xf32>
    }
  }
  scf.for %t = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<8xf32>
    }
  }
  return
}
