// RUN: dtensor-opt --dtensor-fuse-elementwise %s | FileCheck %s

// Each step of b = x * b1 - b2 reads two results of the loop it is fused with,
// and none is computed twice: six steps are six products.

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: @steps
// CHECK: linalg.generic
// CHECK-COUNT-6: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK-NOT: linalg.generic
func.func @steps(%x: tensor<8xf64>, %b1: tensor<8xf64>, %b0: tensor<8xf64>) -> tensor<8xf64> {
  %empty = tensor.empty() : tensor<8xf64>
  %b2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b1, %b0 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  %b3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b2, %b1 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  %b4 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b3, %b2 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  %b5 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b4, %b3 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  %b6 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b5, %b4 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  %b7 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %b6, %b5 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%in: f64, %one: f64, %two: f64, %out: f64):
    %product = arith.mulf %in, %one : f64
    %next = arith.subf %product, %two : f64
    linalg.yield %next : f64
  } -> tensor<8xf64>
  return %b7 : tensor<8xf64>
}

// A value that is read twice, by operands of one operation.
// CHECK-LABEL: @twice
// CHECK: linalg.generic
// CHECK-COUNT-1: math.exp
// CHECK-NOT: math.exp
// CHECK: return
func.func @twice(%x: tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %empty = tensor.empty() : tensor<8xf64>
  %exp, %double = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf64>) outs(%empty, %empty : tensor<8xf64>, tensor<8xf64>) {
  ^bb0(%in: f64, %out: f64, %out_0: f64):
    %e = math.exp %in : f64
    %d = arith.addf %e, %e : f64
    linalg.yield %e, %d : f64, f64
  } -> (tensor<8xf64>, tensor<8xf64>)
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%exp, %double : tensor<8xf64>, tensor<8xf64>) outs(%empty : tensor<8xf64>) {
  ^bb0(%one: f64, %two: f64, %out: f64):
    %s = arith.mulf %one, %two : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return %sum, %double : tensor<8xf64>, tensor<8xf64>
}
