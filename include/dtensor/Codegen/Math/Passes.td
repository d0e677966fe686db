//===- Passes.td - Elementary functions --------------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_MATH_PASSES_TD
#define DTENSOR_CODEGEN_MATH_PASSES_TD

include "mlir/Pass/PassBase.td"

def RelaxFloats : Pass<"dtensor-relax-floats", "::mlir::func::FuncOp"> {
  let summary = "let arithmetic on floats round in other ways";
  let description = [{
    Sums, differences, products, quotients and elementary functions get the
    flags `reassoc`, `contract`, `arcp` and `afn`, in addition to their own. So
    later passes and LLVM may compute them in another order, by reciprocals and
    by shorter polynomials. The flags `nnan` and `ninf` are not set: infinities
    and NaN keep their meaning. So functions also get the attribute that keeps
    LLVM from estimating reciprocals of roots, which would be NaN for zero.
    Comparisons, maxima, conversions and roots have one right result, and stay.

    The pass comes before `dtensor-expand-math`, whose polynomials rely on the
    rounding of each of their ops.

    ```mlir
    %q = arith.divf %x, %y : f32
    ```
    becomes
    ```mlir
    %q = arith.divf %x, %y fastmath<reassoc,contract,arcp,afn> : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandMath : Pass<"dtensor-expand-math", "::mlir::func::FuncOp"> {
  let summary = "compute elementary functions without calls";
  let description = [{
    Some elementary functions of f32 become polynomials of the project's own, a
    few of them in f64. Their error is less than one unit in the last place. The
    other functions are left to `convert-math-to-runtime`. Further ops are
    replaced:

    - Conversions of bf16 become integer arithmetic. So do those of f16 if there
      are no instructions for them.
    - Rounding divisions of integers become plain ones.
    - maxnumf and minnumf become comparisons, since LLVM vectorises reductions
      by them wrongly.

    exp, log and tanh of f32 with the flag `afn` become shorter polynomials.
    Their error is less than four units in the last place, and a subnormal
    argument or result may be taken for zero.

    Some processors have no single instruction for a product and a sum. The pass
    then makes no such operation unless the program itself has it, since each
    would be a call.
  }];
  let options = [Option<"fusesMultiplyAdd", "fuse-multiply-add", "bool", "true",
                        "whether a product and a sum are one instruction">,
                 Option<"convertsHalves", "convert-halves", "bool", "true",
                        "whether there are instructions between f16 and f32">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def ConvertMathToRuntime
    : Pass<"convert-math-to-runtime", "::mlir::ModuleOp"> {
  let summary = "lower elementary functions to calls of the runtime";
  let description = [{
    Functions of f32 and f64 that `dtensor-expand-math` leaves become calls of
    the runtime, one for each number. LLVM's vectorisers know the runtime's
    functions of vectors (`dt_exp_f64x4`). These take the place of the calls in
    loops, and give the same bits.

    ```mlir
    %y = math.exp %x : f64
    ```
    becomes
    ```mlir
    %y = llvm.call @dt_exp_f64(%x) : (f64) -> f64
    ```
  }];
  let options = [Option<"fused", "fused", "bool", "true",
                        "whether functions may use the instructions of "
                        "x86-64-v3">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PowersToFunctions
    : Pass<"dtensor-powers-to-functions", "::mlir::ModuleOp"> {
  let summary = "compute integer powers by functions with a loop";
  let description = [{
    Runs MLIR's `convert-math-to-funcs`, also for powers of floats by integers.
    Without this pass, `llvm.powi` would be a call of the compiler's own
    library, which programs are not linked with.
  }];
}

#endif // DTENSOR_CODEGEN_MATH_PASSES_TD
