// RUN: dtensor-opt %s -dtensor-share-relayouts -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2>

// A kernel is gathered, and gathered mirrored: it is mirrored again instead.
// CHECK-LABEL: func @mirrored
// CHECK: %[[W:.*]] = dtensor.relayout %arg0
// CHECK: %[[R:.*]] = linalg_ext.reverse ins(%[[W]] : tensor<3x8xf32>)
// CHECK-SAME: [unsharded, unsharded]
// CHECK-NOT: dtensor.relayout
// CHECK: return %[[W]], %[[R]]
func.func @mirrored(%a: tensor<3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
        tensor<3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %0 = dtensor.relayout %a : tensor<3x8xf32> to <@mesh, [unsharded, unsharded]>
  %e = tensor.empty() {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, x]>]} : tensor<3x8xf32>
  %r = linalg_ext.reverse ins(%a : tensor<3x8xf32>) outs(%e : tensor<3x8xf32>) axes = [0]
      {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, x]>]} -> tensor<3x8xf32>
  %1 = dtensor.relayout %r : tensor<3x8xf32> to <@mesh, [unsharded, unsharded]>
  return %0, %1 : tensor<3x8xf32>, tensor<3x8xf32>
}

// Through several ops.
// CHECK-LABEL: func @chain
// CHECK: %[[W:.*]] = dtensor.relayout %arg0
// CHECK: %[[N:.*]] = arith.negf %[[W]] {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded]>]}
// CHECK: %[[E:.*]] = math.exp %[[N]] {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded]>]}
// CHECK: return %[[W]], %[[E]]
func.func @chain(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
        tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded]>
  %n = arith.negf %a {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<8xf32>
  %e = math.exp %n {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<8xf32>
  %1 = dtensor.relayout %e : tensor<8xf32> to <@mesh, [unsharded]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Of two values only one is there.
// CHECK-LABEL: func @two_sources
// CHECK: %[[S:.*]] = arith.addf %arg0, %arg1
// CHECK: dtensor.relayout %[[S]]
func.func @two_sources(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %b: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
        tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded]>
  %s = arith.addf %a, %b {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} : tensor<8xf32>
  %1 = dtensor.relayout %s : tensor<8xf32> to <@mesh, [unsharded]>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Sums that are reduced to be compared: what is taken of them is not reduced
// again.
// CHECK-LABEL: func @both_there
// CHECK-DAG: %[[A:.*]] = dtensor.relayout %arg0
// CHECK-DAG: %[[B:.*]] = dtensor.relayout %arg1
// CHECK: %[[P:.*]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK: %[[S:.*]] = arith.select %[[P]], %[[A]], %[[B]]
// CHECK-NOT: dtensor.relayout
// CHECK: return %[[S]]
func.func @both_there(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>},
    %b: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>})
    -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = dtensor.relayout %b : tensor<8xf32> to <@mesh, [unsharded]>
  %1 = dtensor.relayout %a : tensor<8xf32> to <@mesh, [unsharded]>
  %2 = arith.cmpf olt, %1, %0 {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded]>]} : tensor<8xf32>
  %3 = arith.select %2, %a, %b {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>]} : tensor<8xi1>, tensor<8xf32>
  %4 = dtensor.relayout %3 : tensor<8xf32> to <@mesh, [unsharded]>
  return %4 : tensor<8xf32>
}

// What costs nothing to make is not moved.
// CHECK-LABEL: func @made
// CHECK: %[[Z:.*]] = arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded]>]}
// CHECK: return %[[Z]]
func.func @made() -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} dense<0.0> : tensor<8xf32>
  %1 = dtensor.relayout %0 : tensor<8xf32> to <@mesh, [unsharded]>
  return %1 : tensor<8xf32>
}

// A sum over what is sharded is less to move than what it is a sum of.
// CHECK-LABEL: func @reduced
// CHECK: %[[R:.*]] = linalg.reduce
// CHECK-SAME: ins(%arg0
// CHECK: dtensor.relayout %[[R]]
func.func @reduced(%a: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
        tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = dtensor.relayout %a : tensor<8x4xf32> to <@mesh, [unsharded, unsharded]>
  %zero = arith.constant {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]} dense<0.0> : tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<8x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [0]
      {dtensor.layouts = [#dtensor.layout<@mesh, [x]>]}
  %1 = dtensor.relayout %r : tensor<4xf32> to <@mesh, [unsharded]>
  return %0, %1 : tensor<8x4xf32>, tensor<4xf32>
}
