//===- ControlFlow.h - Branches, loops and composites -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_CONTROLFLOW_H
#define DTENSOR_RECORDING_CONTROLFLOW_H

#include "dtensor/Recording/Graph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>

/// Bodies are functions that record ops. They are called once, and can use all
/// values that were made before.
namespace dtensor::recording {

/// The results of one of two bodies, which return values of the same types.
/// Only the body of the branch that is taken runs. Errors: a predicate that is
/// no scalar boolean, different types.
Values cond(Value predicate, llvm::function_ref<Values()> onTrue,
            llvm::function_ref<Values()> onFalse);

/// Repeats `body` while `predicate` is true of its values. `graph` may be the
/// one of the values. Errors: a body that returns other types than `initial`
/// has.
Values whileLoop(Graph &graph, llvm::ArrayRef<Value> initial,
                 llvm::function_ref<Value(llvm::ArrayRef<Value>)> predicate,
                 llvm::function_ref<Values(llvm::ArrayRef<Value>)> body);

/// Repeats `body` for each number from `lower` to `upper`, without that. The
/// number is an `int64` scalar.
Values foriLoop(Graph &graph, int64_t lower, int64_t upper,
                llvm::ArrayRef<Value> initial,
                llvm::function_ref<Values(Value, llvm::ArrayRef<Value>)> body);

/// The results of a step of a scan: values for the next step, and values that
/// are joined along a new first axis of the results.
using ScanStep = std::pair<Values, Values>;

/// Repeats `body` for each row of `xs`, with the number of the row, values of
/// the step before and the row. Returns the last values and then the joined
/// ones. `reversed`: from the last row to the first. Errors: an axis 0 of `xs`
/// that has not `length` rows.
Values scan(Graph &graph, int64_t length, llvm::ArrayRef<Value> initial,
            llvm::ArrayRef<Value> xs,
            llvm::function_ref<ScanStep(Value, llvm::ArrayRef<Value>,
                                        llvm::ArrayRef<Value>)>
                body,
            bool reversed = false);

/// Records `body` as one op, so that its derivative can be one formula. `name`
/// is in the table of Composites.cpp.
Values composite(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                 llvm::function_ref<Values(llvm::ArrayRef<Value>)> body);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_CONTROLFLOW_H
