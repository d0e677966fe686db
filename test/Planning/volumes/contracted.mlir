// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s --mesh x=4 --layout arg1=unsharded,x --dtensor-partition=search=false --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --mesh x=4 --layout arg1=unsharded,x --random-inputs=1 --check --atol 1e-5

// The annotation shards what three products contract. Op by op each result is
// summed up (2 * 2048 * 3/4 bytes); the operand moved to its other axis once
// (2048 / 4 * 3/4 bytes) makes them all local, whole weights included.

// CHECK: @main: 1 all_to_all, 384 bytes
// CHECK-NEXT: @main: 384 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<32x4xf32>) outs(%{{[^ ]+}} : tensor<8x16xf32>)

// STEPS: @main: 2 all_reduce, 9216 bytes

func.func @main(%x: tensor<32x1024xf32>, %w: tensor<1024x16xf32>,
                %a: tensor<16x16xf32>, %b: tensor<16x16xf32>,
                %c: tensor<16x16xf32>)
    -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x16xf32>) -> tensor<32x16xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<32x1024xf32>, tensor<1024x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<32x16xf32>, tensor<16x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %hb = linalg.matmul ins(%h, %b : tensor<32x16xf32>, tensor<16x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %hc = linalg.matmul ins(%h, %c : tensor<32x16xf32>, tensor<16x16xf32>) outs(%init : tensor<32x16xf32>) -> tensor<32x16xf32>
  %ta = math.tanh %ha : tensor<32x16xf32>
  %tb = math.tanh %hb : tensor<32x16xf32>
  %tc = math.tanh %hc : tensor<32x16xf32>
  return %ta, %tb, %tc : tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>
}
