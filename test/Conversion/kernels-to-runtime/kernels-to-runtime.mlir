// RUN: dtensor-opt %s --convert-kernels-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

#a = affine_map<(b, i, j, k) -> (b, i, k)>
#b = affine_map<(b, i, j, k) -> (j, k)>
#c = affine_map<(b, i, j, k) -> (b, i, j)>

// f32 all; added to; no batch loops, rows b and i, columns j, sums k; then the
// axes of each in a, b and c.
// CHECK: @dt_contraction(dense<[7, 7, 7, 1, 0, 2, 1, 1, 0, -1, 0, 1, -1, 1, -1, 0, 2, 2, 1, -1]>
// CHECK-LABEL: func @contract
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: llvm.call @dt_contract(%[[DEVICE]],
func.func @contract(%device: !llvm.ptr, %x: memref<2x4x8xf32>, %y: memref<6x8xf32>, %z: memref<2x4x6xf32>) {
  linalg.generic {dtensor.kernel = "accumulates", indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : memref<2x4x8xf32>, memref<6x8xf32>) outs(%z : memref<2x4x6xf32>) {
  ^bb0(%u: f32, %v: f32, %w: f32):
    %0 = arith.mulf %u, %v : f32
    %1 = arith.addf %w, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

func.func @no_device(%x: memref<4x4xf32>) {
  // expected-error@+1 {{required: buffers, and the device's handle as the function's first argument}}
  linalg.matmul {dtensor.kernel = "overwrites"} ins(%x, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  return
}

// -----

// getrf of one axis of the batch, one source and three destinations; of each the
// element type and the rank.
// CHECK: @dt_lapack_call(dense<[1, 1, 1, 3, 8, 3, 8, 3, 3, 2, 3, 1]>
// CHECK-LABEL: func @lapack
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: llvm.call @dt_lapack(%[[DEVICE]],
func.func @lapack(%device: !llvm.ptr, %a: memref<5x4x4xf64>, %p: memref<5x4xi32>, %i: memref<5xi32>) {
  linalg_ext.lapack "getrf" ins(%a : memref<5x4x4xf64>) outs(%a, %p, %i : memref<5x4x4xf64>, memref<5x4xi32>, memref<5xi32>) batch = 1
  return
}

// -----

func.func @no_device(%a: memref<5x4x4xf64>, %p: memref<5x4xi32>, %i: memref<5xi32>) {
  // expected-error@+1 {{required: buffers, and the device's handle as the function's first argument}}
  linalg_ext.lapack "getrf" ins(%a : memref<5x4x4xf64>) outs(%a, %p, %i : memref<5x4x4xf64>, memref<5x4xi32>, memref<5xi32>) batch = 1
  return
}

// -----

// One source and one destination; of each the element type, the rank and whether
// it is unsigned.
// CHECK: @dt_custom(dense<[1, 1, 7, 2, 0, 1, 1, 1]>
// CHECK-LABEL: func @custom
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: llvm.call @dt_custom_call(%[[DEVICE]],
func.func @custom(%device: !llvm.ptr, %a: memref<4x4xf32>, %i: memref<5xi8>) {
  linalg_ext.custom_call "f" ins(%a : memref<4x4xf32>) outs(%i : memref<5xi8>) unsigned_operands = [1]
  return
}
