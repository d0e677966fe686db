//===- AffineWindow.cpp - Windows as affine expressions -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "mlir/IR/AffineExpr.h"
#include <map>

using namespace mlir;
using namespace dtensor;

/// Adds `factor * expr` to the collected terms.
static bool collect(AffineExpr expr, int64_t factor, int64_t &constant,
                    std::map<unsigned, int64_t> &terms) {
  if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
    constant += factor * value.getValue();
    return true;
  }
  if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
    terms[loop.getPosition()] += factor;
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return collect(binary.getLHS(), factor, constant, terms) &&
           collect(binary.getRHS(), factor, constant, terms);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !scale)
    return false;
  return collect(binary.getLHS(), factor * scale.getValue(), constant, terms);
}

std::optional<LinearExpr> dtensor::matchLinearExpr(AffineExpr expr) {
  LinearExpr linear;
  std::map<unsigned, int64_t> terms;
  if (!collect(expr, 1, linear.constant, terms))
    return std::nullopt;
  for (auto [loop, coefficient] : terms)
    if (coefficient != 0)
      linear.terms.push_back({loop, coefficient});
  return linear;
}

std::optional<AxisWindow> dtensor::getAxisWindow(AffineExpr expr) {
  std::optional<LinearExpr> linear = matchLinearExpr(expr);
  if (!linear)
    return std::nullopt;
  AxisWindow window;
  window.offset = linear->constant;
  for (auto [loop, coefficient] : linear->terms) {
    if (coefficient < 0)
      return std::nullopt;
    window.terms.push_back({loop, coefficient});
  }
  return window;
}

AffineExpr dtensor::getAffineExpr(const AxisWindow &window,
                                  MLIRContext *context) {
  AffineExpr expr = getAffineConstantExpr(0, context);
  for (const WindowTerm &term : window.terms)
    expr = expr + getAffineDimExpr(term.loop, context) * term.stride;
  return expr + window.offset;
}
