//===- Passes.td - Structured operations as loops ----------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_LOOPS_PASSES_TD
#define DTENSOR_CODEGEN_LOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def OrderReductions
    : Pass<"dtensor-order-reductions", "::mlir::func::FuncOp"> {
  let summary = "reduce floats in an order that no processor changes";
  let description = [{
    Lowers reductions of floats to loops. A sum has 32 partial sums of f32, or
    16 of f64. Element `i` belongs to partial sum `i mod 32`. Elements are added
    to their partial sum in order. In the end the partial sums are added by
    halves: 0 and 16, 1 and 17, and so on. Products, maxima and minima have the
    same order. A loop of fewer than 8 elements goes from the first to the last,
    as before. Each operation rounds. None has flags that would let LLVM change
    the order, or make one instruction of a product and a sum. So the bits
    depend on elements and extents alone.

    If the reduction is the innermost loop, the partial sums are lanes of a
    vector, and LLVM uses as many registers for it as the processor needs.
    Operands that are not contiguous, and operations other than arithmetic, are
    computed to memory first, some elements at a time. If another loop is the
    innermost, each of its positions has its partial sums in memory. The pass
    works on buffers.

    In a loop over the rows of large buffers, the last reduction of a row also
    asks memory for the next row that is read, and for the row that is written
    after it. So these are on their way during the computation.

    ```mlir
    linalg.reduce { arith.addf } ins(%a : memref<4x96xf32>)
        outs(%s : memref<4xf32>) dimensions = [1]
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %partial = scf.for %j = %c0 to %c96 step %c32
          iter_args(%sums = %zeros) -> (vector<32xf32>) {
        %x = vector.load %a[%i, %j] : memref<4x96xf32>, vector<32xf32>
        %0 = arith.addf %sums, %x : vector<32xf32>
        scf.yield %0 : vector<32xf32>
      }
      %low = vector.extract_strided_slice %partial {offsets = [0], sizes = [16], ...}
      %high = vector.extract_strided_slice %partial {offsets = [16], sizes = [16], ...}
      %1 = arith.addf %low, %high : vector<16xf32>
      ... // adds the sum to %s[%i]
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def WidenAccumulators
    : Pass<"dtensor-widen-accumulators", "::mlir::func::FuncOp"> {
  let summary = "accumulate f16 and bf16 in f32";
  let description = [{
    f16 and bf16 are types of storage: a reduction by addition or multiplication
    is rounded once, at its end, and not with each element. Two kinds of
    operations stay as they are. Reductions that only choose an element, such as
    a maximum, never round. Contractions that kernels or blocks of registers
    compute already round in this way. The pass works on buffers.

    ```mlir
    linalg.reduce { arith.addf } ins(%a : memref<4x8xbf16>)
        outs(%s : memref<4xbf16>) dimensions = [1]
    ```
    becomes
    ```mlir
    %w = memref.alloc() : memref<4xf32>
    linalg.generic ... ins(%s : memref<4xbf16>) outs(%w : memref<4xf32>) {
      %0 = arith.extf %in : bf16 to f32 ...
    linalg.generic ... ins(%a : memref<4x8xbf16>) outs(%w : memref<4xf32>) {
      %0 = arith.extf %in : bf16 to f32
      %1 = arith.addf %out, %0 : f32 ...
    linalg.generic ... ins(%w : memref<4xf32>) outs(%s : memref<4xbf16>) {
      %0 = arith.truncf %in : f32 to bf16 ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def SwitchesToBranches
    : Pass<"dtensor-switches-to-branches", "::mlir::func::FuncOp"> {
  let summary = "turn a switch into a chain of branches";
  let description = [{
    Passes that decide which tensors share a buffer know a single kind of
    branch, `scf.if`. MLIR's analysis of bufferization does not see that the
    result of an `scf.index_switch` may lie in the buffer that a case yields. It
    would let others write there while the result is still to be read.

    ```mlir
    %r = scf.index_switch %i -> tensor<4xf32>
    case 0 { scf.yield %a : tensor<4xf32> }
    default { scf.yield %b : tensor<4xf32> }
    ```
    becomes
    ```mlir
    %c = arith.cmpi eq, %i, %c0 : index
    %r = scf.if %c -> (tensor<4xf32>) {
      scf.yield %a : tensor<4xf32>
    } else {
      scf.yield %b : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def GuardIntegerDivision
    : Pass<"dtensor-guard-integer-division", "::mlir::func::FuncOp"> {
  let summary = "raise an error if an integer is divided by zero";
  let description = [{
    Divisors that would trap are replaced by one. A flag records whether a
    divisor was zero, across the loops around the division. The error is raised
    after these loops, so they can still be vectorised.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %q = arith.divsi %a, %b : i32
      ...
    }
    ```
    becomes
    ```mlir
    %failed = scf.for %i = ... iter_args(%f = %false) -> (i1) {
      %is_zero = arith.cmpi eq, %b, %c0_i32 : i32
      %safe = arith.select %traps, %c1_i32, %b : i32
      %q = arith.divsi %a, %safe : i32
      ...
      %g = arith.ori %f, %is_zero : i1
      scf.yield %g : i1
    }
    cf.assert %passed, "division by zero in arith.divsi"
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect"];
}

def LinalgToLoops
    : Pass<"dtensor-linalg-to-loops", "::mlir::func::FuncOp"> {
  let summary = "lower structured operations on buffers to loops";
  let description = [{
    The innermost loop is the one that makes most accesses contiguous. If
    reductions are innermost, the loops carry their accumulators as values,
    which LLVM vectorises. (`convert-linalg-to-loops` keeps accumulators in
    memory.) Copies between strided buffers become loops as well. Transposes use
    square tiles in vector registers. If numbers of f32 are divided by the same
    number, their quotients are products with its reciprocal, which are
    corrected by two multiply-adds. They have the same bits. Where this would
    not hold, since a number is too small or too large, there are divisions.

    ```mlir
    linalg.generic {...} ins(%a : memref<4x8xf32>) outs(%s : memref<4xf32>) {
    ^bb0(%x: f32, %acc: f32):
      %0 = arith.addf %acc, %x : f32
      linalg.yield %0 : f32
    }
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %init = memref.load %s[%i] : memref<4xf32>
      %sum = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (f32) {
        %x = memref.load %a[%i, %j] : memref<4x8xf32>
        %0 = arith.addf %acc, %x : f32
        scf.yield %0 : f32
      }
      memref.store %sum, %s[%i] : memref<4xf32>
    }
    ```
  }];
  let options = [Option<"vectorBytes", "vector-bytes", "int64_t", "64",
                        "size of the processor's vectors">,
                 Option<"correctsQuotients", "correct-quotients", "bool",
                        "true",
                        "whether products with a reciprocal that are corrected "
                        "take less time than divisions">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // DTENSOR_CODEGEN_LOOPS_PASSES_TD
