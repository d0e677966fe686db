//===- CommDialect.cpp - The local view -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace dtensor::comm;

#include "dtensor/Dialect/Comm/IR/CommDialect.cpp.inc"

namespace {
/// Inlining is safe, because callers are under the same control flow as their
/// callees on all devices.
struct CommInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void CommDialect::initialize() {
  addInterfaces<CommInliner>();
  addOperations<
#define GET_OP_LIST
#include "dtensor/Dialect/Comm/IR/CommOps.cpp.inc"
      >();
}

Operation *CommDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
