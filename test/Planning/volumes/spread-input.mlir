// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// The gradient of a convolution of stride 2 by its input: values spread, with
// zeros between them and around. Devices fetch values of the input alone, from
// where it lies: a halo of 1 x 4 x 3 floats.

// CHECK: @main: 1 fetch, 48 bytes
// CHECK-NEXT: @main: 48 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.fetch ins(%arg0 : tensor<1x4x4x3xf32>) outs(%{{[^ ]+}} : tensor<1x10x4x3xf32>)

dtensor.mesh @mesh <x=2>

func.func @main(%in: tensor<1x8x4x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>},
    %kernel: tensor<3x1x3x5xf32>) -> (tensor<1x16x4x5xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x15x4x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x15x4x3xf32>) -> tensor<1x15x4x3xf32>
  %spread = tensor.insert_slice %in into %zeros[0, 0, 0, 0] [1, 8, 4, 3] [1, 2, 1, 1]
      : tensor<1x8x4x3xf32> into tensor<1x15x4x3xf32>
  %padded = tensor.pad %spread low[0, 1, 0, 0] high[0, 2, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x15x4x3xf32> to tensor<1x18x4x3xf32>
  %init = arith.constant dense<0.0> : tensor<1x16x4x5xf32>
  %out = linalg.conv_2d_nhwc_hwcf ins(%padded, %kernel : tensor<1x18x4x3xf32>, tensor<3x1x3x5xf32>)
      outs(%init : tensor<1x16x4x5xf32>) -> tensor<1x16x4x5xf32>
  return %out : tensor<1x16x4x5xf32>
}
