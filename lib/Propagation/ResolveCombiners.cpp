//===- ResolveCombiners.cpp - Combiners for a type ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResolveCombiners.h"
#include "dtensor/ShardingRules/CombinerOf.h"

using namespace mlir;
using namespace dtensor;

LogicalResult dtensor::resolveCombiners(Layout &layout, RankedTensorType type,
                                        Operation *op) {
  Type element = type.getElementType();
  SmallVector<PartialDim, 1> partial(layout.getPartial());
  for (PartialDim &dim : partial) {
    dim.combiner = getCombinerFor(dim.combiner, element);
    if (!getIdentity(dim.combiner, element))
      return op->emitError("partial(")
             << stringify(dim.combiner)
             << ") does not apply to elements of type " << element;
  }
  layout.setPartial(partial);
  return success();
}
