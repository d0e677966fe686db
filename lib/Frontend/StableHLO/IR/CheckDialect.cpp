//===- CheckDialect.cpp - The check dialect of conformance files ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/StableHLO/IR/Check.h"

using namespace mlir;

#include "dtensor/Frontend/StableHLO/IR/CheckDialect.cpp.inc"
#include "dtensor/Frontend/StableHLO/IR/InterpreterDialect.cpp.inc"

void dtensor::check::CheckDialect::initialize() {
  addOperations<dtensor::check::ExpectEqOp, dtensor::check::ExpectEqConstOp,
                dtensor::check::ExpectAlmostEqOp,
                dtensor::check::ExpectAlmostEqConstOp,
                dtensor::check::ExpectCloseOp>();
}

void dtensor::interpreter::InterpreterDialect::initialize() {
  addOperations<dtensor::interpreter::RunParallelOp>();
}

LogicalResult dtensor::interpreter::RunParallelOp::verify() {
  auto rows = getPrograms().getValue();
  if (rows.empty())
    return emitOpError("requires programs");
  std::optional<size_t> columns;
  for (Attribute entry : rows) {
    auto row = dyn_cast<ArrayAttr>(entry);
    if (!row || row.empty() ||
        !llvm::all_of(row, llvm::IsaPred<FlatSymbolRefAttr>) ||
        columns.value_or(row.size()) != row.size())
      return emitOpError("requires rows of as many functions, found ")
             << getPrograms();
    columns = row.size();
  }
  return success();
}

#define GET_OP_CLASSES
#include "dtensor/Frontend/StableHLO/IR/CheckOps.cpp.inc"
