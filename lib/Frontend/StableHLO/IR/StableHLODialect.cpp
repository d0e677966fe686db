//===- StableHLODialect.cpp - Programs of JAX -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRegistration.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor::stablehlo;

#include "dtensor/Frontend/StableHLO/IR/StableHLODialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dtensor/Frontend/StableHLO/IR/StableHLOTypes.cpp.inc"

namespace {
/// Allows inlining everywhere: a function of JAX has the same meaning inside of
/// its caller.
struct StableHLOInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void StableHLODialect::initialize() {
  addInterfaces<StableHLOInliner>();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dtensor/Frontend/StableHLO/IR/StableHLOTypes.cpp.inc"
      >();
  registerAttributes();
  detail::registerElementwiseOps(*this);
  detail::registerShapeOps(*this);
  detail::registerReductionOps(*this);
  detail::registerControlFlowOps(*this);
  detail::registerContractionOps(*this);
  detail::registerCollectiveOps(*this);
  detail::registerUnsupportedOps(*this);
}
