//===- InterpretText.cpp - Interprets a program's text --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretText.h"
#include "Number.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"

#include <cmath>

using namespace dtensor;
using namespace mlir;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<DTensorDialect, linalg_ext::LinalgExtDialect>();
  return registry;
}

static llvm::Expected<std::vector<reference::Tensor>>
evaluate(StringRef text, MLIRContext &context,
         const reference::InterpretOptions &options) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, &context, "test");
  if (!module)
    return llvm::createStringError("not a program: " + text);
  return reference::interpret(module->lookupSymbol<func::FuncOp>("main"), {},
                              options);
}

static std::string
takeMessage(llvm::Expected<std::vector<reference::Tensor>> results) {
  if (!results)
    return llvm::toString(results.takeError());
  ADD_FAILURE() << "no error";
  return "";
}

//===----------------------------------------------------------------------===//
// Texts of modules
//===----------------------------------------------------------------------===//

reference::InterpretText::InterpretText() : context(makeRegistry()) {}

llvm::Expected<std::vector<reference::Tensor>>
reference::InterpretText::run(StringRef text) {
  return evaluate(text, context, options);
}

std::string reference::InterpretText::getError(StringRef text) {
  return takeMessage(run(text));
}

//===----------------------------------------------------------------------===//
// Texts of bodies
//===----------------------------------------------------------------------===//

static llvm::Expected<std::vector<reference::Tensor>>
evaluateBody(StringRef types, StringRef body) {
  MLIRContext context(makeRegistry());
  return evaluate(
      ("func.func @main() -> (" + types + ") {\n" + body + "\n}").str(),
      context, {});
}

reference::Interpreted reference::interpret(StringRef types, StringRef body) {
  Interpreted interpreted;
  llvm::Expected<std::vector<Tensor>> results = evaluateBody(types, body);
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError());
    return interpreted;
  }
  for (const Tensor &result : *results) {
    ElementType type = result->getElementType();
    auto &reals = interpreted.results.emplace_back();
    auto &integers = interpreted.integers.emplace_back();
    for (int64_t i = 0; i < result->getNumElements(); ++i) {
      Number number = load(*result, i);
      if (isInteger(type)) {
        integers.push_back(number.integer);
        reals.push_back(static_cast<double>(number.integer));
        continue;
      }
      reals.push_back(number.real);
      if (isComplex(type))
        reals.push_back(number.imaginary);
    }
  }
  return interpreted;
}

std::string reference::getError(StringRef types, StringRef body) {
  return takeMessage(evaluateBody(types, body));
}

void reference::expectNear(const std::vector<double> &found,
                           const std::vector<double> &wanted,
                           double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::isnan(wanted[i]))
      EXPECT_TRUE(std::isnan(found[i])) << "element " << i;
    else if (std::isinf(wanted[i]))
      EXPECT_EQ(found[i], wanted[i]) << "element " << i;
    else
      EXPECT_NEAR(found[i], wanted[i], tolerance) << "element " << i;
  }
}
