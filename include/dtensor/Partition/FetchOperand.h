//===- FetchOperand.h - Operands from other devices -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions of an axis that a rule reads through a window differ from those
// of its factors. The expansion of such an op calls `needsFetch` for each
// operand, and reads the tensor that `fetchOperand` makes instead of the
// component.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_FETCHOPERAND_H
#define DTENSOR_PARTITION_FETCHOPERAND_H

#include "dtensor/Layout/Fetch.h"
#include "dtensor/Partition/Expander.h"

namespace dtensor {

/// Whether the operand is read through windows and some device needs another
/// box of it than its component.
bool needsFetch(Expander &expander, mlir::Operation *op, unsigned operand,
                const ExpansionSite &site);

/// The data that each device needs of an operand.
Fetch getFetch(Expander &expander, mlir::Operation *op, unsigned operand,
               const ExpansionSite &site);

/// Fetches the data that this device needs of an operand into a new tensor,
/// which holds `fill` elsewhere. `getStart` returns the start of a move that is
/// not known at compile time (`AxisMove::kDynamic`), for each such axis.
mlir::Value fetchOperand(
    Expander &expander, mlir::Operation *op, unsigned operand,
    const ExpansionSite &site,
    llvm::function_ref<mlir::Value(unsigned)> getStart =
        [](unsigned) { return mlir::Value(); },
    mlir::Value fill = nullptr);

/// Makes the `comm.fetch`. `sources` are components. `dynamicNumbers` are in
/// the order of `comm.fetch`. `operand` is the operand that is fetched.
mlir::Value createFetch(Expander &expander, mlir::Operation *op,
                        unsigned operand, Fetch fetch,
                        llvm::ArrayRef<mlir::Value> sources, mlir::Value dest,
                        llvm::ArrayRef<mlir::Value> dynamicNumbers);

} // namespace dtensor

#endif // DTENSOR_PARTITION_FETCHOPERAND_H
