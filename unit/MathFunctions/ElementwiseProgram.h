//===- ElementwiseProgram.h - Code for one level, run directly --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_MATHFUNCTIONS_ELEMENTWISEPROGRAM_H
#define DTENSOR_UNIT_MATHFUNCTIONS_ELEMENTWISEPROGRAM_H

#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/Target/Processor.h"
#include <memory>

namespace dtensor {

/// A program that computes a tensor from two tensors of the same extent.
/// Programs of all levels run in one process, which users' programs do not:
/// these programs need no kernel library.
class ElementwiseProgram {
public:
  /// The body computes `%z` from `%x` and `%y`. In it `$` stands for the type
  /// of the operands, a tensor with elements of `from`, and `!` for that of the
  /// result, with elements of `to`.
  ElementwiseProgram(llvm::StringRef body, llvm::StringRef from,
                     llvm::StringRef to, int64_t numElements,
                     const Processor &processor);
  ~ElementwiseProgram();

  void run(const void *x, const void *y, void *z);

private:
  std::unique_ptr<JIT> code;
  DtContext *context;
  DtProgram program;
  int64_t numElements;
};

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_ELEMENTWISEPROGRAM_H
