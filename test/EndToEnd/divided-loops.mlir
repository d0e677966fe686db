// The loops of one device run on all of its cores, and give the same bits as on
// one core.
// RUN: rm -rf %t && mkdir -p %t/one %t/all
// RUN: env OMP_THREAD_LIMIT=1 dtensor-run %s --devices 1 --random-inputs 1 --kernels=generated --output-dir=%t/one
// RUN: dtensor-run %s --devices 1 --random-inputs 1 --kernels=generated --output-dir=%t/all
// RUN: cmp %t/one/out0.npy %t/all/out0.npy
// RUN: cmp %t/one/out1.npy %t/all/out1.npy
// RUN: cmp %t/one/out2.npy %t/all/out2.npy
// RUN: cmp %t/one/out3.npy %t/all/out3.npy
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout arg2=x,unsharded,unsharded,unsharded --random-inputs 1 --kernels=generated --check

// Something is divided in this program.
// RUN: dtensor-compile %s --devices 1 --kernels=generated -o %t/code.ll
// RUN: FileCheck %s < %t/code.ll
// CHECK-COUNT-4: call void @dt_divide

func.func @main(%a: tensor<2048x2048xf32>, %b: tensor<512x512xf32>, %image: tensor<2x34x34x32xf32>, %window: tensor<3x3x32x32xf32>) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<512x512xf32>, tensor<2x32x32x32xf32>) {
  %empty = tensor.empty() : tensor<2048x2048xf32>
  %transposed = linalg.transpose ins(%a : tensor<2048x2048xf32>) outs(%empty : tensor<2048x2048xf32>) permutation = [1, 0]
  %0 = arith.mulf %a, %a : tensor<2048x2048xf32>
  %1 = math.exp %0 : tensor<2048x2048xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %product = linalg.matmul ins(%b, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %g = tensor.empty() : tensor<2x32x32x32xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%image, %window : tensor<2x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%h : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
  return %transposed, %1, %product, %conv : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<512x512xf32>, tensor<2x32x32x32xf32>
}
