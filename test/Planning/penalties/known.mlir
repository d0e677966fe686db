// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=annotated-values | FileCheck %s

// An annotated value is brought into another layout for its product. For that a
// tenth of all bytes has to be saved: less than in @little, where most of them are
// those of %other.

// CHECK-LABEL: func.func @little
// CHECK-NOT: dtensor.constrain
// CHECK-LABEL: func.func @much
// CHECK: dtensor.constrain %arg0 : tensor<64x16xf32> to #dtensor.layout<@mesh, [x, unsharded]>

dtensor.mesh @mesh <x=4>
func.func @little(%x: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %v: tensor<16x16xf32>,
    %other: tensor<32768xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<64x16xf32>, tensor<32768xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %h = linalg.matmul ins(%x, %v : tensor<64x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<64x16xf32>) -> tensor<64x16xf32>
  %t = math.tanh %h : tensor<64x16xf32>
  return %t, %other : tensor<64x16xf32>, tensor<32768xf32>
}

// -----

dtensor.mesh @mesh <x=4>
func.func @much(%x: tensor<64x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %v: tensor<16x16xf32>,
    %other: tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<64x16xf32>, tensor<1024xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %h = linalg.matmul ins(%x, %v : tensor<64x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<64x16xf32>) -> tensor<64x16xf32>
  %t = math.tanh %h : tensor<64x16xf32>
  return %t, %other : tensor<64x16xf32>, tensor<1024xf32>
}
