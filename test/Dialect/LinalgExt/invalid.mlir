// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// Parts.

func.func @f(%e: tensor<4xi32>) {
  // expected-error@+1 {{required: a start and an extent for each of the 1 axes of the part; found 2 and 1}}
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4xi32>) part [0, 0] of [16] -> tensor<4xi32>
  return
}

// -----

func.func @f(%e: tensor<4xi32>) {
  // expected-error@+1 {{required: a part within the 16 positions of axis 0}}
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4xi32>) part [13] of [16] -> tensor<4xi32>
  return
}

// -----

func.func @f(%e: tensor<4xi32>, %i: index) {
  // expected-error@+1 {{required: start 0 on axis 0, whose whole extent is not known}}
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4xi32>) part [%i] of [?] -> tensor<4xi32>
  return
}

// -----

func.func @f(%e: tensor<4xi32>) {
  // expected-error@+1 {{required: both the start and the shape of what its tensor is a part of, or none}}
  %0 = "linalg_ext.iota"(%e) <{axis = 0 : i64, partStarts = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// Iota.

func.func @f(%e: tensor<4xi32>) {
  // expected-error@+1 {{has axis 1, but its destination has 1}}
  %0 = linalg_ext.iota axis = 1 outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// Reverse.

func.func @f(%a: tensor<4xf32>, %e: tensor<5xf32>) {
  // expected-error@+1 {{required: a destination like its operand; found 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0 = linalg_ext.reverse ins(%a : tensor<4xf32>) outs(%e : tensor<5xf32>) axes = [0] -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{reverses axis 1, but its operand has 1}}
  %0 = linalg_ext.reverse ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) axes = [1] -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{names axis 0 twice}}
  %0 = linalg_ext.reverse ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) axes = [0, 0] -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{required: a shift for each axis; found 2 for 1}}
  %0 = linalg_ext.roll ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) shifts = [1, 2] axes = [0] -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %e: tensor<?xf32>) {
  // expected-error@+1 {{required: a static extent of axis 0; found 'tensor<?xf32>'}}
  %0 = linalg_ext.roll ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) shifts = [1] axes = [0] -> tensor<?xf32>
  return
}

// -----

// Random.

func.func @f(%s: tensor<2xi64>, %e: tensor<4xi32>) {
  // expected-error@+1 {{required: threefry2x32 or philox4x32; found mersenne}}
  %0 = linalg_ext.random mersenne ins(%s : tensor<2xi64>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%s: tensor<3xi64>, %e: tensor<4xi32>) {
  // expected-error@+1 {{required: a state of 2 i64; found 'tensor<3xi64>'}}
  %0 = linalg_ext.random threefry2x32 ins(%s : tensor<3xi64>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%s: tensor<2xi64>, %e: tensor<4xf32>) {
  // expected-error@+1 {{makes integers of 8, 16, 32 or 64 bits; found 'f32'}}
  %0 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%s: tensor<2xi64>, %e: tensor<?xi32>) {
  // expected-error@+1 {{required: static extents, since bits depend on them; found 'tensor<?xi32>'}}
  %0 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  return
}

// -----

// Dynamic slices.

func.func @f(%a: tensor<4x4xf32>, %e: tensor<2x2xf32>, %i: index) {
  // expected-error@+1 {{required: a start and a size for each of the 2 axes; found 1 and 2}}
  %0 = linalg_ext.dynamic_slice ins(%a : tensor<4x4xf32>) at [%i] sizes = [2, 2] outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %u: tensor<5xf32>, %i: index) {
  // expected-error@+1 {{required: a slice within the 4 positions of axis 0; found size 5}}
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<5xf32>) at [%i] outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_in_too_little_scratch(%a: memref<8x100xf32>, %d: memref<8x3xf32>, %s: memref<2x5xf32>) {
  // expected-error @below {{required: scratch memory of two rows, or of twice the kept elements two times; found 'memref<2x5xf32>'}}
  linalg_ext.sort ins(%a : memref<8x100xf32>) outs(%d, %s : memref<8x3xf32>, memref<2x5xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  }
  return
}
