// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=search=false | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// Slices of a sum over devices. Two that share no position are combined behind
// the slices; three that overlap would be more than the sum, which is combined
// at once.
// The search is off: it gathers the operand, which is half as much.

// CHECK: @main: 1 all_reduce, 192 bytes
// CHECK-NEXT: @main: 192 bytes in all
// CHECK: @apart: 1 all_reduce, 96 bytes
// CHECK-NEXT: @apart: 96 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<6x8xf32>) outs(%{{[^ ]+}} : tensor<6x8xf32>)
// IR-LABEL: func.func @apart(
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<1x24xf32>) outs(%{{[^ ]+}} : tensor<1x24xf32>)

dtensor.mesh @mesh <x=2>

func.func @main(%a: tensor<6x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<8x8xf32>) -> (tensor<5x8xf32>, tensor<4x8xf32>, tensor<3x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<6x8xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<6x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<6x8xf32>) -> tensor<6x8xf32>
  %0 = tensor.extract_slice %sum[0, 0] [5, 8] [1, 1] : tensor<6x8xf32> to tensor<5x8xf32>
  %1 = tensor.extract_slice %sum[1, 0] [4, 8] [1, 1] : tensor<6x8xf32> to tensor<4x8xf32>
  %2 = tensor.extract_slice %sum[3, 0] [3, 8] [1, 1] : tensor<6x8xf32> to tensor<3x8xf32>
  return %0, %1, %2 : tensor<5x8xf32>, tensor<4x8xf32>, tensor<3x8xf32>
}

func.func @apart(%a: tensor<6x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<8x8xf32>) -> (tensor<1x8xf32>, tensor<2x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<6x8xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<6x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<6x8xf32>) -> tensor<6x8xf32>
  %0 = tensor.extract_slice %sum[0, 0] [1, 8] [1, 1] : tensor<6x8xf32> to tensor<1x8xf32>
  %1 = tensor.extract_slice %sum[4, 0] [2, 8] [1, 1] : tensor<6x8xf32> to tensor<2x8xf32>
  return %0, %1 : tensor<1x8xf32>, tensor<2x8xf32>
}
