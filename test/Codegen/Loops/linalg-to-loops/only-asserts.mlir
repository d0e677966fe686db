// RUN: dtensor-run %s --random-inputs=1 --check
// RUN: not dtensor-run %s --entry fails --random-inputs=1 2>&1 | FileCheck %s

// An op whose result nobody needs, and which asserts for one element only, has
// lost all of its operands when it becomes loops.
#id = affine_map<(d0) -> (d0)>
func.func @main(%a: tensor<1xi64>) -> tensor<1xi64> {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<1xi64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<1xi64>) outs(%e : tensor<1xi64>) {
  ^bb0(%in: i64, %out: i64):
    %square = arith.muli %in, %in : i64
    %1 = arith.cmpi sge, %square, %zero : i64
    cf.assert %1, "a square"
    linalg.yield %in : i64
  } -> tensor<1xi64>
  return %a : tensor<1xi64>
}

// CHECK: error: {{.*}}no square
func.func @fails(%a: tensor<1xi64>) -> tensor<1xi64> {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<1xi64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<1xi64>) outs(%e : tensor<1xi64>) {
  ^bb0(%in: i64, %out: i64):
    %square = arith.muli %in, %in : i64
    %1 = arith.cmpi slt, %square, %zero : i64
    cf.assert %1, "no square"
    linalg.yield %in : i64
  } -> tensor<1xi64>
  return %a : tensor<1xi64>
}
