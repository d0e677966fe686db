// RUN: dtensor-opt %s --pass-pipeline="builtin.module(func.func(dtensor-mark-control-flow))" --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @loops
func.func @loops(%a: tensor<4xf32>, %n: index, %c: i1) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: math.exp {{.*}} loc("{{.*}}mark-control-flow.mlir":[[@LINE+2]]:{{[0-9]+}})
  // CHECK: } loc(fused<"dtensor.control_flow">["{{.*}}mark-control-flow.mlir":[[@LINE+1]]:{{[0-9]+}}])
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> tensor<4xf32> { %y = math.exp %x : tensor<4xf32> scf.yield %y : tensor<4xf32> }
  // CHECK: scf.if
  // CHECK: } loc(fused<"dtensor.control_flow">[
  scf.if %c {
  }
  return %r : tensor<4xf32>
}
