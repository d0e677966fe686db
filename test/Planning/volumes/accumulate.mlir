// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=search=false | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('

// A product that starts from another one that is partial alike adds to it: one
// all_reduce of 4 * 6 * 4 = 96 bytes.

// CHECK: @main: 1 all_reduce, 96 bytes
// CHECK-NEXT: @main: 96 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<4x6xf32>) outs(%{{[^ ]+}} : tensor<4x6xf32>)

dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %b: tensor<8x6xf32>,
                %c: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %d: tensor<8x6xf32>,
                %start: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%start : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.matmul ins(%c, %d : tensor<4x8xf32>, tensor<8x6xf32>) outs(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
