//===- OpCost.h - What an op costs by itself --------------------*- C++ -*-===//
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

// What the most loaded device receives or does under `sharding`, in bytes,
// besides the relayouts around the op.

/// Of `operand`, in the layout `here`, that is read through windows.
double getFetchedBytes(const ChoiceProblem &problem, unsigned operand,
                       const Layout &here, const FactorSharding &sharding);

/// By the op's own algorithm, if it moves operands (a sort) or gathers the
/// results of parts; `layouts` are those of `sharding`.
double getExchangedBytes(const ChoiceProblem &problem,
                         const FactorSharding &sharding,
                         const OpLayouts &layouts);

/// Computing, as the bytes that could be received meanwhile.
double getWork(const ChoiceProblem &problem, const FactorSharding &sharding);

/// Bytes of a tensor's component; none for what costs nothing in any layout.
/// Dynamic extents count as 1024.
double getLocalBytes(const Mesh &mesh, const TensorState &state,
                     const Layout &layout);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_OPCOST_H
