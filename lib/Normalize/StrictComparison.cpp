//===- StrictComparison.cpp - Which of two values is kept -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrictComparison.h"

using namespace mlir;
using Kind = arith::AtomicRMWKind;

std::optional<Kind> dtensor::matchStrictComparison(Value condition, Value kept,
                                                   Value other) {
  if (auto compare = condition.getDefiningOp<arith::CmpFOp>()) {
    if (compare.getLhs() != kept || compare.getRhs() != other)
      return std::nullopt;
    if (compare.getPredicate() == arith::CmpFPredicate::OGT)
      return Kind::maxnumf;
    if (compare.getPredicate() == arith::CmpFPredicate::OLT)
      return Kind::minnumf;
    return std::nullopt;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getLhs() != kept || compare.getRhs() != other)
    return std::nullopt;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sgt:
    return Kind::maxs;
  case arith::CmpIPredicate::slt:
    return Kind::mins;
  case arith::CmpIPredicate::ugt:
    return Kind::maxu;
  case arith::CmpIPredicate::ult:
    return Kind::minu;
  default:
    return std::nullopt;
  }
}
