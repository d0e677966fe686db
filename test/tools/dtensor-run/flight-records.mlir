// After an error, each device's last collectives are written to a folder.

// RUN: rm -rf %t && not dtensor-run %s --random-inputs 1 --flight-records %t 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: dtensor-run --read-flight-records %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t/process-0.flight
// ERROR: error: device {{[01]}}: {{.*}}flight-records.mlir:[[#@LINE+22]]:3: the first element is small
// CHECK: flight records of 2 of 2 devices, of 1 process
// CHECK-NEXT: process 0 (host {{.+}}, pid {{[0-9]+}}): device {{[01]}}: {{.*}}: the first element is small
// FILE: {{^}}record{{.}}1{{.*}}all_reduce{{.}}f32{{.}}8,4{{.*}}flight-records.mlir:[[#@LINE+15]]:8

// Without an error, nothing is written.
// RUN: rm -rf %t && dtensor-run %s --entry other --random-inputs 1 --flight-records %t
// RUN: not dtensor-run --read-flight-records %t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: {{^}}error: '{{.+}}': No such file or directory

// RUN: mkdir %t && echo text > %t/process-0.flight
// RUN: not dtensor-run --read-flight-records %t 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: {{^}}error: '{{.+}}/process-0.flight': required flight records, which begin with the line 'dtensor flight records 1'

dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %i = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<8x4xf32>
  %o = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %e = tensor.extract %o[%i, %i] : tensor<8x4xf32>
  %large = arith.constant 1.0e9 : f32
  %ok = arith.cmpf ogt, %e, %large : f32
  cf.assert %ok, "the first element is small"
  return %o : tensor<8x4xf32>
}
func.func @other(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
