// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @reverse(%a: tensor<4x1x6xf32>, %e: tensor<4x1x6xf32>) {
  // expected-remark @below {{sharding rule '([i,1,k],[j,1,k])->([j,1,k]) {i=4 whole,j=4 whole,k=6} passes any 0->0'}}
  %0 = linalg_ext.reverse ins(%a : tensor<4x1x6xf32>) outs(%e : tensor<4x1x6xf32>) axes = [0, 1] -> tensor<4x1x6xf32>
  return
}
