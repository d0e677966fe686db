// RUN: dtensor-opt %s -dtensor-decompose-aggregates -split-input-file | FileCheck %s

// The gradient of a convolution's input reads backwards: the kernel is turned.
// CHECK: #[[WINDOW:.+]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-LABEL: func @backwards
// CHECK: %[[TURNED:.+]] = linalg_ext.reverse {{.*}}ins(%arg1 : tensor<3xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[WINDOW]],
// CHECK-SAME: ins(%arg0, %[[TURNED]] :
func.func @backwards(%a: tensor<8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %k : tensor<8xf32>, tensor<3xf32>) outs(%o : tensor<6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Both ways at once, positions that the body asks for, and what depends on the
// order stay as they are.
// CHECK-LABEL: func @both_ways
// CHECK-NOT: reverse
// CHECK: return
func.func @both_ways(%a: tensor<8xf32>, %k: tensor<8xf32>, %w: tensor<3xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %k, %w : tensor<8xf32>, tensor<8xf32>, tensor<3xf32>) outs(%o : tensor<6xf32>) {
  ^bb0(%x: f32, %y: f32, %v: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %v : f32
    %s = arith.addf %z, %q : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func @position
// CHECK-NOT: reverse
// CHECK: return
func.func @position(%a: tensor<8xi64>, %k: tensor<3xi64>, %o: tensor<6xi64>) -> tensor<6xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %k : tensor<8xi64>, tensor<3xi64>) outs(%o : tensor<6xi64>) {
  ^bb0(%x: i64, %y: i64, %z: i64):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i64
    %p = arith.muli %x, %c : i64
    %s = arith.addi %z, %p : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

// CHECK-LABEL: func @last_one
// CHECK-NOT: reverse
// CHECK: return
func.func @last_one(%a: tensor<8xf32>, %k: tensor<3xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %k : tensor<8xf32>, tensor<3xf32>) outs(%o : tensor<6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
