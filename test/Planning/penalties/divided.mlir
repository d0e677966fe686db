// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=earlier-gathers | FileCheck %s

// If every device had all of %a, half the bytes would be received. But each device
// would compute all sums, and that is a penalty of all bytes. It is due if more than
// a tenth of all work is added: less than that in @busy, which computes much else.

// CHECK-LABEL: func.func @idle
// CHECK-NOT: dtensor.constrain
// CHECK-LABEL: func.func @busy
// CHECK: dtensor.constrain %arg0 : tensor<7x5xi32> to #dtensor.layout<@mesh, [unsharded, unsharded]>

dtensor.mesh @mesh <x=2>
func.func @idle(%a: tensor<7x5xi32>,
    %other: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<7xi32>, tensor<5xi32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %init = arith.constant 5 : i32
  %e0 = tensor.empty() : tensor<7xi32>
  %i0 = linalg.fill ins(%init : i32) outs(%e0 : tensor<7xi32>) -> tensor<7xi32>
  %0 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i0 : tensor<7xi32>) dimensions = [1]
  %e1 = tensor.empty() : tensor<5xi32>
  %i1 = linalg.fill ins(%init : i32) outs(%e1 : tensor<5xi32>) -> tensor<5xi32>
  %1 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i1 : tensor<5xi32>) dimensions = [0]
  return %0, %1, %other : tensor<7xi32>, tensor<5xi32>, tensor<8xf32>
}

// -----

dtensor.mesh @mesh <x=2>
func.func @busy(%a: tensor<7x5xi32>, %busy: tensor<4096xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %other: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<7xi32>, tensor<5xi32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, tensor<4096xf32>, tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %init = arith.constant 5 : i32
  %e0 = tensor.empty() : tensor<7xi32>
  %i0 = linalg.fill ins(%init : i32) outs(%e0 : tensor<7xi32>) -> tensor<7xi32>
  %0 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i0 : tensor<7xi32>) dimensions = [1]
  %e1 = tensor.empty() : tensor<5xi32>
  %i1 = linalg.fill ins(%init : i32) outs(%e1 : tensor<5xi32>) -> tensor<5xi32>
  %1 = linalg.reduce { arith.addi } ins(%a : tensor<7x5xi32>) outs(%i1 : tensor<5xi32>) dimensions = [0]
  %2 = math.tanh %busy : tensor<4096xf32>
  return %0, %1, %2, %other : tensor<7xi32>, tensor<5xi32>, tensor<4096xf32>, tensor<8xf32>
}
