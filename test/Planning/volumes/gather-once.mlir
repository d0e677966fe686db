// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --entry keys_and_values --random-inputs=1 --check
// RUN: dtensor-run %s --entry two_results --random-inputs=1 --check

dtensor.mesh @mesh <x=4>

// Keys and values are wanted on every device. What they are computed from is
// gathered once, and each device computes both; nobody else needs the products
// that an annotation asks for.

// CHECK: @keys_and_values: all_gather over x, 1 time, 768 bytes: the layout search wants %arg0 replicated
// CHECK: @keys_and_values: 768 bytes in all
// STEPS: @keys_and_values: 1536 bytes in all

// IR-LABEL: func.func @keys_and_values(
// IR: comm.all_gather ins(%arg0 : tensor<4x16xf32>) outs(%{{[^ ]+}} : tensor<16x16xf32>)
// IR-LABEL: func.func @two_results(
// IR: comm.all_gather ins(%arg0 : tensor<4x16xf32>) outs(%{{[^ ]+}} : tensor<16x16xf32>)
func.func @keys_and_values(%x: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %wk: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
    %wv: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>})
    -> (tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) {
  %init = arith.constant dense<0.0> : tensor<16x16xf32>
  %k = linalg.matmul ins(%x, %wk : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %keys = dtensor.constrain %k : tensor<16x16xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  %v = linalg.matmul ins(%x, %wv : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %values = dtensor.constrain %v : tensor<16x16xf32> to #dtensor.layout<@mesh, [unsharded, unsharded]>
  %s = linalg.matmul ins(%x, %keys : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %o = linalg.matmul ins(%s, %values : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %o : tensor<16x16xf32>
}

// Two results that are wanted whole, of one value: cheap to compute, so that
// doing so everywhere is less than to gather both.

// CHECK: @two_results: 768 bytes in all
// STEPS: @two_results: 1536 bytes in all
func.func @two_results(%x: tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
        tensor<16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %a = math.absf %x : tensor<16x16xf32>
  %b = arith.negf %x : tensor<16x16xf32>
  return %a, %b : tensor<16x16xf32>, tensor<16x16xf32>
}
