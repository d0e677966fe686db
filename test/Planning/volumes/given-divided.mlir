// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check

// If every device had all of %a, nothing would be received. But each would
// compute all sums: the work of an argument that nobody annotated stays divided.

// CHECK: @main: 1 all_reduce, 28 bytes

dtensor.mesh @mesh <x=2>

func.func @main(%a: tensor<7x5xi32>)
    -> (tensor<7xi32>, tensor<5xi32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %init = arith.constant 5 : i32
  %e0 = tensor.empty() : tensor<7xi32>
  %i0 = linalg.fill ins(%init : i32) outs(%e0 : tensor<7xi32>) -> tensor<7xi32>
  %0 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i0 : tensor<7xi32>) dimensions = [1]
  %e1 = tensor.empty() : tensor<5xi32>
  %i1 = linalg.fill ins(%init : i32) outs(%e1 : tensor<5xi32>) -> tensor<5xi32>
  %1 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i1 : tensor<5xi32>) dimensions = [0]
  return %0, %1 : tensor<7xi32>, tensor<5xi32>
}
