//===- InsertReleases.cpp - Keep buffers while peers read them ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor {
#define GEN_PASS_DEF_INSERTRELEASES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct InsertReleases : dtensor::impl::InsertReleasesBase<InsertReleases> {
  using InsertReleasesBase::InsertReleasesBase;

  void runOnOperation() override {
    getOperation()->walk([](comm::CollectiveOpInterface collective) {
      // No other device reads a buffer that is not shared.
      if (collective->getNumResults() != 1 || !collective.canShare())
        return;
      Value result = collective->getResult(0);
      if (llvm::any_of(result.getUsers(), llvm::IsaPred<comm::ReleaseOp>))
        return;
      OpBuilder builder(collective->getBlock()->getTerminator());
      comm::ReleaseOp::create(builder, collective.getLoc(), result);
    });
  }
};

} // namespace
