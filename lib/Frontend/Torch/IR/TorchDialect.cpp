//===- TorchDialect.cpp - torch-mlir's own dialect, known by name only ----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Torch/IR/TorchDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace dtensor::torch;

MLIR_DEFINE_EXPLICIT_TYPE_ID(dtensor::torch::TorchDialect)

static constexpr llvm::StringLiteral wayOut =
    " is of torch-mlir's own dialect, which is not lowered yet; export the "
    "program with output_type=\"linalg-on-tensors\"";

TorchDialect::TorchDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<TorchDialect>()) {}

Type TorchDialect::parseType(DialectAsmParser &parser) const {
  llvm::SMLoc location = parser.getNameLoc();
  StringRef name;
  if (failed(parser.parseKeyword(&name)))
    return {};
  parser.emitError(location) << "type '!torch." << name << "'" << wayOut;
  return {};
}

std::optional<Dialect::ParseOpHook>
TorchDialect::getParseOperationHook(StringRef name) const {
  return [](OpAsmParser &parser, OperationState &state) -> ParseResult {
    return parser.emitError(parser.getNameLoc())
           << "'" << state.name << "'" << wayOut;
  };
}
