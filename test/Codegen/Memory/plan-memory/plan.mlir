// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-plan-memory))' | FileCheck %s

dtensor.mesh @mesh <x=3>

// The first and the third buffer are not needed at the same time.
// CHECK-LABEL: @reused
// CHECK: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64, comm.arena} : memref<2048xi8>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[C0]]]
// CHECK: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK: memref.view %[[ARENA]][%[[C1024]]]
// CHECK: %[[AGAIN:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[ARENA]][%[[AGAIN]]]
func.func @reused(%a: memref<256xf32>, %out: memref<256xf32>) {
  %0 = memref.alloc() : memref<256xf32>
  linalg.exp ins(%a : memref<256xf32>) outs(%0 : memref<256xf32>)
  %1 = memref.alloc() : memref<256xf32>
  linalg.exp ins(%0 : memref<256xf32>) outs(%1 : memref<256xf32>)
  %2 = memref.alloc() : memref<256xf32>
  linalg.exp ins(%1 : memref<256xf32>) outs(%2 : memref<256xf32>)
  memref.copy %2, %out : memref<256xf32> to memref<256xf32>
  return
}

// A buffer from outside of a loop is needed until the loop ends.
// CHECK-LABEL: @needed_in_loop
// CHECK: memref.alloc() {alignment = 64 : i64, comm.arena} : memref<2048xi8>
func.func @needed_in_loop(%a: memref<256xf32>, %out: memref<256xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<256xf32>
  linalg.exp ins(%a : memref<256xf32>) outs(%0 : memref<256xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%0 : memref<256xf32>) outs(%out : memref<256xf32>)
    %1 = memref.alloc() : memref<256xf32>
    linalg.exp ins(%out : memref<256xf32>) outs(%1 : memref<256xf32>)
    memref.copy %1, %out : memref<256xf32> to memref<256xf32>
  }
  return
}

// What one turn hands to the next cannot lie at one place.
// CHECK-LABEL: @carried
// CHECK-NOT: comm.arena
// CHECK: scf.for
// CHECK: memref.alloc() : memref<256xf32>
func.func @carried(%a: memref<256xf32>, %out: memref<256xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<256xf32> {
    %1 = memref.alloc() : memref<256xf32>
    linalg.exp ins(%x : memref<256xf32>) outs(%1 : memref<256xf32>)
    scf.yield %1 : memref<256xf32>
  }
  memref.copy %r, %out : memref<256xf32> to memref<256xf32>
  return
}

// An uneven shard takes the place of the largest one.
// CHECK-LABEL: @bounded
// CHECK: memref.alloc() {alignment = 64 : i64, comm.arena} : memref<128xi8>
// CHECK: memref.view {{.*}} : memref<128xi8> to memref<?xf32>
func.func @bounded(%a: memref<?xf32>) {
  %n = comm.shard_extent @mesh [x] of 50
  %0 = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%a : memref<?xf32>) outs(%0 : memref<?xf32>)
  return
}

// Nobody knows how large.
// CHECK-LABEL: @unbounded
// CHECK-NOT: comm.arena
// CHECK: memref.alloc
func.func @unbounded(%a: memref<?xf32>, %n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%a : memref<?xf32>) outs(%0 : memref<?xf32>)
  return
}

// Shared buffers lie in an arena of the group.
// CHECK-LABEL: @shared
// CHECK-DAG: comm.arena, comm.shared_along = ["x"]} : memref<64xi8>
// CHECK-DAG: comm.arena} : memref<64xi8>
func.func @shared(%a: memref<3xf32>, %out: memref<9xf32>) {
  %0 = memref.alloc() : memref<3xf32>
  linalg.exp ins(%a : memref<3xf32>) outs(%0 : memref<3xf32>)
  %1 = memref.alloc() {comm.shared_along = ["x"]} : memref<9xf32>
  comm.all_gather ins(%0 : memref<3xf32>) outs(%1 : memref<9xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [9] shared
  memref.copy %1, %out : memref<9xf32> to memref<9xf32>
  return
}
