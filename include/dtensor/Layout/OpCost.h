//===- OpCost.h - The cost of an op -----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_OPCOST_H
#define DTENSOR_LAYOUT_OPCOST_H

#include "dtensor/Layout/FactorChoice.h"

namespace dtensor {

// The costs of an op on the most loaded device under `sharding`, in bytes,
// without the relayouts around the op.

/// The bytes that are fetched for an operand in the layout `here` because it is
/// read through windows.
double getFetchedBytes(const ChoiceProblem &problem, unsigned operand,
                       const Layout &here, const FactorSharding &sharding);

/// The bytes that the op's own algorithm exchanges, if it moves operands (a
/// sort) or gathers the results of parts. `layouts` are those of `sharding`.
double getExchangedBytes(const ChoiceProblem &problem,
                         const FactorSharding &sharding,
                         const OpLayouts &layouts);

/// The time of computing, as the number of bytes that could be received
/// meanwhile.
double getWork(const ChoiceProblem &problem, const FactorSharding &sharding);

/// The bytes of a tensor's component, or 0 for a tensor that costs nothing in
/// any layout. Dynamic extents count as 1024.
double getLocalBytes(const Mesh &mesh, const TensorState &state,
                     const Layout &layout);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_OPCOST_H
