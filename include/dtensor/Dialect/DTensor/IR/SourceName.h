//===- SourceName.h - What a value is called in the source ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names travel in locations, which every transformation carries along: an op
// made for another one has its name. An op has one location, so that of
// `%a, %b:2 = ...` is called `a,b:2`.
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

/// `location` under the names of an op's results; there is at least one group.
mlir::NameLoc nameResults(mlir::Location location,
                          llvm::ArrayRef<ResultGroup> groups);

/// `%v` or `%v#1`, as it would be referred to in the source; empty if nobody
/// named it.
std::string getSourceName(mlir::Value value);

/// The same for a message: a value that nobody named is said by what defines
/// it, as `the result of tensor.empty`.
std::string describeValue(mlir::Value value);

/// Makes what is created in the place of `op` remember what `op` is: gives it a
/// location that says so, for import to hand on.
void markSourceOp(mlir::Operation *op);

/// The op of a frontend that what is at `location` was imported from; empty if
/// there is none.
llvm::StringRef findSourceOp(mlir::Location location);

/// What a user calls `op`: the op of a frontend that it was imported from
/// (`stablehlo.dot_general`), or else what it is.
llvm::StringRef getSourceOp(mlir::Operation *op);

/// `file:line:col` of the text that `location` comes from; empty if it comes
/// from none.
std::string getSourcePosition(mlir::Location location);

/// The call of the source by which the function around `location` was entered
/// before it was inlined; nothing if it was not. Names are those of a function.
std::optional<mlir::Location> getCaller(mlir::Location location);

/// What the results of an op at `location` are called: `%a`; empty if nobody
/// named them, or there are several.
std::string getOneName(mlir::Location location);

/// The first value in `scope` that is called `name` in the source (with or
/// without the leading `%`), or null. A value that depends on nothing is only
/// meant where no other one is called so.
mlir::Value findBySourceName(mlir::Operation *scope, llvm::StringRef name);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SOURCENAME_H
