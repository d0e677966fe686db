// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @iota(%e: tensor<4x6xi32>, %d: tensor<?x1xi32>) {
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=4,j=6}', free}}
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  // expected-remark @below {{sharding rule '([i,1])->([i,1]) {i=?}', free}}
  %1 = linalg_ext.iota axis = 1 outs(%d : tensor<?x1xi32>) -> tensor<?x1xi32>
  return
}

func.func @random(%s: tensor<2xi64>, %e: tensor<4x6xi32>) {
  // expected-remark @below {{sharding rule '([i],[j,k])->([j,k]) {i=2 whole,j=4,k=6}'}}
  %0 = linalg_ext.random threefry2x32 ins(%s : tensor<2xi64>) outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  // expected-remark @below {{sharding rule '([i],[j])->([k]) {i=2 whole,j=2 whole,k=2 whole}'}}
  %1 = linalg_ext.advance_random threefry2x32 ins(%s : tensor<2xi64>) outs(%s : tensor<2xi64>) past tensor<4x6xi32> -> tensor<2xi64>
  return
}
