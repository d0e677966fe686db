// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// A step of heat on a grid with a cold border: slices of one padding, shifted by
// a row up and down, by a column left and right. One fetch from the grid itself
// serves all of them: one row from each neighbour, 2 x 8 x 4 bytes.

// CHECK: @main: 1 fetch, 64 bytes
// CHECK-NEXT: @main: 64 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.fetch ins(%arg0 : tensor<4x8xf32>) outs(%{{[^ ]+}} : tensor<6x10xf32>)

dtensor.mesh @mesh <x=4>

func.func @main(%u: tensor<16x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<16x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %cold = arith.constant 0.0 : f32
  %p = tensor.pad %u low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cold : f32
  } : tensor<16x8xf32> to tensor<18x10xf32>
  %n = tensor.extract_slice %p[0, 1] [16, 8] [1, 1] : tensor<18x10xf32> to tensor<16x8xf32>
  %s = tensor.extract_slice %p[2, 1] [16, 8] [1, 1] : tensor<18x10xf32> to tensor<16x8xf32>
  %w = tensor.extract_slice %p[1, 0] [16, 8] [1, 1] : tensor<18x10xf32> to tensor<16x8xf32>
  %e = tensor.extract_slice %p[1, 2] [16, 8] [1, 1] : tensor<18x10xf32> to tensor<16x8xf32>
  %0 = arith.addf %n, %s : tensor<16x8xf32>
  %1 = arith.addf %w, %e : tensor<16x8xf32>
  %2 = arith.addf %0, %1 : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
