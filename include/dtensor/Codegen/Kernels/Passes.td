//===- Passes.td - What computes contractions --------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_KERNELS_PASSES_TD
#define DTENSOR_CODEGEN_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SelectKernels : Pass<"dtensor-select-kernels", "::mlir::func::FuncOp"> {
  let summary = "choose the contractions that the kernel library computes";
  let description = [{
    Marks matrix contractions of f32, f64, bf16 and complex numbers. Batches of
    small products are left to generated code. So are small products of complex
    numbers, and complex vectors times matrices. A contraction that starts from
    zeros overwrites its destination, and the zeros are not written.

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

def BlockProducts
    : Pass<"dtensor-block-products", "::mlir::func::FuncOp"> {
  let summary = "compute sums of products in tiles of registers";
  let description = [{
    Lowers convolutions and contractions of all forms, unless a kernel computes
    them. A tile of the result is kept in vectors, and outer products of the
    operands are added to it. Vectors are loaded from one operand. It is packed
    into blocks that stay in the cache, in the type of the sums, and filled up
    to whole vectors. Elements of the other operand are spread over vectors.
    Sums of f16 and bf16 are kept in f32, and rounded once for each block of the
    depth. The window of a convolution is part of the depth, unless it is so
    large that a block would not stay in the cache. A result that was just
    filled, and of which a tile has the whole sum, is not filled and read.

    An operation stays as it is if its result is not contiguous along a loop of
    exactly one operand, or if tiles would be mostly empty.

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

#endif // DTENSOR_CODEGEN_KERNELS_PASSES_TD
