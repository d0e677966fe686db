// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @iota(%e: tensor<4x6xi32>, %d: tensor<?x1xi32>) {
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=4,j=6}', free}}
  %0 = linalg_ext.iota axis = 0 outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  // expected-remark @below {{sharding rule '([i,1])->([i,1]) {i=?}', free}}
  %1 = linalg_ext.iota axis = 1 outs(%d : tensor<?x1xi32>) -> tensor<?x1xi32>
  return
}
