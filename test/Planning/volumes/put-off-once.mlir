// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=search=false | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// A sum over devices that is joined with its reverse is combined before: behind
// the join there would be twice as much. The reverse is of what is combined.
// The search is off: it gathers the operand, which is half as much.

// CHECK: @main: 1 all_reduce, 192 bytes
// CHECK-NEXT: @main: 192 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<6x8xf32>) outs(%{{[^ ]+}} : tensor<6x8xf32>)

dtensor.mesh @mesh <x=2>

func.func @main(%a: tensor<6x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<8x8xf32>) -> tensor<12x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<6x8xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<6x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<6x8xf32>) -> tensor<6x8xf32>
  %empty = tensor.empty() : tensor<6x8xf32>
  %turned = linalg_ext.reverse ins(%sum : tensor<6x8xf32>) outs(%empty : tensor<6x8xf32>) axes = [0] -> tensor<6x8xf32>
  %out = tensor.concat dim(0) %turned, %sum : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<12x8xf32>
  return %out : tensor<12x8xf32>
}
