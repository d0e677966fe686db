// RUN: dtensor-opt %s -dtensor-decompose-aggregates -split-input-file | FileCheck %s

// A known body: padding is what changes nothing.
// CHECK-DAG: #[[IN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1 * 2 + d2)>
// CHECK-DAG: #[[WINDOW:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func @max
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 1] high[0, 0]
// CHECK: tensor.yield %[[LEAST]] : f32
// CHECK: linalg.generic {indexing_maps = [#[[IN]], #[[WINDOW]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%[[P]], %{{.*}} : tensor<?x9xf32>, tensor<3xf32>) outs(%arg1 : tensor<?x4xf32>)
// CHECK: arith.maximumf
// CHECK-NOT: arith.select
func.func @max(%a: tensor<?x8xf32>, %i: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg_ext.reduce_window ins(%a : tensor<?x8xf32>) outs(%i : tensor<?x4xf32>) window = [1, 3] strides = [1, 2] low = [0, 1] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.maximumf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// An unknown one: positions in the padding are passed over.
// CHECK-LABEL: func @unknown
// CHECK: linalg.fill
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[1] [8] [2]
// CHECK: linalg.generic
// CHECK: arith.divf
// CHECK: arith.remui
// CHECK: arith.select
func.func @unknown(%a: tensor<8xf32>, %i: tensor<15xf32>) -> tensor<15xf32> {
  %0 = linalg_ext.reduce_window ins(%a : tensor<8xf32>) outs(%i : tensor<15xf32>) window = [2] base_dilations = [2] low = [1] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.divf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<15xf32>
  return %0 : tensor<15xf32>
}

// -----

// A window of unknown extent stays, and is an error later.
// CHECK-LABEL: func @dynamic
// CHECK: linalg_ext.reduce_window
func.func @dynamic(%a: tensor<?xf32>, %i: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg_ext.reduce_window ins(%a : tensor<?xf32>) outs(%i : tensor<?xf32>) window = [2] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.addf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The selected position of each window; then, for each position, the windows
// around it.
// CHECK-LABEL: func @gradient
// CHECK: %[[S:.*]]:2 = linalg.generic
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xi64>)
// CHECK: linalg.generic
// CHECK-SAME: outs(%arg2 : tensor<4xf32>)
// CHECK: arith.addf
// CHECK: arith.cmpi eq
// CHECK: arith.select
func.func @gradient(%x: tensor<4xf32>, %dy: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<4xf32>, tensor<2xf32>) outs(%d : tensor<4xf32>) window = [2] strides = [2] select {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf oge, %a, %b : f32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
