// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=contracted-operands | FileCheck %s

// A product is computed in parts and summed up. Users expect that: another layout
// of its operand has to save three eighths of all bytes.

// CHECK-LABEL: func.func @little
// CHECK-NOT: dtensor.constrain
// CHECK-LABEL: func.func @much
// CHECK: %[[H:.+]] = math.tanh
// CHECK: dtensor.constrain %[[H]] : tensor<32x16xf32> to #dtensor.layout<@mesh, [x, unsharded]>

dtensor.mesh @mesh <x=4>
func.func @little(%x: tensor<32x1024xf32>, %w: tensor<1024x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %a: tensor<16x16xf32>,
    %other: tensor<4096xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<32x16xf32>, tensor<4096xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<32x1024xf32>, tensor<1024x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %ha, %other : tensor<32x16xf32>, tensor<4096xf32>
}

// -----

dtensor.mesh @mesh <x=4>
func.func @much(%x: tensor<32x1024xf32>, %w: tensor<1024x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %a: tensor<16x16xf32>,
    %other: tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<32x16xf32>, tensor<64xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<32x1024xf32>, tensor<1024x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %ha, %other : tensor<32x16xf32>, tensor<64xf32>
}
