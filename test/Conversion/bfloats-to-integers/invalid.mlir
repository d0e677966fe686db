// RUN: dtensor-opt %s --dtensor-bfloats-to-integers -verify-diagnostics

// Arithmetic should have become that of f32 before.
llvm.func @arithmetic(%a: bf16) -> bf16 {
  // expected-error @below {{operand #0 must be floating point LLVM type}}
  %0 = llvm.fadd %a, %a : bf16
  llvm.return %0 : bf16
}
