// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x,unsharded,unsharded --random-inputs 1 --check --report 2>&1 | FileCheck %s

// Two convolutions, padded, on 4 devices: each receives the row above its own
// and the row below, 2 x 8 x 3 and 2 x 8 x 5 numbers, and nothing else.

// CHECK: collective  dims  group  count  bytes
// CHECK-NEXT: fetch{{ +}}x{{ +}}4{{ +}}1{{ +}}192
// CHECK-NEXT: fetch{{ +}}x{{ +}}4{{ +}}1{{ +}}320
// CHECK-NEXT: devices: 4, bytes received by the most loaded: 512

func.func @main(%a: tensor<1x16x8x3xf32>, %f: tensor<3x3x3x5xf32>, %g: tensor<3x3x5x2xf32>) -> tensor<1x16x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x16x8x3xf32> to tensor<1x18x10x3xf32>
  %e = tensor.empty() : tensor<1x16x8x5xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x8x5xf32>) -> tensor<1x16x8x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<1x18x10x3xf32>, tensor<3x3x3x5xf32>) outs(%o : tensor<1x16x8x5xf32>) -> tensor<1x16x8x5xf32>
  %1 = math.tanh %0 : tensor<1x16x8x5xf32>
  %q = tensor.pad %1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x16x8x5xf32> to tensor<1x18x10x5xf32>
  %d = tensor.empty() : tensor<1x16x8x2xf32>
  %u = linalg.fill ins(%z : f32) outs(%d : tensor<1x16x8x2xf32>) -> tensor<1x16x8x2xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%q, %g : tensor<1x18x10x5xf32>, tensor<3x3x5x2xf32>) outs(%u : tensor<1x16x8x2xf32>) -> tensor<1x16x8x2xf32>
  return %2 : tensor<1x16x8x2xf32>
}
