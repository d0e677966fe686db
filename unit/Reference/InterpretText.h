//===- InterpretText.h - Interprets a program's text ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_REFERENCE_INTERPRETTEXT_H
#define DTENSOR_UNIT_REFERENCE_INTERPRETTEXT_H

#include "dtensor/Reference/Interpreter.h"
#include "gtest/gtest.h"

namespace dtensor::reference {

/// Evaluates texts of modules with a function `main`.
class InterpretText : public ::testing::Test {
protected:
  InterpretText();

  llvm::Expected<std::vector<Tensor>> run(llvm::StringRef text);

  /// The only result, which is a tensor of `T`.
  template <typename T> std::vector<T> get(llvm::StringRef text) {
    llvm::Expected<std::vector<Tensor>> results = run(text);
    if (!results) {
      ADD_FAILURE() << llvm::toString(results.takeError());
      return {};
    }
    return results->front()->getElements<T>().vec();
  }

  /// The message of the error with which it fails; "no error" fails the test.
  std::string getError(llvm::StringRef text);

  mlir::MLIRContext context;
  InterpretOptions options;
};

/// The results of a program without arguments, in row-major order. A complex
/// number is two numbers, the real part first.
struct Interpreted {
  std::vector<std::vector<double>> results;
  /// The same for integer results, since they do not fit into f64.
  std::vector<std::vector<int64_t>> integers;
};

/// Evaluates `body` as the body of a function. It ends with a `return` of
/// values of `types`. An error fails the test.
Interpreted interpret(llvm::StringRef types, llvm::StringRef body);

/// The error message of such a program; "no error" fails the test.
std::string getError(llvm::StringRef types, llvm::StringRef body);

/// Fails the test if numbers differ by more than `tolerance`. NaN equals NaN.
void expectNear(const std::vector<double> &found,
                const std::vector<double> &wanted, double tolerance = 0);

} // namespace dtensor::reference

#endif // DTENSOR_UNIT_REFERENCE_INTERPRETTEXT_H
