// RUN: dtensor-opt %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --layout result0=unsharded,unsharded --dtensor-partition=gather=true --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --layout result0=unsharded,unsharded --dtensor-partition=gather=true | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --layout result0=unsharded,unsharded --dtensor-partition=search=false --dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,unsharded --layout arg1=x,unsharded --layout result0=unsharded,unsharded --random-inputs=1 --gather-where-less --check --report 2>&1 | FileCheck %s --check-prefix=REPORT

// The annotation shards what the product contracts. Its result, which everybody
// needs, is four times the weight: that is gathered (512 * 3/4 bytes) in place of
// the sum (2 * 2048 * 3/4 bytes). Nobody asked for it, and the report says so.

// CHECK: @main: 1 all_gather, 384 bytes
// CHECK-NEXT: @main: 384 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_gather ins(%arg1 : tensor<4x8xf32>) outs(%{{[^ ]+}} : tensor<16x8xf32>)

// STEPS: @main: 1 all_reduce, 3072 bytes

// REPORT: the layout search wants %w replicated
// REPORT: full replication without an annotation: {{.*}}, 384 bytes

func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<64x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x8xf32>) -> tensor<64x8xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<64x16xf32>, tensor<16x8xf32>) outs(%init : tensor<64x8xf32>) -> tensor<64x8xf32>
  %h = math.tanh %xw : tensor<64x8xf32>
  return %h : tensor<64x8xf32>
}
