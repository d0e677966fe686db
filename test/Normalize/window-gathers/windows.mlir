// RUN: dtensor-opt %s -dtensor-window-gathers -canonicalize -split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// Windows of 3 positions at every second position, from position 1 on.
// CHECK: #[[WINDOW:.*]] = affine_map<(d0, d1, d2) -> (d0 * 2 + d1, d2)>
// CHECK-LABEL: func @windows
// CHECK: %[[READ:.*]] = tensor.extract_slice %arg0[1, 0] [9, 4] [1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[WINDOW]], {{.*}} ins(%[[READ]] : tensor<9x4xf32>)
// CHECK-NOT: linalg_ext.gather
func.func @windows(%x: tensor<12x4xf32>) -> tensor<4x3x4xf32> {
  %e = tensor.empty() : tensor<4x3xi64>
  %at = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x3xi64>) {
  ^bb0(%o: i64):
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i64
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %l = arith.index_cast %j : index to i64
    %m = arith.muli %k, %c2 : i64
    %n = arith.addi %m, %l : i64
    %p = arith.addi %n, %c1 : i64
    linalg.yield %p : i64
  } -> tensor<4x3xi64>
  %d = tensor.empty() : tensor<4x3x4xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<12x4xf32>, tensor<4x3xi64>) outs(%d : tensor<4x3x4xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 2>, index_vector_axis = 2, slice_sizes = array<i64: 1, 4>} -> tensor<4x3x4xf32>
  return %r : tensor<4x3x4xf32>
}

// -----

// Slices of 2 positions are windows as well; the other axis is read at a constant.
// CHECK: #[[WINDOW:.*]] = affine_map<(d0, d1) -> (d0 + d1, 0)>
// CHECK-LABEL: func @slices
// CHECK: tensor.extract_slice %arg0[0, 2] [5, 1] [1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[WINDOW]],
func.func @slices(%x: tensor<8x4xf32>) -> tensor<4x2xf32> {
  %e = tensor.empty() : tensor<4x1xi32>
  %iota = linalg_ext.iota axis = 0 outs(%e : tensor<4x1xi32>) -> tensor<4x1xi32>
  %two = arith.constant dense<2> : tensor<4x1xi32>
  %at = tensor.concat dim(1) %iota, %two : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %d = tensor.empty() : tensor<4x2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<8x4xf32>, tensor<4x2xi32>) outs(%d : tensor<4x2xf32>) {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 1>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 2, 1>} -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// What stays a gather: a diagonal, positions that are data, positions read
// backwards, and slices that would have to be moved to be inside.

// CHECK-LABEL: func @diagonal
// CHECK: linalg_ext.gather
func.func @diagonal(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x2xi32>
  %at = linalg_ext.iota axis = 0 outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %d = tensor.empty() : tensor<4xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<4x4xf32>, tensor<4x2xi32>) outs(%d : tensor<4xf32>) {start_axes = array<i64: 0, 1>, collapsed_axes = array<i64: 0, 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 1>} -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @data
// CHECK: linalg_ext.gather
func.func @data(%x: tensor<8xf32>, %at: tensor<4xi32>) -> tensor<4xf32> {
  %d = tensor.empty() : tensor<4xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<8xf32>, tensor<4xi32>) outs(%d : tensor<4xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @backwards
// CHECK: linalg_ext.gather
func.func @backwards(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xi32>
  %iota = linalg_ext.iota axis = 0 outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %three = arith.constant dense<3> : tensor<4xi32>
  %id = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%three, %iota : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.subi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  %d = tensor.empty() : tensor<4xf32>
  %r = linalg_ext.gather ins(%x, %id : tensor<4xf32>, tensor<4xi32>) outs(%d : tensor<4xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @outside
// CHECK: linalg_ext.gather
func.func @outside(%x: tensor<8xf32>) -> tensor<8x2xf32> {
  %e = tensor.empty() : tensor<8xi32>
  %at = linalg_ext.iota axis = 0 outs(%e : tensor<8xi32>) -> tensor<8xi32>
  %d = tensor.empty() : tensor<8x2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<8xf32>, tensor<8xi32>) outs(%d : tensor<8x2xf32>) {start_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 2>} -> tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}

// A position that wraps in its type is not linear.
// CHECK-LABEL: func @wraps
// CHECK: linalg_ext.gather
func.func @wraps(%x: tensor<400xf32>) -> tensor<200xf32> {
  %e = tensor.empty() : tensor<200xi8>
  %at = linalg_ext.iota axis = 0 outs(%e : tensor<200xi8>) -> tensor<200xi8>
  %d = tensor.empty() : tensor<200xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<400xf32>, tensor<200xi8>) outs(%d : tensor<200xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<200xf32>
  return %r : tensor<200xf32>
}

// Signed, a boolean that holds is -1: 3 is read.
// CHECK-LABEL: func @signed_boolean
// CHECK: linalg_ext.gather
func.func @signed_boolean(%x: tensor<400xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xi64>
  %at = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<2xi64>) {
  ^bb0(%o: i64):
    %true = arith.constant true
    %c4 = arith.constant 4 : i64
    %minus = arith.extsi %true : i1 to i64
    %p = arith.addi %c4, %minus : i64
    linalg.yield %p : i64
  } -> tensor<2xi64>
  %d = tensor.empty() : tensor<2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<400xf32>, tensor<2xi64>) outs(%d : tensor<2xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// The sum of two booleans that hold does not: 9 is read.
// CHECK-LABEL: func @sum_of_booleans
// CHECK: linalg_ext.gather
func.func @sum_of_booleans(%x: tensor<400xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xi64>
  %at = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<2xi64>) {
  ^bb0(%o: i64):
    %true = arith.constant true
    %c5 = arith.constant 5 : i64
    %c9 = arith.constant 9 : i64
    %none = arith.addi %true, %true : i1
    %p = arith.select %none, %c5, %c9 : i64
    linalg.yield %p : i64
  } -> tensor<2xi64>
  %d = tensor.empty() : tensor<2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<400xf32>, tensor<2xi64>) outs(%d : tensor<2xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// A condition that depends on the position: 9 and 5 are read.
// CHECK-LABEL: func @position_as_boolean
// CHECK: linalg_ext.gather
func.func @position_as_boolean(%x: tensor<400xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xi64>
  %at = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<2xi64>) {
  ^bb0(%o: i64):
    %c5 = arith.constant 5 : i64
    %c9 = arith.constant 9 : i64
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %odd = arith.trunci %j : i64 to i1
    %p = arith.select %odd, %c5, %c9 : i64
    linalg.yield %p : i64
  } -> tensor<2xi64>
  %d = tensor.empty() : tensor<2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<400xf32>, tensor<2xi64>) outs(%d : tensor<2xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// A constant may have more bits than positions.
// CHECK-LABEL: func @too_wide
// CHECK: linalg_ext.gather
func.func @too_wide(%x: tensor<400xf32>) -> tensor<2xf32> {
  %at = arith.constant dense<0x10000000000000000000> : tensor<2xi128>
  %d = tensor.empty() : tensor<2xf32>
  %r = linalg_ext.gather ins(%x, %at : tensor<400xf32>, tensor<2xi128>) outs(%d : tensor<2xf32>) {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: 1>} -> tensor<2xf32>
  return %r : tensor<2xf32>
}
