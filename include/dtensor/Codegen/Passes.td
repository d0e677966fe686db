//===- Passes.td - Tensors to loops and kernels ------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_PASSES_TD
#define DTENSOR_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeLinalgExt
    : Pass<"dtensor-decompose-linalg-ext", "::mlir::func::FuncOp"> {
  let summary = "operations of linalg_ext that linalg can say, on tensors";
  let description = [{
    They fuse with their neighbours then. Operations that linalg cannot say stay
    until they are on buffers. Scans and reductions that round numbers of fewer
    than 32 bits have accumulators of f32, and round their results.

    ```mlir
    %1 = linalg_ext.iota axis = 0 outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    ```
    becomes
    ```mlir
    %1 = linalg.generic ... outs(%0 : tensor<4xi32>) {
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i32
      linalg.yield %j : i32
    }
    ```
  }];
  let options = [Option<"vectorBytes", "vector-bytes", "int64_t", "64",
                        "size of the processor's vectors">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LinalgExtToLoops
    : Pass<"dtensor-linalg-ext-to-loops", "::mlir::func::FuncOp"> {
  let summary = "operations of linalg_ext on buffers as loops";
  let description = [{
    Every operation of linalg_ext is lowered; one that is left is an error.

    ```mlir
    linalg_ext.reverse ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) axes = [0]
    ```
    becomes
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %j = arith.subi %c3, %i : index
      %x = memref.load %a[%j] : memref<4xf32>
      memref.store %x, %b[%i] : memref<4xf32>
    }
    ```
  }];
  let options = [Option<"fusesMultiplyAdd", "fuse-multiply-add", "bool", "true",
                        "whether a product and a sum are one instruction">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PrepareLinalg : Pass<"dtensor-prepare-linalg", "::mlir::func::FuncOp"> {
  let summary = "bring structured operations into the form that fuses";
  let description = [{
    What is neither a matrix contraction nor a convolution nor a fill becomes a
    `linalg.generic`; `linalg.softmax` and its like are decomposed. What does
    not read its destination gets an empty one, since arithmetic on tensors
    comes with an operand there, and that would count as a use of it. Constants
    of one value are read as scalars. Of an axis that a window with one position
    does not read to its end the rest is cut off. A matrix contraction reads
    through transposes of its operands: kernels take strides.

    ```mlir
    %t = linalg.transpose ins(%b : tensor<8x4xf32>) outs(%e) permutation = [1, 0]
    %c = linalg.matmul ins(%a, %t : ...) outs(%init : tensor<2x8xf32>)
    ```
    becomes
    ```mlir
    %c = linalg.generic {indexing_maps = [(i, j, k) -> (i, k),
                                          (i, j, k) -> (j, k),
                                          (i, j, k) -> (i, j)], ...}
        ins(%a, %b : ...) outs(%init : tensor<2x8xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseElementwise
    : Pass<"dtensor-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "compute elementwise chains in one pass over memory";
  let description = [{
    Fuses a `linalg.generic` with the producers of its operands. A producer with
    other users is fused as well when these come later: they take the value
    that the fused operation keeps as one more result. Broadcast operands are
    fused if computing them again is cheap. Reshapes, constants, fills and
    unused operands are folded on the way. Payloads grow to 512 operations: time
    is linear in a chain, however long it is.

    ```mlir
    %1 = linalg.generic ... ins(%0 : tensor<8xf32>) { math.exp }
    %2 = linalg.generic ... ins(%1 : tensor<8xf32>) { arith.addf %x, %c }
    %3 = linalg.generic ... ins(%1 : tensor<8xf32>) outs(%sum : tensor<f32>)
    ```
    becomes
    ```mlir
    %2:2 = linalg.generic ... ins(%0 : tensor<8xf32>) { exp, addf; yields both }
    %3 = linalg.generic ... ins(%2#1 : tensor<8xf32>) outs(%sum : tensor<f32>)
    ```
  }];
  let options = [Option<"keepInReductions", "keep-in-reductions", "bool",
                        "false",
                        "fuse producers with other users into reductions too, "
                        "which keep them as a result">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitArgmax : Pass<"dtensor-split-argmax", "::mlir::func::FuncOp"> {
  let summary = "compute an extreme value and its position one after the other";
  let description = [{
    A reduction to a pair of a maximum and its index is neither vectorised nor
    split between devices. It becomes a maximum, and then the minimum over the indices where the operand
    equals it: the first one. Where nothing exceeds the initial value, or the
    maximum is NaN, the result is the initial index. Of a pair of which only
    the value is used the index is dropped.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseRows : Pass<"dtensor-fuse-rows", "::mlir::func::FuncOp"> {
  let summary = "compute operations that share their rows row by row";
  let description = [{
    From the last operation of a block backwards, collects producers that run
    along the same parallel loops, tiles these loops and computes the producers
    in the tile, reductions included: a row of a softmax or of a layer
    normalisation stays in the cache from its first use to its last.
    Contractions, convolutions and collectives are not moved.

    ```mlir
    %max = linalg.generic ... ins(%x : tensor<64x512xf32>) outs(%m : tensor<64xf32>)
    %sub = linalg.generic ... ins(%x, %max : ...) outs(%e : tensor<64x512xf32>)
    ```
    becomes
    ```mlir
    %sub = scf.for %i = %c0 to %c64 step %c1 iter_args(%r = %e) {
      %row = tensor.extract_slice %x[%i, 0] [1, 512] [1, 1]
      %max = linalg.generic ... ins(%row : ...) outs(... : tensor<1xf32>)
      %sub = linalg.generic ... ins(%row, %max : ...)
      %s = tensor.insert_slice %sub into %r[%i, 0] [1, 512] [1, 1]
      scf.yield %s
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def RelaxReductions
    : Pass<"dtensor-relax-reductions", "::mlir::func::FuncOp"> {
  let summary = "allow what vectorises reductions and nothing more";
  let description = [{
    The addition or multiplication that combines an element with the accumulator
    may be reassociated, since a reduction has no order; a maximum may take
    either zero. A product that is added to the accumulator may be part of a
    fused multiply-add. Everything else keeps its arithmetic, so that an element
    does not depend on where it stands, nor on the processor.

    ```mlir
    %0 = arith.addf %acc, %x : f32
    ```
    becomes
    ```mlir
    %0 = arith.addf %acc, %x fastmath<reassoc,contract> : f32
    ```
  }];
}

def WidenAccumulators
    : Pass<"dtensor-widen-accumulators", "::mlir::func::FuncOp"> {
  let summary = "accumulate halves in f32";
  let description = [{
    f16 and bf16 are types of storage: what a reduction adds and multiplies is
    rounded once, at its end, and not with each element. Reductions that only
    choose, as a maximum does, stay as they are, and so do contractions that
    kernels or blocks of registers compute, which do the same. On buffers.

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

def SelectKernels : Pass<"dtensor-select-kernels", "::mlir::func::FuncOp"> {
  let summary = "choose the contractions that the kernel library computes";
  let description = [{
    Marks matrix contractions of f32, f64 and bf16. One that starts from zeros
    overwrites its destination, and the zeros are not written.

    ```mlir
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>)
    %c = linalg.matmul ins(%a, %b : ...) outs(%z : tensor<4x8xf32>)
    ```
    becomes
    ```mlir
    %e = tensor.empty() : tensor<4x8xf32>
    %c = linalg.matmul {dtensor.kernel = "overwrites"} ins(%a, %b : ...)
        outs(%e : tensor<4x8xf32>)
    ```
  }];
  let dependentDialects = ["::dtensor::DTensorDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SwitchesToBranches
    : Pass<"dtensor-switches-to-branches", "::mlir::func::FuncOp"> {
  let summary = "a switch becomes a chain of branches";
  let description = [{
    Passes that decide which tensors share a buffer know one kind of branch, the
    `scf.if`. Upstream's analysis of bufferization does not see that the result
    of an `scf.index_switch` may lie in the buffer that a case yields, and would
    let others write there while the result is still to be read.

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

def SeparateDestinations
    : Pass<"dtensor-separate-destinations", "::mlir::func::FuncOp"> {
  let summary = "give every operation a destination of its own";
  let description = [{
    Two operations that are written into one `linalg.fill` or one
    `tensor.empty` would be bufferized with a copy. Both get their own.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CopyOuterDestinations
    : Pass<"dtensor-copy-outer-destinations", "::mlir::func::FuncOp"> {
  let summary = "copy a tensor of which each turn of a loop replaces a slice";
  let description = [{
    A loop may insert a slice into a tensor from outside of the loop. Each turn
    needs that tensor as it was. The analysis of bufferization does not see
    this: it lets the slice be computed in place, since the insertion of one
    turn does not read what it replaces, but the next turn may. So the slice is
    inserted into a copy.

    ```mlir
    scf.for %i = ... iter_args(%c = %b) -> tensor<8xf32> {
      %s = linalg.exp ins(%v : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %r = tensor.insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      scf.yield %r : tensor<8xf32>
    }
    // becomes
    scf.for %i = ... iter_args(%c = %b) -> tensor<8xf32> {
      %s = linalg.exp ins(%v : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %f = tensor.empty() : tensor<8xf32>
      %d = linalg.copy ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
      %r = tensor.insert_slice %s into %d[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      scf.yield %r : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ResultsToDestinations
    : Pass<"dtensor-results-to-destinations", "::mlir::ModuleOp"> {
  let summary = "make results of entry functions buffers that the caller gives";
  let description = [{
    Function arguments become memrefs, read only unless they are marked
    `bufferization.writable = true`. A read-only argument, and each constant,
    becomes one tensor for every 64 users, since bufferization compares all
    users of a tensor with each other. Every result becomes one more argument,
    which the result is written to: a memref, or a pointer to a scalar. A
    result to which an argument is donated (`dtensor.donated`) is written to
    that argument; its own buffer is left alone. A donation that nothing can
    take is a warning that says why.
    Calls must have been inlined: one that is left is an error.

    ```mlir
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      ...
      return %r : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @main(%m: memref<4xf32>, %out: memref<4xf32>) {
      %d = bufferization.to_tensor %out restrict writable
      %a = bufferization.to_tensor %m restrict
      ...
      %w = bufferization.materialize_in_destination %r in %d
      bufferization.materialize_in_destination %w in writable %out
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def GuardIntegerDivision
    : Pass<"dtensor-guard-integer-division", "::mlir::func::FuncOp"> {
  let summary = "raise an error where an integer is divided by zero";
  let description = [{
    Divisors that would trap are replaced by one, and whether one was zero is
    collected over the loops around the division: they stay vectorisable, and
    the error is raised behind them.

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

def BlockProducts
    : Pass<"dtensor-block-products", "::mlir::func::FuncOp"> {
  let summary = "compute sums of products in tiles of registers";
  let description = [{
    Contractions of all forms and convolutions that no kernel computes: a tile
    of the result is kept in vectors while outer products of the operands are
    added to it. The operand that vectors are loaded from is packed by blocks
    that stay in the cache, in the type of the sums and filled up to whole
    vectors; elements of the other one are spread over vectors. Sums of f16 and
    bf16 are kept in f32 and rounded once for each block of the depth.

    Operations stay as they are if the result is not contiguous along a loop of
    exactly one operand, or would leave tiles mostly empty.

    ```mlir
    linalg.matmul ins(%a, %b : memref<24x64xf32>, memref<64x32xf32>)
        outs(%c : memref<24x32xf32>)
    ```
    becomes
    ```mlir
    %packed = memref.alloc() : memref<1x64x32xf32>
    ... // copies %b
    scf.for %i = %c0 to %c24 step %c12 {
      %sums:24 = scf.for %k = %c0 to %c64 step %c1 iter_args(...) {
        %b0 = vector.load %packed[%c0, %k, %c0] : vector<16xf32>
        %a0 = memref.load %a[%i, %k]
        %0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %1 = vector.fma %0, %b0, %sum0 : vector<16xf32>
        ...
      }
      ... // adds them to %c
    }
    ```
  }];
  let options = [Option<"vectorBytes", "vector-bytes", "int64_t", "64",
                        "size of the processor's vectors">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LinalgToLoops
    : Pass<"dtensor-linalg-to-loops", "::mlir::func::FuncOp"> {
  let summary = "lower structured operations on buffers to loops";
  let description = [{
    The innermost loop is the one that makes most accesses contiguous. When
    reductions are innermost, their accumulators are values that the loops
    carry, which LLVM vectorises; `convert-linalg-to-loops` keeps them in memory.
    Copies between strided buffers become loops as well. Transposes are done by
    square tiles in vector registers.

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
                        "size of the processor's vectors">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def EliminateEmptyTensors
    : Pass<"dtensor-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "compute in the place where a result is written";
  let description = [{
    As upstream's `eliminate-empty-tensors`: what would be computed into an
    empty tensor and then written into another is computed there at once. But
    not what a branch of an `scf.if` hands on: the other branch may hand on
    another buffer, which the analysis of bufferization then takes for the
    place that is written, and rejects the program.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CopyLoopCarried
    : Pass<"dtensor-copy-loop-carried", "::mlir::func::FuncOp"> {
  let summary = "give loop-carried tensors one buffer each";
  let description = [{
    Bufferization would allocate in every iteration of a loop that yields
    another buffer than it was given. Every yielded tensor is written to the
    buffer of the argument that carries it; where the producer can write there
    itself bufferization leaves no copy. If the regions of a `scf.while` carry
    different things these are brought to the same places, and each tensor gets
    a buffer that the other region hands back. A tensor whose extents change from turn to turn gets a new buffer when
    they do.

    ```mlir
    %r = scf.for ... iter_args(%t = %init) -> (tensor<4xf32>) {
      %n = ...
      scf.yield %n : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    %r = scf.for ... iter_args(%t = %init) -> (tensor<4xf32>) {
      %n = ...
      %m = bufferization.materialize_in_destination %n in %t
      scf.yield %m : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyInPlace : Pass<"dtensor-verify-in-place", "::mlir::ModuleOp"> {
  let summary = "reject a program of which a tensor is lost before it is read";
  let description = [{
    Several passes and the analysis of bufferization decide which tensors share
    a buffer. This one decides nothing. It executes the program on contents in
    the place of numbers, with those decisions: each write makes a new content
    of a buffer or of a part of it, and whoever reads a tensor must find the
    content that was the tensor's when it was made. Both ways of a branch are
    followed, and loops for any turn. The analysis argues the other way round,
    from pairs of reads and writes that may conflict, so an error of one is not
    an error of the other.

    ```mlir
    %s = scf.if %c -> (tensor<4xf32>) {
      scf.yield %x : tensor<4xf32>
    } else {
      scf.yield %y : tensor<4xf32>
    }
    %y2 = linalg.exp ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    %r = linalg.add ins(%s, %y2 : ...) // error if %y2 is made in place of %y
    ```
  }];
  let options = [
    Option<"assumeInPlace", "assume-in-place", "bool", /*default=*/"false",
           "for tests of this pass: as if everything were decided to be in "
           "place">
  ];
}

def ExpandMath : Pass<"dtensor-expand-math", "::mlir::func::FuncOp"> {
  let summary = "compute elementary functions without calls";
  let description = [{
    Some elementary functions of f32 become polynomials of the project's own,
    accurate to less than one unit in the last place, some of them in f64; the
    others are left to `convert-math-to-runtime`. Conversions of bf16 become integer
    arithmetic, those of f16 too where there are no instructions for them,
    rounding divisions of integers plain ones, and maxnumf and
    minnumf comparisons, since LLVM vectorises reductions by them wrongly.

    Where a product and a sum are no single instruction, the pass uses none but
    where the program itself has it: each would be a call.
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

#endif // DTENSOR_CODEGEN_PASSES_TD
