//===- SourceName.h - Names of values in the source -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names are kept in locations, because every transformation preserves these: an
// op that replaces another one has its name. An op has one location, so the
// location of `%a, %b:2 = ...` is called `a,b:2`.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H
#define DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"

namespace dtensor {

/// Results of one op that share a name: `%b:2` is {"b", 2}.
struct ResultGroup {
  llvm::StringRef name;
  unsigned size;
};

/// `location` with the names of an op's results added; there is at least one
/// group.
mlir::NameLoc nameResults(mlir::Location location,
                          llvm::ArrayRef<ResultGroup> groups);

/// `%v` or `%v#1`, as the source would refer to it; empty if the source gives
/// it no name.
std::string getSourceName(mlir::Value value);

/// The same for a message. A value without a name is described by the op that
/// defines it: `the result of tensor.empty`.
std::string describeValue(mlir::Value value);

/// Gives `op` a location that records the name of the op. Import copies it to
/// the ops that replace `op`.
void markSourceOp(mlir::Operation *op);

/// The name of the frontend's op from which the op at `location` was imported;
/// empty if there is none.
llvm::StringRef findSourceOp(mlir::Location location);

/// The name by which a user knows `op`: that of the frontend's op from which it
/// was imported (`stablehlo.dot_general`), or else its own.
llvm::StringRef getSourceOp(mlir::Operation *op);

/// `file:line:col` of the text that `location` comes from; empty if there is no
/// such text.
std::string getSourcePosition(mlir::Location location);

/// The call in the source by which the function around `location` was entered
/// before it was inlined; nothing if it was not inlined. Its names are those of
/// a function.
std::optional<mlir::Location> getCaller(mlir::Location location);

/// The name of the results of an op at `location`: `%a`. It is empty if they
/// have no name, or several.
std::string getOneName(mlir::Location location);

/// The first value in `scope` that is called `name` in the source (with or
/// without the leading `%`), or null. A value that depends on nothing, such as
/// a constant, is found only if no other value has the name.
mlir::Value findBySourceName(mlir::Operation *scope, llvm::StringRef name);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H
