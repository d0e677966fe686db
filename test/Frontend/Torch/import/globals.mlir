// RUN: dtensor-opt %s --dtensor-import-globals --split-input-file --verify-diagnostics | FileCheck %s

// A constant where it is read.
// CHECK-LABEL: func @constant
// CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: return %[[C]], %{{.*}}
ml_program.global private @w(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @constant() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = ml_program.global_load @w : tensor<2xf32>
  %1 = ml_program.global_load_const @w : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func @straight
// CHECK: %[[SEED:.*]] = arith.constant dense<7>
// CHECK: %[[NEXT:.*]] = arith.addi %[[SEED]], %[[SEED]]
// CHECK: return %[[NEXT]]
// CHECK-NOT: ml_program
ml_program.global private mutable @seed(dense<7> : tensor<i64>) : tensor<i64>
func.func @straight() -> tensor<i64> {
  %0 = ml_program.global_load @seed : tensor<i64>
  %1 = arith.addi %0, %0 : tensor<i64>
  // expected-warning@+1 {{what is stored to @seed is lost when the program ends: each run begins with its initial value}}
  ml_program.global_store @seed = %1 : tensor<i64>
  %2 = ml_program.global_load @seed : tensor<i64>
  return %2 : tensor<i64>
}

// -----

// Through conditionals, loops and calls.
// CHECK-LABEL: func @regions
// CHECK: %[[SEED:.*]] = arith.constant dense<7>
// CHECK: %[[IF:.*]] = scf.if
// CHECK: scf.yield %{{.*}} : tensor<i64>
// CHECK: else
// CHECK: scf.yield %[[SEED]] : tensor<i64>
// CHECK: %[[FOR:.*]] = scf.for {{.*}} iter_args(%[[HELD:.*]] = %[[IF]]) -> (tensor<i64>)
// CHECK: %[[STEP:.*]] = arith.addi %[[HELD]], %[[HELD]]
// CHECK: scf.yield %[[STEP]]
// CHECK: %[[WHILE:.*]]:2 = scf.while (%[[FLAG:.*]] = %{{.*}}, %[[BEFORE:.*]] = %[[FOR]])
// CHECK: scf.condition(%[[FLAG]]) %[[FLAG]], %[[BEFORE]]
// CHECK: ^bb0(%{{.*}}: i1, %[[AFTER:.*]]: tensor<i64>):
// CHECK: %[[TWICE:.*]] = arith.addi %[[AFTER]], %[[AFTER]]
// CHECK: scf.yield %{{.*}}, %[[TWICE]]
// CHECK: %[[CALL:.*]]:2 = call @callee(%[[WHILE]]#1)
// CHECK: return %[[CALL]]#0, %[[CALL]]#1
// CHECK: func private @callee(%[[ARG:.*]]: tensor<i64>) -> (tensor<i64>, tensor<i64>)
// CHECK: %[[SQUARE:.*]] = arith.muli %[[ARG]], %[[ARG]]
// CHECK: return %[[ARG]], %[[SQUARE]]
ml_program.global private mutable @seed(dense<7> : tensor<i64>) : tensor<i64>
func.func @regions(%p: i1, %n: index) -> (tensor<i64>, tensor<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %p {
    %0 = ml_program.global_load @seed : tensor<i64>
    %1 = arith.addi %0, %0 : tensor<i64>
    // expected-warning@+1 {{is lost when the program ends}}
    ml_program.global_store @seed = %1 : tensor<i64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = ml_program.global_load @seed : tensor<i64>
    %1 = arith.addi %0, %0 : tensor<i64>
    ml_program.global_store @seed = %1 : tensor<i64>
  }
  %w = scf.while (%flag = %p) : (i1) -> i1 {
    scf.condition(%flag) %flag : i1
  } do {
  ^bb0(%flag: i1):
    %0 = ml_program.global_load @seed : tensor<i64>
    %1 = arith.addi %0, %0 : tensor<i64>
    ml_program.global_store @seed = %1 : tensor<i64>
    %no = arith.constant false
    scf.yield %no : i1
  }
  %c = func.call @callee() : () -> tensor<i64>
  %2 = ml_program.global_load @seed : tensor<i64>
  return %c, %2 : tensor<i64>, tensor<i64>
}
func.func private @callee() -> tensor<i64> {
  %0 = ml_program.global_load @seed : tensor<i64>
  %1 = arith.muli %0, %0 : tensor<i64>
  ml_program.global_store @seed = %1 : tensor<i64>
  return %0 : tensor<i64>
}

// -----

// expected-error@+1 {{cannot be imported: required a tensor with its value, found a value from elsewhere; make it an argument of the program}}
ml_program.global private @w(#ml_program.extern<tensor<4xi32>>) : tensor<4xi32>

// -----

// expected-error@+1 {{cannot be imported: required functions of the dialect func}}
ml_program.func @f() {
  ml_program.return
}

// -----

ml_program.global private mutable @seed(dense<7> : tensor<i64>) : tensor<i64>
// expected-error@+1 {{accesses a mutable global and is called: required a private function}}
func.func @callee() -> tensor<i64> {
  %0 = ml_program.global_load @seed : tensor<i64>
  return %0 : tensor<i64>
}
func.func @main() -> tensor<i64> {
  %0 = func.call @callee() : () -> tensor<i64>
  return %0 : tensor<i64>
}
