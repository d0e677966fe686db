// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=contracted-operands | FileCheck %s

// The features of %h are brought to rows. Then every device needs all of %a, which
// nobody annotated, and somebody has to bring three quarters more of it. For few
// rows that costs more than what the product does not receive, and %a is moved.

// CHECK-LABEL: func.func @few
// CHECK-NOT: dtensor.constrain %{{[0-9]}}
// CHECK: dtensor.constrain %arg2
// CHECK-NOT: dtensor.constrain
// CHECK-LABEL: func.func @many
// CHECK: %[[H:.+]] = math.tanh
// CHECK: dtensor.constrain %[[H]] : tensor<32x16xf32> to #dtensor.layout<@mesh, [x, unsharded]>

dtensor.mesh @mesh <x=4>
func.func @few(%x: tensor<4x1024xf32>, %w: tensor<1024x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %a: tensor<16x64xf32>,
    %other: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<4x64xf32>, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x16xf32>
  %start = arith.constant dense<0.0> : tensor<4x64xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<4x1024xf32>, tensor<1024x16xf32>) outs(%zero : tensor<4x16xf32>) -> tensor<4x16xf32>
  %h = math.tanh %xw : tensor<4x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<4x16xf32>, tensor<16x64xf32>) outs(%start : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %ha, %other : tensor<4x64xf32>, tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=4>
func.func @many(%x: tensor<32x1024xf32>, %w: tensor<1024x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %a: tensor<16x64xf32>,
    %other: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<32x64xf32>, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %start = arith.constant dense<0.0> : tensor<32x64xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<32x1024xf32>, tensor<1024x16xf32>) outs(%zero : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %ha = linalg.matmul ins(%h, %a : tensor<32x16xf32>, tensor<16x64xf32>) outs(%start : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %ha, %other : tensor<32x64xf32>, tensor<4xf32>
}
