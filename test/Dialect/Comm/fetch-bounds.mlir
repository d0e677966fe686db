// RUN: dtensor-opt %s --canonicalize --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s

dtensor.mesh @mesh <x=2, y=2>

// An extent that is the same everywhere is a constant.
// CHECK-LABEL: func @even
// CHECK: arith.constant 9 : index
// CHECK-NOT: comm.window_extent
func.func @even() -> index {
  %0 = comm.window_extent <@mesh, [x, unsharded]> of [8, 3] by affine_map<(d0, d1) -> (d0 * 2 + d1)>
  return %0 : index
}

// CHECK-LABEL: func @uneven
// CHECK: comm.window_extent
func.func @uneven() -> index {
  %0 = comm.window_extent <@mesh, [x, unsharded]> of [7, 3] by affine_map<(d0, d1) -> (d0 * 2 + d1)>
  return %0 : index
}

// What no source covers is kept: a destination that is used again is copied.
// CHECK-LABEL: func @bufferize
// CHECK-SAME: (%[[A:.*]]: memref<4xf32
// CHECK-SAME: %[[D:.*]]: memref<8xf32
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %[[D]], %[[COPY]]
// CHECK: comm.fetch ins(%[[A]] : memref<4xf32, {{.*}}>) outs(%[[COPY]] : memref<8xf32>)
// CHECK-NOT: ->
// CHECK: return
func.func @bufferize(%a: tensor<4xf32>, %d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = comm.fetch ins(%a : tensor<4xf32>) outs(%d : tensor<8xf32>)
      <@mesh, [unsharded]> of [8] by affine_map<(d0) -> (d0)>
      from <@mesh, [x]> of [8] at [2] step [1] count [6] to [0] step [1]
      -> tensor<8xf32>
  return %0, %d : tensor<8xf32>, tensor<8xf32>
}
