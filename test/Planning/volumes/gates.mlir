// RUN: dtensor-opt %s -split-input-file -dtensor-partition=bucket-bytes=0 -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -split-input-file -dtensor-partition=bucket-bytes=0 | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -split-input-file -dtensor-partition="bucket-bytes=0 search=false" -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=SLICES

// Gates side by side, each of which one device has. Taken as four gates of 16
// columns, of which each device has its own, the weight and the bias move once
// (16 x 64 x 3/16 x 4 bytes and 64 x 3/16 x 4), and the state in each step
// (8 x 12 x 4 bytes).

// CHECK: @main: 12 all_gather, 4608 bytes
// CHECK-NEXT: @main: 2 all_to_all, 816 bytes
// CHECK-NEXT: @main: 5424 bytes in all
// SLICES: fetch, {{.*}} bytes

// IR-LABEL: func.func @main(
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<1x16xf32>) outs(%{{[^ ]+}} : tensor<4x4xf32>)
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<16x1x16xf32>) outs(%{{[^ ]+}} : tensor<16x4x4xf32>)
// IR: scf.for
// IR: comm.all_gather ins(%{{[^ ]+}} : tensor<8x4xf32>) outs(%{{[^ ]+}} : tensor<8x16xf32>)
// IR: scf.yield
// IR-LABEL: func.func @main(
// IR: comm.fetch ins(%{{[^ ]+}} : tensor<1x16xf32>) outs(%{{[^ ]+}} : tensor<1x8xf32>)
// IR: comm.fetch ins(%{{[^ ]+}} : tensor<1x16xf32>) outs(%{{[^ ]+}} : tensor<1x8xf32>)

dtensor.mesh @mesh <x=4>

func.func @main(%w: tensor<16x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %h: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c12 step %c1 iter_args(%s = %h) -> tensor<8x16xf32> {
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %2 = linalg.matmul ins(%s, %w : tensor<8x16xf32>, tensor<16x64xf32>) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %3 = linalg.broadcast ins(%b : tensor<64xf32>) outs(%0 : tensor<8x64xf32>) dimensions = [0]
    %4 = arith.addf %2, %3 : tensor<8x64xf32>
    %5 = math.tanh %4 : tensor<8x64xf32>
    %6 = tensor.extract_slice %5[0, 0] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %7 = tensor.extract_slice %5[0, 16] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %8 = tensor.extract_slice %5[0, 32] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %9 = tensor.extract_slice %5[0, 48] [8, 16] [1, 1] : tensor<8x64xf32> to tensor<8x16xf32>
    %10 = arith.mulf %6, %7 : tensor<8x16xf32>
    %11 = arith.mulf %8, %9 : tensor<8x16xf32>
    %12 = arith.addf %10, %11 : tensor<8x16xf32>
    scf.yield %12 : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

// -----

// A gated unit on few rows: the half that moves is less than the weight.

// CHECK: @main: {{.*}}fetch
// CHECK-NOT: all_to_all

dtensor.mesh @mesh <x=2>

func.func @main(%w: tensor<64x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %a: tensor<1x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<1x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x32xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x32xf32>) -> tensor<1x32xf32>
  %2 = linalg.matmul ins(%a, %w : tensor<1x64xf32>, tensor<64x32xf32>) outs(%1 : tensor<1x32xf32>) -> tensor<1x32xf32>
  %3 = tensor.extract_slice %2[0, 0] [1, 16] [1, 1] : tensor<1x32xf32> to tensor<1x16xf32>
  %4 = tensor.extract_slice %2[0, 16] [1, 16] [1, 1] : tensor<1x32xf32> to tensor<1x16xf32>
  %5 = math.tanh %3 : tensor<1x16xf32>
  %6 = arith.mulf %4, %5 : tensor<1x16xf32>
  return %6 : tensor<1x16xf32>
}
