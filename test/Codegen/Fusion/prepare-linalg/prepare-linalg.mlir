// RUN: dtensor-opt %s --dtensor-prepare-linalg | FileCheck %s

// A contraction reads through the transpose of its operand.
// CHECK: #[[$AB:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #[[$BT:.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: @fold_transpose
// CHECK-SAME: (%[[A:.+]]: tensor<2x4xf32>, %[[B:.+]]: tensor<8x4xf32>
func.func @fold_transpose(%a: tensor<2x4xf32>, %b: tensor<8x4xf32>, %c: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%b : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  // CHECK: linalg.generic {indexing_maps = [#[[$AB]], #[[$BT]]
  // CHECK-SAME: ins(%[[A]], %[[B]] : tensor<2x4xf32>, tensor<8x4xf32>)
  // CHECK: arith.mulf
  // CHECK: arith.addf
  %r = linalg.matmul ins(%a, %t : tensor<2x4xf32>, tensor<4x8xf32>) outs(%c : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// Contractions, convolutions and fills keep their names; the rest has none.
// CHECK-LABEL: @generalize
func.func @generalize(%a: tensor<4x4xf32>, %x: tensor<1x8x1xf32>, %k: tensor<3x1x1xf32>) -> (tensor<4x4xf32>, tensor<1x6x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  // CHECK: linalg.fill
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: linalg.matmul
  %m = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: linalg.generic
  // CHECK: math.exp
  %r = linalg.exp ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %o = tensor.empty() : tensor<1x6x1xf32>
  // CHECK: linalg.conv_1d_nwc_wcf
  %c = linalg.conv_1d_nwc_wcf ins(%x, %k : tensor<1x8x1xf32>, tensor<3x1x1xf32>) outs(%o : tensor<1x6x1xf32>) -> tensor<1x6x1xf32>
  return %r, %c : tensor<4x4xf32>, tensor<1x6x1xf32>
}

// CHECK-LABEL: @softmax
func.func @softmax(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // CHECK-NOT: linalg.softmax
  // CHECK: math.exp
  // CHECK: arith.divf
  %r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// What reinterprets elements does so one by one.
// CHECK-LABEL: @bitcast
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x4xf32>) outs(%{{.*}} : tensor<?x4xi32>)
// CHECK: arith.bitcast %{{.*}} : f32 to i32
func.func @bitcast(%a: tensor<?x4xf32>) -> tensor<?x4xi32> {
  %r = tensor.bitcast %a : tensor<?x4xf32> to tensor<?x4xi32>
  return %r : tensor<?x4xi32>
}

// Parts without positions are dropped.
// CHECK-LABEL: @concat_nothing_of_some_extent
// CHECK: %[[D:.*]] = tensor.dim %arg0
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<0x?x8xi32>
// CHECK: return %[[E]]
func.func @concat_nothing_of_some_extent(%a: tensor<0x?x3xi32>, %b: tensor<0x?x5xi32>) -> tensor<0x?x8xi32> {
  %0 = tensor.concat dim(2) %a, %b : (tensor<0x?x3xi32>, tensor<0x?x5xi32>) -> tensor<0x?x8xi32>
  return %0 : tensor<0x?x8xi32>
}

// CHECK-LABEL: @concat_empty_parts
// CHECK: %[[E:.+]] = tensor.empty() : tensor<4x0xi32>
// CHECK: return %arg0, %[[E]]
func.func @concat_empty_parts(%a: tensor<2x3xi32>, %b: tensor<2x0xi32>) -> (tensor<2x3xi32>, tensor<4x0xi32>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xi32>, tensor<2x0xi32>) -> tensor<2x3xi32>
  %1 = tensor.concat dim(0) %b, %b : (tensor<2x0xi32>, tensor<2x0xi32>) -> tensor<4x0xi32>
  return %0, %1 : tensor<2x3xi32>, tensor<4x0xi32>
}

// A window with one position reads three of four elements. Where the window
// goes on to the end nothing is cut.
// CHECK-LABEL: @cut_unread
// CHECK-SAME: (%[[A:.+]]: tensor<4xf32>, %[[W:.+]]: tensor<3xf32>
func.func @cut_unread(%a: tensor<4xf32>, %w: tensor<3xf32>, %c: tensor<1xf32>, %d: tensor<2xf32>) -> (tensor<1xf32>, tensor<2xf32>) {
  // CHECK: %[[CUT:.+]] = tensor.extract_slice %[[A]][0] [3] [1]
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[CUT]], %[[W]]
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<4xf32>, tensor<3xf32>) outs(%c : tensor<1xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[A]], %[[W]]
  %1 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<4xf32>, tensor<3xf32>) outs(%d : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %0, %1 : tensor<1xf32>, tensor<2xf32>
}

// Only the margins of a padding are filled. Those of the second axis lie within
// the source's positions along the first.
// CHECK-LABEL: @pad
// CHECK-SAME: (%[[A:.+]]: tensor<4x5xf32>
// CHECK: %[[E:.+]] = tensor.empty() : tensor<5x8xf32>
// CHECK: %[[S0:.+]] = tensor.extract_slice %[[E]][0, 0] [1, 8] [1, 1]
// CHECK: %[[F0:.+]] = linalg.fill {{.*}} outs(%[[S0]]
// CHECK: %[[P0:.+]] = tensor.insert_slice %[[F0]] into %[[E]][0, 0] [1, 8] [1, 1]
// CHECK: %[[S1:.+]] = tensor.extract_slice %[[P0]][1, 0] [4, 1] [1, 1]
// CHECK: %[[F1:.+]] = linalg.fill {{.*}} outs(%[[S1]]
// CHECK: %[[P1:.+]] = tensor.insert_slice %[[F1]] into %[[P0]][1, 0] [4, 1] [1, 1]
// CHECK: %[[S2:.+]] = tensor.extract_slice %[[P1]][1, 6] [4, 2] [1, 1]
// CHECK: %[[F2:.+]] = linalg.fill {{.*}} outs(%[[S2]]
// CHECK: %[[P2:.+]] = tensor.insert_slice %[[F2]] into %[[P1]][1, 6] [4, 2] [1, 1]
// CHECK: tensor.insert_slice %[[A]] into %[[P2]][1, 1] [4, 5] [1, 1]
func.func @pad(%a: tensor<4x5xf32>) -> tensor<5x8xf32> {
  %0 = tensor.pad %a low[1, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<4x5xf32> to tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// A padding of nothing.
// CHECK-LABEL: @pad_nothing
func.func @pad_nothing(%a: tensor<2x0xf32>, %v: f32) -> (tensor<2x3xf32>, tensor<2x1xindex>, tensor<2x0xindex>) {
  %b = tensor.empty() : tensor<2x0xindex>
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<2x3xf32>
  // CHECK: linalg.fill ins(%{{.+}} : f32) outs(%[[E]]
  %0 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<2x0xf32> to tensor<2x3xf32>
  // CHECK: tensor.generate
  %1 = tensor.pad %b low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<2x0xindex> to tensor<2x1xindex>
  return %0, %1, %b : tensor<2x3xf32>, tensor<2x1xindex>, tensor<2x0xindex>
}

// What no iteration writes stays.
// CHECK-LABEL: @no_iterations
// CHECK-SAME: (%[[A:.+]]: tensor<4x0xf32>, %[[I:.+]]: tensor<4xf32>, %[[D:.+]]: tensor<4x?xf32>
// CHECK: %[[R:.+]] = linalg.generic {{.*}} ins(%[[D]] : tensor<4x?xf32>) outs(%[[I]]
// CHECK: return %[[I]], %[[R]]
func.func @no_iterations(%a: tensor<4x0xf32>, %i: tensor<4xf32>, %d: tensor<4x?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.reduce ins(%a : tensor<4x0xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) { linalg.yield %x : f32 }
  %1 = linalg.reduce ins(%d : tensor<4x?xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
    (%x: f32, %acc: f32) { linalg.yield %x : f32 }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
