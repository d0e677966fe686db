//===- ExpandBareBuffers.cpp - Descriptors of bare buffers --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Outlining/BareBuffer.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dtensor {
#define GEN_PASS_DEF_EXPANDBAREBUFFERS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
struct ExpandBareBuffers
    : dtensor::impl::ExpandBareBuffersBase<ExpandBareBuffers> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    getOperation().walk([&](UnrealizedConversionCastOp op) {
      if (!BareBuffer::isMade(op))
        return;
      OpBuilder builder(op);
      if (!op->use_empty()) {
        auto type = cast<MemRefType>(op->getResult(0).getType());
        op->getResult(0).replaceAllUsesWith(
            BareBuffer(type, converter)
                .describe(builder, op.getLoc(), op->getOperands()));
      }
      op.erase();
    });
  }
};
} // namespace
