//===- ContractedOperands.h - Operands contracted in parts ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_CONTRACTEDOPERANDS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_CONTRACTEDOPERANDS_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {

/// The operands of ops with partial results. Each comes with the bytes that are
/// received to combine the results of all such users of the operand. `graph`
/// must have layouts.
llvm::MapVector<mlir::Value, double> findContractedOperands(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_CONTRACTEDOPERANDS_H
