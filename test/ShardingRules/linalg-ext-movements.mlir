// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @reverse(%a: tensor<4x1x6xf32>, %e: tensor<4x1x6xf32>) {
  // expected-remark @below {{sharding rule '([-i+3,1,j],[i,1,j])->([i,1,j]) {i=4,j=6} passes any 0->0'}}
  %0 = linalg_ext.reverse ins(%a : tensor<4x1x6xf32>) outs(%e : tensor<4x1x6xf32>) axes = [0, 1] -> tensor<4x1x6xf32>
  return
}
