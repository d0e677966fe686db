// RUN: dtensor-opt %s --dtensor-prepare-linalg --split-input-file | FileCheck %s

// The gradient of a kernel in OIHW: vectors of three numbers would be mostly
// empty. The output channels are the last axis, and the result is transposed.

// CHECK-DAG: #[[RESULT:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d2, d3, d0)>
// CHECK-DAG: #[[TURNED:.+]] = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
// CHECK-LABEL: @gradient
// CHECK: %[[START:.+]] = linalg.fill {{.*}} -> tensor<48x3x3x64xf32>
// CHECK: %[[PRODUCT:.+]] = linalg.generic {{.*}}#[[RESULT]]]{{.*}} outs(%[[START]]
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]] : tensor<48x3x3x64xf32>) outs({{.*}} : tensor<64x48x3x3xf32>)
func.func @gradient(%image: tensor<8x48x34x34xf32>, %error: tensor<8x64x32x32xf32>) -> tensor<64x48x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x48x3x3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<64x48x3x3xf32>) -> tensor<64x48x3x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(o, i, p, q, n, y, x) -> (n, i, y + p, x + q)>, affine_map<(o, i, p, q, n, y, x) -> (n, o, y, x)>, affine_map<(o, i, p, q, n, y, x) -> (o, i, p, q)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %error : tensor<8x48x34x34xf32>, tensor<8x64x32x32xf32>) outs(%fill : tensor<64x48x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %product = arith.mulf %a, %b : f32
    %s = arith.addf %c, %product : f32
    linalg.yield %s : f32
  } -> tensor<64x48x3x3xf32>
  return %r : tensor<64x48x3x3xf32>
}

// -----

// What the sums start from is transposed, too.

// CHECK-LABEL: @accumulates
// CHECK-SAME: %[[C:[^:]+]]: tensor<4x20x2xf32>)
// CHECK: %[[START:.+]] = linalg.generic {{.*}} ins(%[[C]] : tensor<4x20x2xf32>) outs({{.*}} : tensor<4x2x20xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[START]] : tensor<4x2x20xf32>)
func.func @accumulates(%image: tensor<4x7x3xf32>, %kernel: tensor<20x2x3x6xf32>, %c: tensor<4x20x2xf32>) -> tensor<4x20x2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, o, x, i, p) -> (n, x + p, i)>, affine_map<(n, o, x, i, p) -> (o, 0, i, p)>, affine_map<(n, o, x, i, p) -> (n, o, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%image, %kernel : tensor<4x7x3xf32>, tensor<20x2x3x6xf32>) outs(%c : tensor<4x20x2xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %product = arith.mulf %a, %b : f32
    %s = arith.addf %d, %product : f32
    linalg.yield %s : f32
  } -> tensor<4x20x2xf32>
  return %r : tensor<4x20x2xf32>
}

// -----

// Long rows stay where they are.

// CHECK-LABEL: @long
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @long(%image: tensor<4x3x23xf32>, %kernel: tensor<64x3x6xf32>, %c: tensor<4x64x18xf32>) -> tensor<4x64x18xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, o, x, i, p) -> (n, i, x + p)>, affine_map<(n, o, x, i, p) -> (o, i, p)>, affine_map<(n, o, x, i, p) -> (n, o, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%image, %kernel : tensor<4x3x23xf32>, tensor<64x3x6xf32>) outs(%c : tensor<4x64x18xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %product = arith.mulf %a, %b : f32
    %s = arith.addf %d, %product : f32
    linalg.yield %s : f32
  } -> tensor<4x64x18xf32>
  return %r : tensor<4x64x18xf32>
}
