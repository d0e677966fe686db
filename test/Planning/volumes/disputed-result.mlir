// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition="bucket-bytes=0 search=false" -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --random-inputs=1 --check --rtol 1e-4 --atol 1e-4

// Weights by columns, by rows and by columns. The sum in the middle goes to rows,
// which the last product keeps if it takes all of its little weight; the result
// goes to columns at the end. Neither alone would be worth it.

// CHECK: @main: 1 all_gather, 1792 bytes
// CHECK-NEXT: @main: 1 all_to_all, 224 bytes
// CHECK-NEXT: @main: 1 reduce_scatter, 3584 bytes
// CHECK-NEXT: @main: 5600 bytes in all
// STEPS: @main: 7168 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.reduce_scatter ins(%{{[^ ]+}} : tensor<32x32xf32>) outs(%{{[^ ]+}} : tensor<4x32xf32>)
// IR: comm.all_gather ins(%arg3 : tensor<32x2xf32>) outs(%{{[^ ]+}} : tensor<32x16xf32>)
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<4x16xf32>) outs(%{{[^ ]+}} : tensor<32x2xf32>)

dtensor.mesh @mesh <x=8>

#columns = #dtensor.layout<@mesh, [unsharded, x]>

func.func @main(%x: tensor<32x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %a: tensor<32x64xf32> {dtensor.layout = #columns},
    %b: tensor<64x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %c: tensor<32x16xf32> {dtensor.layout = #columns}) -> (tensor<32x16xf32> {dtensor.layout = #columns}) {
  %h0 = arith.constant dense<0.0> : tensor<32x64xf32>
  %m0 = arith.constant dense<0.0> : tensor<32x32xf32>
  %o0 = arith.constant dense<0.0> : tensor<32x16xf32>
  %h = linalg.matmul ins(%x, %a : tensor<32x32xf32>, tensor<32x64xf32>) outs(%h0 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %m = linalg.matmul ins(%h, %b : tensor<32x64xf32>, tensor<64x32xf32>) outs(%m0 : tensor<32x32xf32>) -> tensor<32x32xf32>
  %o = linalg.matmul ins(%m, %c : tensor<32x32xf32>, tensor<32x16xf32>) outs(%o0 : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %o : tensor<32x16xf32>
}
