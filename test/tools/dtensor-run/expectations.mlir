// What a StableHLO program expects of its own values is checked on the host.
// RUN: split-file --leading-lines %s %t
// RUN: dtensor-run %t/met.mlir
// RUN: dtensor-run %t/met.mlir --entry second
// RUN: dtensor-run %t/met.mlir --devices 2
// RUN: not dtensor-run %t/unmet.mlir 2>&1 | FileCheck %s --check-prefix=UNMET
// RUN: not dtensor-run %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dtensor-run %t/unmet.mlir --output-dir %t/out 2>&1 | FileCheck %s --check-prefix=FILES

//--- met.mlir
func.func @first() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.add %a, %a : tensor<3xi32>
  check.expect_eq_const %b, dense<[2, 4, 6]> : tensor<3xi32>
  check.expect_eq %b, %b : tensor<3xi32>
  return
}
func.func @second() -> tensor<f32> {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<1.00000012> : tensor<f32>
  %c = stablehlo.constant dense<0xFFC00000> : tensor<f32>
  check.expect_close %a, %b, max_ulp_difference = 1 : tensor<f32>, tensor<f32>
  check.expect_almost_eq_const %c, dense<0x7FC00000> : tensor<f32>
  stablehlo.custom_call @check.expect_almost_eq(%a, %b) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return %a : tensor<f32>
}

//--- unmet.mlir
// FILES: error: files of values, layouts and reports belong to one program, found 2 in '{{.*}}unmet.mlir'
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.add %a, %a : tensor<3xi32>
  // UNMET: error: check.expect_eq_const at {{.*}}unmet.mlir:[[@LINE+1]]:3 is not met at [1]: got 4, want 5 (1 of 3 elements differ)
  check.expect_eq_const %b, dense<[2, 5, 6]> : tensor<3xi32>
  return
}
// -----
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<f64>
  %b = stablehlo.constant dense<1.002> : tensor<f64>
  // UNMET: error: check.expect_almost_eq at {{.*}}unmet.mlir:[[@LINE+1]]:3 is not met at []: got 1, want 1.002 (1 of 1 elements differ)
  stablehlo.custom_call @check.expect_almost_eq(%a, %b) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}

//--- unknown.mlir
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<f64>
  // UNKNOWN: error: {{.*}}unknown.mlir:[[@LINE+1]]:3: 'stablehlo.custom_call' op has the unknown target 'check.expect_more'; known are check.expect_eq, check.expect_almost_eq and check.expect_close
  stablehlo.custom_call @check.expect_more(%a, %a) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}
