// RUN: dtensor-opt %s --pass-pipeline='builtin.module(func.func(dtensor-share-buffers))' | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// What all members of the group get is stored once.
// CHECK-LABEL: @gathered
// CHECK: memref.alloc() {comm.shared_along = ["x"]} : memref<8xf32>
// CHECK: comm.all_gather {{.*}} shared
func.func @gathered(%a: memref<4xf32>, %out: memref<8xf32>) {
  %d = memref.alloc() : memref<8xf32>
  comm.all_gather ins(%a : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  linalg.exp ins(%d : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// Members get different parts.
// CHECK-LABEL: @scattered
// CHECK-NOT: shared
func.func @scattered(%a: memref<8xf32>, %out: memref<4xf32>) {
  %d = memref.alloc() : memref<4xf32>
  comm.reduce_scatter ins(%a : memref<8xf32>) outs(%d : memref<4xf32>) <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]> of [8]
  linalg.exp ins(%d : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// Each device would overwrite what its peers read.
// CHECK-LABEL: @overwritten
// CHECK-NOT: shared
func.func @overwritten(%a: memref<4xf32>, %out: memref<8xf32>) {
  %d = memref.alloc() : memref<8xf32>
  comm.all_gather ins(%a : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  linalg.exp ins(%d : memref<8xf32>) outs(%d : memref<8xf32>)
  memref.copy %d, %out : memref<8xf32> to memref<8xf32>
  return
}

// So would a write through a view.
// CHECK-LABEL: @overwritten_in_part
// CHECK-NOT: shared
func.func @overwritten_in_part(%a: memref<4xf32>, %out: memref<8xf32>, %c: f32) {
  %d = memref.alloc() : memref<8xf32>
  comm.all_gather ins(%a : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  %v = memref.subview %d[0] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1]>>
  linalg.fill ins(%c : f32) outs(%v : memref<2xf32, strided<[1]>>)
  memref.copy %d, %out : memref<8xf32> to memref<8xf32>
  return
}

// An argument that is no result is not known to be the same for all.
// CHECK-LABEL: @argument
// CHECK-NOT: shared
func.func @argument(%a: memref<4xf32>, %out: memref<8xf32>) {
  comm.all_gather ins(%a : memref<4xf32>) outs(%out : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
  return
}

// Nothing is in it.
// CHECK-LABEL: @empty
// CHECK-NOT: shared
func.func @empty(%out: memref<0xf32>) {
  %d = memref.alloc() : memref<0xf32>
  comm.all_gather ins(%d : memref<0xf32>) outs(%d : memref<0xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [0]
  linalg.exp ins(%d : memref<0xf32>) outs(%out : memref<0xf32>)
  return
}

// Handed on to the next turn, it has no place that is the same in all turns.
// CHECK-LABEL: @carried
// CHECK-NOT: shared
// CHECK: return
func.func @carried(%a: memref<4xf32>, %out: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<8xf32>
  memref.copy %out, %first : memref<8xf32> to memref<8xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%m = %first) -> memref<8xf32> {
    %d = memref.alloc() : memref<8xf32>
    linalg.exp ins(%m : memref<8xf32>) outs(%out : memref<8xf32>)
    comm.all_gather ins(%a : memref<4xf32>) outs(%d : memref<8xf32>) <@mesh, [x]> to <@mesh, [unsharded]> of [8]
    scf.yield %d : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// The memory of a result is the caller's, who provides it once.
// CHECK-LABEL: @result
// CHECK-SAME: comm.shared_along = ["x", "y"]
// CHECK: comm.all_reduce {{.*}} shared
func.func @result(%a: memref<8xf32>,
    %out: memref<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>, comm.result}) {
  comm.all_reduce ins(%a : memref<8xf32>) outs(%out : memref<8xf32>) <@mesh, [unsharded], partial<sum, [x, y]>> to <@mesh, [unsharded]> of [8]
  return
}

// Rows are on y, and each is stored once.
// CHECK-LABEL: @result_of_rows
// CHECK-SAME: comm.shared_along = ["x"]
// CHECK: comm.all_reduce {{.*}} shared
func.func @result_of_rows(%a: memref<4xf32>,
    %out: memref<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>, comm.result}) {
  comm.all_reduce ins(%a : memref<4xf32>) outs(%out : memref<4xf32>) <@mesh, [y], partial<sum, [x]>> to <@mesh, [y]> of [8]
  return
}

// Devices along y compute the same, each for itself.
// CHECK-LABEL: @result_of_two_groups
// CHECK-NOT: shared
// CHECK: return
func.func @result_of_two_groups(%a: memref<8xf32>,
    %out: memref<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>, comm.result}) {
  comm.all_reduce ins(%a : memref<8xf32>) outs(%out : memref<8xf32>) <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8]
  return
}

// Each device would change what its peers change as well.
// CHECK-LABEL: @result_overwritten
// CHECK-NOT: shared
// CHECK: return
func.func @result_overwritten(%a: memref<8xf32>,
    %out: memref<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>, comm.result}) {
  comm.all_reduce ins(%a : memref<8xf32>) outs(%out : memref<8xf32>) <@mesh, [unsharded], partial<sum, [x, y]>> to <@mesh, [unsharded]> of [8]
  linalg.exp ins(%out : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// What each device reads only may be memory of all.
// CHECK-LABEL: @result_read
// CHECK-SAME: comm.shared_along = ["x", "y"]
func.func @result_read(%a: memref<8xf32>,
    %out: memref<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>, comm.result},
    %other: memref<8xf32>) {
  comm.all_reduce ins(%a : memref<8xf32>) outs(%out : memref<8xf32>) <@mesh, [unsharded], partial<sum, [x, y]>> to <@mesh, [unsharded]> of [8]
  linalg.exp ins(%out : memref<8xf32>) outs(%other : memref<8xf32>)
  return
}

// The caller does not know how large it is before the program runs.
// CHECK-LABEL: @result_dynamic
// CHECK-NOT: shared
// CHECK: return
func.func @result_dynamic(%a: memref<?xf32>, %n: index,
    %out: memref<?xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>, comm.result}) {
  comm.all_reduce ins(%a : memref<?xf32>) outs(%out : memref<?xf32>) <@mesh, [unsharded], partial<sum, [x, y]>> to <@mesh, [unsharded]> of [%n]
  return
}
