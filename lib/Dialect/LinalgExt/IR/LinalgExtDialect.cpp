//===- LinalgExtDialect.cpp - Ops that linalg does not have ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

#include "dtensor/Dialect/LinalgExt/IR/LinalgExtDialect.cpp.inc"

namespace {
struct LinalgExtInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void LinalgExtDialect::initialize() {
  addInterfaces<LinalgExtInliner>();
  addOperations<
#define GET_OP_LIST
#include "dtensor/Dialect/LinalgExt/IR/LinalgExtOps.cpp.inc"
      >();
}
