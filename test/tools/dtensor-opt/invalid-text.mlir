// RUN: not dtensor-opt %s 2>&1 | FileCheck %s
// RUN: not dtensor-opt %s --mesh x=2 2>&1 | FileCheck %s

// Upstream's parser ends the process on this.
// CHECK: invalid-text.mlir:[[@LINE+2]]:{{[0-9]+}}: error: 'linalg.reduce' required: dimensions as numbers with commas between them in brackets; found: '?'
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x3xf32>) outs(%b : tensor<4xf32>) dimensions = [?]
  return %0 : tensor<4xf32>
}
