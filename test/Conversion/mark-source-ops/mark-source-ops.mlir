// RUN: dtensor-opt %s --pass-pipeline="builtin.module(func.func(dtensor-mark-source-ops))" --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @names
func.func @names(%a: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  // CHECK: math.exp {{.*}} loc(fused<"math.exp">["a.mlir":3:8])
  %e = math.exp %a : tensor<8xf32> loc("a.mlir":3:8)
  // An op of a frontend keeps its name.
  // CHECK: math.log {{.*}} loc(fused<"math.tan">["a.mlir":4:8])
  %l = math.log %e : tensor<8xf32> loc(fused<"math.tan">["a.mlir":4:8])
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %l) -> tensor<8xf32> {
    %s = math.sin %v : tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  // CHECK: } loc(fused<"dtensor.control_flow">[fused<"scf.for">["a.mlir":5:8]])
  } loc("a.mlir":5:8)
  return %r : tensor<8xf32>
}
