//===- SourceName.h - What the source calls a value -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H
#define DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H

#include "mlir/IR/Value.h"

namespace dtensor {

/// The name of a value in the text that the program was read from, `%arg0`, as
/// its name location has it; for a value without one, `%argN` for an argument
/// of a function, else what defines it.
std::string getSourceName(mlir::Value value);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H
