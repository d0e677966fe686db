// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// What conformance files expect, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @check(%arg0: tensor<2xf32>, %arg1: tensor<2xi8>) {
    check.expect_eq %arg1, %arg1 : tensor<2xi8>
    check.expect_eq_const %arg1, dense<[1, 2]> : tensor<2xi8>
    check.expect_almost_eq %arg0, %arg0 : tensor<2xf32>
    check.expect_almost_eq %arg0, %arg0, tolerance = 1.000000e-01 : tensor<2xf32>
    check.expect_almost_eq_const %arg0, dense<0.000000e+00> : tensor<2xf32>
    check.expect_close %arg0, %arg0, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
    check.expect_close %arg0, %arg0, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
    %0:2 = "interpreter.run_parallel"(%arg0, %arg0) <{programs = [[@f], [@f]]}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return
  }
  func.func private @f(tensor<2xf32>) -> tensor<2xf32>
}
