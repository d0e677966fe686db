// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @calls(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>, %n: tensor<4x6xi32>, %u: tensor<1x8xf32>, %u1: tensor<1x6xf32>, %t: tensor<f32>) {
  // expected-remark@+1 {{sharding rule '([i,j],[j,k],[i,k])->([i,k]) {i=4,j=8 reduction(sum),k=6}'}}
  %0 = linalg_ext.custom_call "f" rule "([m,k],[k,n])->([m,n]) {k reduction(sum)}" ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  // Axes of one position have no factor.
  // expected-remark@+1 {{sharding rule '([1,i],[i,j],[1,j])->([1,j]) {i=8 whole,j=6}'}}
  %1 = linalg_ext.custom_call "f" rule "([m,k],[k,n])->([m,n]) {k whole}" ins(%u, %b : tensor<1x8xf32>, tensor<8x6xf32>) outs(%u1 : tensor<1x6xf32>) -> tensor<1x6xf32>
  // The greatest one of integers.
  // expected-remark@+1 {{sharding rule '([i,j],[i,k])->([i,k]) {i=4,j=8 reduction(max_signed),k=6 whole}'}}
  %2 = linalg_ext.custom_call "f" rule "([i,j])->([i,k]) {j reduction(max),k whole}" ins(%a : tensor<4x8xf32>) outs(%n : tensor<4x6xi32>) -> tensor<4x6xi32>
  // expected-remark@+1 {{sharding rule '([i,j],[i,k])->([i,k]) {i=4,j=8 reduction(max_unsigned),k=6 whole}'}}
  %3 = linalg_ext.custom_call "f" rule "([i,j])->([i,k]) {j reduction(max),k whole}" ins(%a : tensor<4x8xf32>) outs(%n : tensor<4x6xi32>) unsigned_operands = [1] -> tensor<4x6xi32>
  // expected-remark@+1 {{sharding rule '([i,j],*)->(*) {i=4 reduction(sum),j=8 reduction(sum)}'}}
  %4 = linalg_ext.custom_call "f" rule "([i,j])->(*) {i reduction(sum),j reduction(sum)}" ins(%a : tensor<4x8xf32>) outs(%t : tensor<f32>) -> tensor<f32>
  return
}

// Integers have no such reduction as NaN-ignoring maxima.
func.func @none(%a: tensor<4xi32>, %t: tensor<i32>) {
  // expected-remark@+1 {{no sharding rule}}
  %0 = linalg_ext.custom_call "f" rule "([i])->(*) {i reduction(max_num)}" ins(%a : tensor<4xi32>) outs(%t : tensor<i32>) -> tensor<i32>
  // expected-remark@+1 {{no sharding rule}}
  %1 = linalg_ext.custom_call "f" ins(%a : tensor<4xi32>) outs(%t : tensor<i32>) -> tensor<i32>
  return
}
