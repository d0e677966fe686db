//===- CancelGathers.cpp - Gather nothing that a device has ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComponentSlice.h"
#include "dtensor/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_CANCELGATHERS
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct CancelGathers : dtensor::impl::CancelGathersBase<CancelGathers> {
  using CancelGathersBase::CancelGathersBase;

  void runOnOperation() override {
    getOperation()->walk([](tensor::ExtractSliceOp slice) {
      auto gather = slice.getSource().getDefiningOp<comm::AllGatherOp>();
      if (!gather || gather.getSource().getType() != slice.getType())
        return;
      std::optional<CollectiveSides> sides = getSides(gather);
      if (!sides || getSliceLayout(gather, *sides, slice) != sides->from)
        return;
      slice.replaceAllUsesWith(gather.getSource());
      slice.erase();
      if (gather->use_empty())
        gather.erase();
    });
  }
};

} // namespace
