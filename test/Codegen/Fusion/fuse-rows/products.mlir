// RUN: dtensor-opt %s --dtensor-fuse-elementwise --dtensor-fuse-rows --split-input-file | FileCheck %s

// A convolution in the form of linalg.generic is not taken apart: in the loop of
// a row, its second operand would be packed again for each row. Neither what
// comes before it nor what comes after it moves into its loops.

// CHECK-LABEL: @convolution
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK: math.tanh
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic
// CHECK: arith.maximumf
// CHECK-NOT: scf.for
func.func @convolution(%image: tensor<4x34x34x64xf32>, %kernel: tensor<3x3x64x64xf32>) -> tensor<4x32x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x34x34x64xf32>
  %tanh = linalg.generic {indexing_maps = [affine_map<(n, y, x, c) -> (n, y, x, c)>, affine_map<(n, y, x, c) -> (n, y, x, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%image : tensor<4x34x34x64xf32>) outs(%e : tensor<4x34x34x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<4x34x34x64xf32>
  %f = tensor.empty() : tensor<4x32x32x64xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%f : tensor<4x32x32x64xf32>) -> tensor<4x32x32x64xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, y, x, o, i, p, q) -> (n, y + p, x + q, i)>, affine_map<(n, y, x, o, i, p, q) -> (p, q, i, o)>, affine_map<(n, y, x, o, i, p, q) -> (n, y, x, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%tanh, %kernel : tensor<4x34x34x64xf32>, tensor<3x3x64x64xf32>) outs(%fill : tensor<4x32x32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %product = arith.mulf %a, %b : f32
    %s = arith.addf %c, %product : f32
    linalg.yield %s : f32
  } -> tensor<4x32x32x64xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(n, y, x, c) -> (n, y, x, c)>, affine_map<(n, y, x, c) -> (n, y, x, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<4x32x32x64xf32>) outs(%f : tensor<4x32x32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %zero : f32
    linalg.yield %m : f32
  } -> tensor<4x32x32x64xf32>
  return %max : tensor<4x32x32x64xf32>
}

// -----

// A convolution of each channel by itself uses each element of the image for a
// few results only. It is fused.

// CHECK-LABEL: @depthwise
// CHECK: scf.for
func.func @depthwise(%image: tensor<4x34x34x512xf32>, %kernel: tensor<3x3x512xf32>) -> tensor<4x32x32x512xf32> {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<4x32x32x512xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%f : tensor<4x32x32x512xf32>) -> tensor<4x32x32x512xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, y, x, c, p, q) -> (n, y + p, x + q, c)>, affine_map<(n, y, x, c, p, q) -> (p, q, c)>, affine_map<(n, y, x, c, p, q) -> (n, y, x, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%image, %kernel : tensor<4x34x34x512xf32>, tensor<3x3x512xf32>) outs(%fill : tensor<4x32x32x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %product = arith.mulf %a, %b : f32
    %s = arith.addf %c, %product : f32
    linalg.yield %s : f32
  } -> tensor<4x32x32x512xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(n, y, x, c) -> (n, y, x, c)>, affine_map<(n, y, x, c) -> (n, y, x, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<4x32x32x512xf32>) outs(%f : tensor<4x32x32x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %zero : f32
    linalg.yield %m : f32
  } -> tensor<4x32x32x512xf32>
  return %max : tensor<4x32x32x512xf32>
}
