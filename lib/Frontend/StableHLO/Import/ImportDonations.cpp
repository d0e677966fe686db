//===- ImportDonations.cpp - JAX's donated arguments ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Frontend/StableHLO/Import/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTDONATIONS
#include "dtensor/Frontend/StableHLO/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// The attribute that names the result.
static constexpr StringLiteral kAliasingOutput = "tf.aliasing_output";
/// The attribute for any result that fits.
static constexpr StringLiteral kBufferDonor = "jax.buffer_donor";

static LogicalResult importArgument(func::FuncOp function,
                                    SignatureAttrs &attrs, unsigned index) {
  NamedAttrList &argument = attrs.ofArgument(index);
  Attribute output = argument.erase(kAliasingOutput);
  Attribute donor = argument.erase(kBufferDonor);
  if (donor && !isa<BoolAttr>(donor))
    return function.emitOpError() << kBufferDonor << " of argument " << index
                                  << " must be a boolean, found " << donor;
  if (output) {
    auto result = dyn_cast<IntegerAttr>(output);
    if (!result || result.getValue().isNegative() ||
        result.getValue().uge(function.getNumResults()))
      return function.emitOpError()
             << kAliasingOutput << " of argument " << index
             << " must be one of " << function.getNumResults()
             << " results, found " << output;
    unsigned position = result.getValue().getZExtValue();
    argument.set(kDonatedAttr, OpBuilder(function).getI64IntegerAttr(position));
  } else if (donor && cast<BoolAttr>(donor).getValue()) {
    argument.set(kDonatedAttr, UnitAttr::get(function.getContext()));
  }
  return success();
}

/// Gives a result without an annotation the layout of the argument in whose
/// memory it lies, since the next call gets it in the argument's place.
static void shareLayout(func::FuncOp function, SignatureAttrs &attrs,
                        unsigned argument) {
  auto donated = dyn_cast_if_present<IntegerAttr>(
      attrs.ofArgument(argument).get(kDonatedAttr));
  Attribute layout = attrs.ofArgument(argument).get(kLayoutAttr);
  if (!donated || !layout)
    return;
  unsigned result = donated.getInt();
  if (!attrs.ofResult(result).get(kLayoutAttr) &&
      function.getArgumentTypes()[argument] ==
          function.getResultTypes()[result])
    attrs.ofResult(result).set(kLayoutAttr, layout);
}

namespace {
struct ImportDonations : dtensor::impl::ImportDonationsBase<ImportDonations> {
  void runOnOperation() override {
    bool changed = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto getAttrs = [&]() {
        return std::make_pair(function.getArgAttrsAttr(),
                              function.getResAttrsAttr());
      };
      auto before = getAttrs();
      SignatureAttrs attrs(function);
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
        if (failed(importArgument(function, attrs, i)))
          return signalPassFailure();
        shareLayout(function, attrs, i);
      }
      attrs.write();
      changed |= getAttrs() != before;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
