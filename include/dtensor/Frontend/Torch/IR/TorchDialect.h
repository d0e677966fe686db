//===- TorchDialect.h - torch-mlir's dialect --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_TORCH_IR_TORCHDIALECT_H
#define DTENSOR_FRONTEND_TORCH_IR_TORCHDIALECT_H

#include "mlir/IR/Dialect.h"

namespace dtensor::torch {

/// The ops and types of torch-mlir's own dialect, `torch`. All of them are
/// rejected by an error that says how to export a program without them, by
/// letting torch-mlir lower them.
class TorchDialect : public mlir::Dialect {
public:
  explicit TorchDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "torch"; }

  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef name) const override;
};

} // namespace dtensor::torch

MLIR_DECLARE_EXPLICIT_TYPE_ID(dtensor::torch::TorchDialect)

#endif // DTENSOR_FRONTEND_TORCH_IR_TORCHDIALECT_H
