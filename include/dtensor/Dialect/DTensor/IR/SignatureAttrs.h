//===- SignatureAttrs.h - Attributes of arguments and results ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_SIGNATUREATTRS_H
#define DTENSOR_DIALECT_DTENSOR_IR_SIGNATUREATTRS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace dtensor {

/// The attributes of all arguments and results of a function. They are changed
/// first and then written at once. Each call of `setArgAttr` would make a new
/// list of the attributes of all arguments, which the context keeps: ten
/// thousand arguments would take gigabytes.
class SignatureAttrs {
public:
  explicit SignatureAttrs(mlir::FunctionOpInterface function);

  mlir::NamedAttrList &ofArgument(unsigned index) { return arguments[index]; }
  mlir::NamedAttrList &ofResult(unsigned index) { return results[index]; }

  void write();

private:
  mlir::FunctionOpInterface function;
  llvm::SmallVector<mlir::NamedAttrList> arguments, results;
};

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SIGNATUREATTRS_H
