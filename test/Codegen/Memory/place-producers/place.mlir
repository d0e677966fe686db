// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-place-producers))' --split-input-file | FileCheck %s

dtensor.mesh @mesh <x=2>

// The shard is computed at its place in the shared buffer, once peers are done
// with what the memory held before.
// CHECK-LABEL: @produced
// CHECK: %[[D:.*]] = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
// CHECK: %[[O:.*]] = comm.shard_offset @mesh [x] of 8
// CHECK: comm.barrier @mesh [x]
// CHECK: %[[P:.*]] = memref.subview %[[D]][%[[O]]] [4] [1]
// CHECK: linalg.exp {{.*}} outs(%[[P]]
// CHECK: comm.all_gather ins(%[[P]] {{.*}} outs(%[[D]]
func.func @produced(%a: memref<4xf32>, %out: memref<8xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
  comm.all_gather ins(%s : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8] shared
  linalg.exp ins(%d : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// Memory of a result is shared as well. Nobody reads it before.
// CHECK-LABEL: @produced_for_result
// CHECK-NOT: comm.barrier
// CHECK: %[[P:.*]] = memref.subview %arg1
// CHECK: linalg.exp {{.*}} outs(%[[P]]
// CHECK: comm.all_gather ins(%[[P]] {{.*}} outs(%arg1
func.func @produced_for_result(%a: memref<4xf32>,
    %out: memref<8xf32> {comm.shared_along = ["x"], comm.result}) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  comm.all_gather ins(%s : memref<4xf32>) outs(%out : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8] shared
  return
}

// A part of the destination that a loop reads first.
// CHECK-LABEL: @read_before
// CHECK-NOT: memref.subview
// CHECK: return
func.func @read_before(%a: memref<4xf32>, %n: index, %other: memref<8xf32>,
    %out: memref<8xf32> {comm.shared_along = ["x"], comm.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%out : memref<8xf32>) outs(%other : memref<8xf32>)
  }
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  comm.all_gather ins(%s : memref<4xf32>) outs(%out : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8] shared
  return
}

// A use after the gather would read or write what is everybody's.
// CHECK-LABEL: @used_later
// CHECK-NOT: memref.subview
// CHECK: return
func.func @used_later(%a: memref<4xf32>, %out: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
  comm.all_gather ins(%s : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8] shared
  linalg.exp ins(%s : memref<4xf32>) outs(%s : memref<4xf32>)
  memref.copy %s, %out : memref<4xf32> to memref<4xf32>
  return
}

// Only the group's own buffer can be written so.
// CHECK-LABEL: @not_shared
// CHECK-NOT: memref.subview
// CHECK: return
func.func @not_shared(%a: memref<4xf32>, %out: memref<8xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  comm.all_gather ins(%s : memref<4xf32>) outs(%out : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  return
}

// -----

dtensor.mesh @grid <x=2, y=2>

// What another group shares is written by all of it: each of them has another
// destination.
// CHECK-LABEL: @source_is_shared
// CHECK-NOT: memref.subview
// CHECK: return
func.func @source_is_shared(%a: memref<2xf32>, %out: memref<8xf32>) {
  %s = memref.alloc() {comm.shared_along = ["y"]} : memref<4xf32>
  comm.all_gather ins(%a : memref<2xf32>) outs(%s : memref<4xf32>) <@grid, [x+y]> to <@grid, [x]> of [8] shared
  %d = memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
  comm.all_gather ins(%s : memref<4xf32>) outs(%d : memref<8xf32>) <@grid, [x]> to <@grid, [unsharded]> of [8] shared
  linalg.exp ins(%d : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

dtensor.mesh @mesh <x=2>

// A loop writes the shard row by row. Its views have the strides of the
// destination.
// CHECK-LABEL: @produced_by_rows
// CHECK: %[[P:.*]] = memref.subview %arg1[0, %{{.*}}] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: ?>>
// CHECK: scf.for
// CHECK: %[[R:.*]] = memref.subview %[[P]][%{{.*}}, 0] [1, 4] [1, 1] : {{.*}} to memref<1x4xf32, strided<[8, 1], offset: ?>>
// CHECK: %[[V:.*]] = memref.subview %[[R]][0, 0] [1, 4] [1, 1] : {{.*}} to memref<4xf32, strided<[1], offset: ?>>
// CHECK: linalg.exp {{.*}} outs(%[[V]]
// CHECK: comm.all_gather ins(%[[P]] {{.*}} outs(%arg1
func.func @produced_by_rows(%a: memref<4xf32>,
    %out: memref<8x8xf32> {comm.shared_along = ["x"], comm.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = memref.alloc() : memref<8x4xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %row = memref.subview %s[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %vector = memref.subview %row[0, 0] [1, 4] [1, 1] : memref<1x4xf32, strided<[4, 1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    linalg.exp ins(%a : memref<4xf32>) outs(%vector : memref<4xf32, strided<[1], offset: ?>>)
  }
  comm.all_gather ins(%s : memref<8x4xf32>) outs(%out : memref<8x8xf32>) <@mesh, [unsharded, x]> to <@mesh, [unsharded, unsharded]> of [8, 8] shared
  return
}
