// RUN: dtensor-opt %s -dtensor-import-stablehlo | FileCheck %s
// RUN: dtensor-run %s

// An associative scan of elementwise ops is one op.

// CHECK-LABEL: func.func @values(
// CHECK-NOT: scf.for
// CHECK: linalg_ext.scan ins({{.*}}) init({{.*}}) outs({{.*}}) axis = 0 {
// CHECK: linalg_ext.scan ins({{.*}}) init({{.*}}) outs({{.*}}) axis = 1 reverse {
func.func public @values() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %z = stablehlo.constant dense<10> : tensor<i32>
  %o, %c = chlo.scan(%x) inits(%z) dimension=0 attributes {is_associative = true} {
  ^bb0(%k: tensor<i32>, %l: tensor<i32>):
    %s = stablehlo.add %k, %l : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %o, dense<[11, 13, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %c, dense<20> : tensor<i32>
  // The element comes first in the body: its pair is applied to the carried one.
  %a = stablehlo.constant dense<[[2, 3, 4], [5, 6, 7]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %p = stablehlo.constant dense<1> : tensor<2xi32>
  %q = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %o2:4 = chlo.scan(%a, %b) inits(%p, %q) dimension=1 attributes {is_associative = true, is_reverse = true} {
  ^bb0(%ea: tensor<2xi32>, %eb: tensor<2xi32>, %ca: tensor<2xi32>, %cb: tensor<2xi32>):
    %m = stablehlo.multiply %ea, %ca : tensor<2xi32>
    %t = stablehlo.multiply %ea, %cb : tensor<2xi32>
    %n = stablehlo.add %t, %eb : tensor<2xi32>
    stablehlo.return %m, %n, %m, %n : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %o2#0, dense<[[24, 12, 4], [210, 42, 7]]> : tensor<2x3xi32>
  check.expect_eq_const %o2#1, dense<[[23, 11, 3], [419, 83, 13]]> : tensor<2x3xi32>
  check.expect_eq_const %o2#2, dense<[24, 210]> : tensor<2xi32>
  check.expect_eq_const %o2#3, dense<[23, 419]> : tensor<2xi32>
  return
}

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: linalg_ext.scan
func.func public @others() {
  // The body reverses its slices, and the other one yields no carried value.
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %o, %c = chlo.scan(%x) inits(%z) dimension=0 attributes {is_associative = true} {
  ^bb0(%k: tensor<2xi32>, %l: tensor<2xi32>):
    %r = stablehlo.reverse %l, dims = [0] : tensor<2xi32>
    %s = stablehlo.add %k, %r : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x2xi32>, tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
  check.expect_eq_const %o, dense<[[1, 2], [5, 5]]> : tensor<2x2xi32>
  %o2, %c2 = chlo.scan(%x) inits(%z) dimension=0 attributes {is_associative = true} {
  ^bb0(%k: tensor<2xi32>, %l: tensor<2xi32>):
    %s = stablehlo.add %k, %l : tensor<2xi32>
    stablehlo.return %l, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x2xi32>, tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
  check.expect_eq_const %o2, dense<[[0, 0], [1, 2]]> : tensor<2x2xi32>
  return
}
