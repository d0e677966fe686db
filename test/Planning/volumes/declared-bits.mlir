// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s

// The program declares that devices have bits of %a, which give its elements only
// together. A sum of parts of them is none of the elements.

// CHECK: @main: 1 all_reduce, 448 bytes

dtensor.mesh @mesh <x=8>

func.func @main(%a: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<or, [x]>>}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
