// A function of the user is known to the process that defines it only.
// RUN: not dtensor-run %s --random-inputs 1 --mesh x=2 --layout arg0=x,unsharded 2>&1 | FileCheck %s
// CHECK: error: {{.*}}the program calls 'row_maximum', but this process has defined no such function

func.func @main(%x: tensor<4x3xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @row_maximum(%x) {dtensor.sharding_rule = "([i,j])->([i]) {j whole}"} : (tensor<4x3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
