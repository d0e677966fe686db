//===- OperandFetch.h - The fetch of an operand -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_OPERANDFETCH_H
#define DTENSOR_LAYOUT_OPERANDFETCH_H

#include "dtensor/Layout/Fetch.h"
#include "dtensor/Layout/ShardingRule.h"

namespace dtensor {

/// The positions that each device needs of an operand of `shape` in the layout
/// `from`, when the factors are sharded. The loops of the result are the
/// factors, followed by the axes that neither side shards and that are read
/// without a window.
Fetch getOperandFetch(const Mesh &mesh, const ShardingRule &rule,
                      unsigned operand, const Layout &from,
                      llvm::ArrayRef<int64_t> shape,
                      const FactorSharding &sharding);

/// Whether some device needs another box of the operand than its component, or
/// needs it in another order.
bool needsFetch(const Mesh &mesh, const ShardingRule &rule, unsigned operand,
                const Layout &from, llvm::ArrayRef<int64_t> shape,
                const FactorSharding &sharding);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_OPERANDFETCH_H
