//===- Programs.h - Programs as texts -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_REFERENCE_PROGRAMS_H
#define DTENSOR_UNIT_REFERENCE_PROGRAMS_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Reference/Interpreter.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace dtensor::reference {

/// Evaluates texts of one function `main`.
class Programs : public ::testing::Test {
protected:
  Programs() {
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    registry.insert<DTensorDialect, linalg_ext::LinalgExtDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  mlir::func::FuncOp parse(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, "test");
    return module->lookupSymbol<mlir::func::FuncOp>("main");
  }

  llvm::Expected<std::vector<Tensor>>
  run(llvm::StringRef text, llvm::ArrayRef<Tensor> arguments = {}) {
    return interpret(parse(text), arguments, options);
  }

  /// The only result, which is a tensor of `T`.
  template <typename T>
  std::vector<T> get(llvm::StringRef text,
                     llvm::ArrayRef<Tensor> arguments = {}) {
    llvm::Expected<std::vector<Tensor>> results = run(text, arguments);
    if (!results) {
      ADD_FAILURE() << llvm::toString(results.takeError());
      return {};
    }
    return results->front()->getElements<T>().vec();
  }

  std::string getError(llvm::StringRef text) {
    llvm::Expected<std::vector<Tensor>> results = run(text);
    return results ? "no error" : llvm::toString(results.takeError());
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  InterpretOptions options;
};

} // namespace dtensor::reference

#endif // DTENSOR_UNIT_REFERENCE_PROGRAMS_H
