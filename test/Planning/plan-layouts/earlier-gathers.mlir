// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=earlier-gathers | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-plan-layouts=proposals=-earlier-gathers | FileCheck %s --check-prefix=OTHERS

// Each turn needs the whole vector, normalised. It is gathered before the norm, of
// which each device then computes all.

// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: %[[V:.+]] = linalg.matvec
// CHECK: dtensor.constrain %[[V]] {{.*}} to #dtensor.layout<@mesh, [unsharded]>
// OTHERS-LABEL: func.func @main
// OTHERS-NOT: dtensor.constrain

dtensor.mesh @mesh <x=8>

func.func @main(%a: tensor<64x64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %start: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>})
    -> (tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %last = scf.for %i = %c0 to %c10 step %c1 iter_args(%v = %start) -> tensor<64xf32> {
    %y = linalg.matvec ins(%a, %v : tensor<64x64xf32>, tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
    %empty = tensor.empty() : tensor<64xf32>
    %squares = linalg.mul ins(%y, %y : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.reduce { arith.addf } ins(%squares : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    %norm = math.sqrt %sum : tensor<f32>
    %norms = linalg.broadcast ins(%norm : tensor<f32>) outs(%empty : tensor<64xf32>) dimensions = [0]
    %next = linalg.div ins(%y, %norms : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  return %last : tensor<64xf32>
}
