//===- FetchOperand.h - What other devices have of an operand ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An axis that a rule reads through a window has other positions than its
// factors. The expansion of such an op asks `needsFetch` per operand, and reads
// what `fetchOperand` brings in the place of the component.
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

/// What each device needs of an operand.
Fetch getFetch(Expander &expander, mlir::Operation *op, unsigned operand,
               const ExpansionSite &site);

/// What this device needs of an operand, brought into a new tensor that holds
/// `fill` elsewhere. `getStart` gives the starts of moves that are data
/// (`AxisMove::kDynamic`), per axis.
mlir::Value fetchOperand(
    Expander &expander, mlir::Operation *op, unsigned operand,
    const ExpansionSite &site,
    llvm::function_ref<mlir::Value(unsigned)> getStart =
        [](unsigned) { return mlir::Value(); },
    mlir::Value fill = nullptr);

/// `sources` are components, `dynamicNumbers` are in the order of `comm.fetch`;
/// `operand` is what the fetch is for.
mlir::Value createFetch(Expander &expander, mlir::Operation *op,
                        unsigned operand, const Fetch &fetch,
                        llvm::ArrayRef<mlir::Value> sources, mlir::Value dest,
                        llvm::ArrayRef<mlir::Value> dynamicNumbers);

} // namespace dtensor

#endif // DTENSOR_PARTITION_FETCHOPERAND_H
