// RUN: dtensor-opt %s --dtensor-import-tm-tensor --split-input-file --verify-diagnostics | FileCheck %s

// The accumulator of an inclusive scan counts for nothing: the identity does.
// CHECK-LABEL: func @inclusive
// CHECK: %[[IDENTITY:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[START:.*]] = linalg.fill ins(%[[IDENTITY]] : f32)
// CHECK: %[[SUMS:.*]] = linalg_ext.scan ins(%{{.*}} : tensor<4x8xf32>) init(%[[START]] : tensor<4xf32>)
// CHECK-SAME: axis = 1
// CHECK: tensor.extract_slice %[[SUMS]][0, 7] [4, 1]
func.func @inclusive(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    tm_tensor.yield %1 : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @exclusive
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<4xf32>)
// CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4x8xf32>) init(%[[S]] : tensor<4xf32>)
// CHECK-SAME: exclusive
func.func @exclusive(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%a : tensor<4x8xf32>) outs(%a, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    tm_tensor.yield %1 : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %0#0 : tensor<4x8xf32>
}

// Where flags exclude the identity, the first element begins.
// CHECK-LABEL: func @unknown
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %{{.*}}[0, 0] [4, 1]
// CHECK: %[[REST:.*]] = tensor.extract_slice %{{.*}}[0, 1] [4, 7]
// CHECK: %[[SCAN:.*]] = linalg_ext.scan ins(%[[REST]] : tensor<4x7xf32>)
// CHECK: tensor.concat dim(1) %[[FIRST]], %[[SCAN]]
func.func @unknown(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.maximumf %x, %y fastmath<ninf> : f32
    tm_tensor.yield %1 : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %0#0 : tensor<4x8xf32>
}

// Slices lie along the last axes; the update comes first in the body.
// CHECK-LABEL: func @scatter
// CHECK: linalg_ext.scatter
// CHECK-SAME: index_vector_axis = 1 : i64, inserted_axes = array<i64: 0>, start_axes = array<i64: 0>, window_axes = array<i64: 1>
// CHECK: ^bb0(%[[OLD:.*]]: f32, %[[NEW:.*]]: f32):
// CHECK: arith.subf %[[NEW]], %[[OLD]]
func.func @scatter(%u: tensor<3x4xf32>, %i: tensor<3x1xi32>, %a: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<3x4xf32>, tensor<3x1xi32>) outs(%a : tensor<6x4xf32>) {
  ^bb0(%new: f32, %old: f32):
    %1 = arith.subf %new, %old : f32
    tm_tensor.yield %1 : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// What may be equal becomes strict, so that equal ones keep their order.
// CHECK-LABEL: func @sort
// CHECK: linalg_ext.sort
// CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i64, %{{.*}}: i64):
// CHECK: %[[LESS:.*]] = arith.cmpf ult, %[[Y]], %[[X]]
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord, %[[Y]], %[[Y]]
// CHECK: arith.andi %[[LESS]], %[[NUMBER]]
func.func @sort(%a: tensor<4x8xf32>, %i: tensor<4x8xi64>) -> (tensor<4x8xf32>, tensor<4x8xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%a, %i : tensor<4x8xf32>, tensor<4x8xi64>) {
  ^bb0(%x: f32, %y: f32, %m: i64, %n: i64):
    %1 = arith.cmpf oge, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<4x8xf32>, tensor<4x8xi64>
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xi64>
}

// CHECK-LABEL: func @attention
// CHECK-COUNT-3: iterator_types = ["parallel", "parallel", "parallel"
// CHECK-NOT: tm_tensor
func.func @attention(%q: tensor<3x4x8xf32>, %k: tensor<3x6x8xf32>, %v: tensor<3x6x5xf32>, %o: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<3x4x8xf32>, tensor<3x6x8xf32>, tensor<3x6x5xf32>) outs(%o : tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// -----

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{cannot be imported: required static extents, found 'tensor<?xf32>'; export the program with fixed shapes}}
  %0 = tm_tensor.sort dimension(0) outs(%a : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf oge, %x, %y : f32
    tm_tensor.yield %1 : i1
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @order(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{cannot be imported: required a body of one sum, product, minimum, maximum, and, or or xor of its arguments, which is associative; write a loop}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a : tensor<4x8xf32>) outs(%a, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = math.atan2 %x, %y : f32
    tm_tensor.yield %1 : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %0#0 : tensor<4x8xf32>
}
