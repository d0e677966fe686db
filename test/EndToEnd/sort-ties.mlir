// RUN: dtensor-run %s --mesh x=4 --layout arg0=x --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Many equal keys, and a comparison that says of these that each comes before
// the other: which of them are taken from where may differ, what they are not.

// CHECK: take
// CHECK-NOT: differs

func.func @main(%a: tensor<4096xi8>) -> tensor<4096xi8> {
  %e = tensor.empty() : tensor<4096xi8>
  %0 = linalg_ext.sort ins(%a : tensor<4096xi8>) outs(%e : tensor<4096xi8>) axis = 0 {
  ^bb0(%x: i8, %y: i8):
    %p = arith.cmpi sle, %x, %y : i8
    linalg_ext.yield %p : i1
  } -> tensor<4096xi8>
  return %0 : tensor<4096xi8>
}
