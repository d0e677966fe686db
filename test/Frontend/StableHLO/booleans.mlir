// RUN: dtensor-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// Booleans that are written in hexadecimal digits, a byte or a bit each.
// CHECK-LABEL: func @f
func.func @f() {
  // CHECK: dense<[true, false, true]> : tensor<3xi1>
  %0 = stablehlo.constant dense<"0x010001"> : tensor<3xi1>
  // CHECK: dense<{{\[}}[true, false, true], [false, false, false], [false, true, false]]> : tensor<3x3xi1>
  %1 = stablehlo.constant dense<"0x8500"> : tensor<3x3xi1>
  // CHECK: dense<[1, 2]> : tensor<2xi8>
  %2 = stablehlo.constant dense<"0x0102"> : tensor<2xi8>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a bit or a byte for each of 9 booleans, found 3 bytes}}
  %0 = stablehlo.constant dense<"0x010001"> : tensor<9xi1>
  return
}
