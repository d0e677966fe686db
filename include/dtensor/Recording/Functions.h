//===- Functions.h - The functions of the array API standard ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_H
#define DTENSOR_RECORDING_FUNCTIONS_H

#include "dtensor/Recording/Argument.h"

namespace dtensor::recording {

class Call;

/// A function of the Python array API standard (2024.12), or one beside it. It
/// is composed of primitives.
struct FunctionInfo {
  /// `sum`, `linalg.qr`, `fft.fft`.
  llvm::StringLiteral name;
  /// As in Python, with the types of Signature.h:
  /// `(x: array, /, *, axis: ints? = None, keepdims: bool = False) -> array`.
  llvm::StringLiteral signature;
  /// One sentence.
  llvm::StringLiteral summary;
  Argument (*implementation)(Call &);
};

/// A part of the standard: `Statistical functions`.
struct FunctionGroup {
  llvm::StringLiteral title;
  llvm::ArrayRef<FunctionInfo> functions;
};

/// All functions, in the order of the standard.
llvm::ArrayRef<FunctionGroup> getFunctionGroups();
/// Null if there is none of this name.
const FunctionInfo *findFunction(llvm::StringRef name);

/// Records a call in the innermost open region of `graph`. Arguments are bound
/// as Python binds them. Returns a value, a list of values, or what a function
/// about types says. Errors: an unknown function, arguments that do not fit the
/// signature, shapes or types that do not fit each other, a function whose
/// result has a shape that depends on data. After an error, the graph can be
/// used as before.
llvm::Expected<Argument> call(Graph &graph, llvm::StringRef name,
                              llvm::ArrayRef<Argument> positional,
                              llvm::ArrayRef<Keyword> keywords = {});

/// The arrays of a result, in order.
Values getArrays(const Argument &result);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_H
