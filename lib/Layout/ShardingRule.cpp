//===- ShardingRule.cpp - Which axes of an op go together -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ShardingRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

llvm::StringRef dtensor::stringify(FactorKind kind) {
  switch (kind) {
  case FactorKind::Parallel:
    return "parallel";
  case FactorKind::Reduction:
    return "reduction";
  case FactorKind::Scan:
    return "scan";
  case FactorKind::Blocked:
    return "blocked";
  case FactorKind::Merged:
    return "merged";
  case FactorKind::Whole:
    return "whole";
  }
  llvm_unreachable("no such factor kind");
}

std::string dtensor::getFactorName(unsigned factor) {
  constexpr unsigned kLetters = 'z' - 'i' + 1;
  if (factor < kLetters)
    return std::string(1, 'i' + factor);
  return "z_" + std::to_string(factor - kLetters + 1);
}

const WindowedAxis *ShardingRule::findWindow(unsigned operand,
                                             unsigned axis) const {
  for (const WindowedAxis &windowed : windows)
    if (windowed.operand == operand && windowed.axis == axis)
      return &windowed;
  return nullptr;
}

bool ShardingRule::isWindowed(unsigned operand) const {
  return llvm::any_of(windows, [&](const WindowedAxis &windowed) {
    return windowed.operand == operand;
  });
}

/// `+3`, `-3` or nothing.
static void printOffset(llvm::raw_ostream &os, int64_t offset) {
  if (offset > 0)
    os << '+';
  if (offset != 0)
    os << offset;
}

/// Prints the position that is read, as a formula of the factors.
static void print(llvm::raw_ostream &os, const WindowedAxis &windowed) {
  const AxisMove &move = windowed.move;
  bool isDynamic =
      move.start == AxisMove::kDynamic || move.destStart == AxisMove::kDynamic;
  int64_t offset =
      isDynamic ? 0
                : move.start - (move.stride * move.destStart) / move.destStride;
  const AxisWindow &window = windowed.window;
  if (window.terms.empty()) {
    os << '@';
    if (isDynamic)
      os << '?';
    else
      os << offset + window.offset;
    return;
  }
  if (move.destStride != 1)
    os << '(';
  llvm::interleave(
      window.terms, os,
      [&](const WindowTerm &term) {
        int64_t factor = term.stride * move.stride;
        if (factor == -1)
          os << '-';
        else if (factor != 1)
          os << factor;
        os << getFactorName(term.loop);
      },
      "+");
  if (isDynamic)
    os << "+?";
  else if (move.destStride != 1)
    printOffset(os, move.stride * (window.offset - move.destStart));
  else
    printOffset(os, offset + move.stride * window.offset);
  if (move.destStride == 1)
    return;
  os << ")/" << move.destStride;
  if (!isDynamic)
    printOffset(os, move.start);
}

/// `getWindow` returns the window of an axis, or null.
static void
print(llvm::raw_ostream &os, const TensorFactors &tensor,
      llvm::function_ref<const WindowedAxis *(unsigned)> getWindow) {
  if (tensor.empty()) {
    os << '*';
    return;
  }
  os << '[';
  llvm::interleave(
      llvm::enumerate(tensor), os,
      [&](auto pair) {
        if (const WindowedAxis *windowed = getWindow(pair.index()))
          return print(os, *windowed);
        for (unsigned factor : pair.value())
          os << getFactorName(factor);
        if (pair.value().empty())
          os << '1';
      },
      ",");
  os << ']';
}

std::string ShardingRule::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleave(
      llvm::enumerate(operands), os,
      [&](auto pair) {
        print(os, pair.value(),
              [&](unsigned axis) { return findWindow(pair.index(), axis); });
      },
      ",");
  os << ")->(";
  llvm::interleave(
      results, os,
      [&](const TensorFactors &tensor) {
        print(os, tensor, [](unsigned) { return nullptr; });
      },
      ",");
  os << ')';
  os << " {";
  llvm::interleave(
      llvm::seq<unsigned>(factors.size()), os,
      [&](unsigned number) {
        const Factor &factor = factors[number];
        os << getFactorName(number) << '=';
        if (factor.extent == Factor::kDynamic)
          os << '?';
        else
          os << factor.extent;
        if (factor.kind != FactorKind::Parallel)
          os << ' ' << stringify(factor.kind);
        if (factor.kind == FactorKind::Reduction)
          os << '(' << stringify(factor.combiner) << ')';
      },
      ",");
  os << '}';
  for (const PartialPassing &passing : passings) {
    os << (passing.anyCombiner ? " passes any " : " passes sum ");
    llvm::interleave(passing.operands, os, "+");
    os << "->";
    llvm::interleave(passing.results, os, "+");
  }
  if (isReshape)
    os << " reshapes";
  return text;
}

/// Checks operands or results; `what` is the word for one.
static llvm::Error verify(const ShardingRule &rule,
                          llvm::ArrayRef<TensorFactors> tensors,
                          llvm::StringRef what) {
  for (auto [number, tensor] : llvm::enumerate(tensors)) {
    llvm::SmallVector<bool> seen(rule.factors.size());
    for (const AxisFactors &axis : tensor)
      for (unsigned factor : axis) {
        if (factor >= rule.factors.size())
          return createStringError(
              what + " " + Twine(number) + " uses factor " + Twine(factor) +
              ", but the rule has " + Twine(rule.factors.size()) + " factors");
        // Such a diagonal is not a box, so it has no layout on a mesh.
        if (seen[factor] && rule.factors[factor].kind != FactorKind::Whole)
          return createStringError(what + " " + Twine(number) +
                                   " uses factor " + getFactorName(factor) +
                                   " twice, so it must be whole");
        seen[factor] = true;
      }
  }
  return llvm::Error::success();
}

llvm::Error ShardingRule::verify() const {
  if (llvm::Error error = ::verify(*this, operands, "operand"))
    return error;
  if (llvm::Error error = ::verify(*this, results, "result"))
    return error;
  if (isReshape && (operands.empty() || results.empty()))
    return createStringError("a reshape has an operand and a result");
  for (unsigned operand : accumulators)
    if (operand >= operands.size())
      return createStringError("operand " + Twine(operand) +
                               " is an accumulator, but the rule has " +
                               Twine(operands.size()) + " operands");
  for (const WindowedAxis &windowed : windows) {
    if (windowed.operand >= operands.size() ||
        windowed.axis >= operands[windowed.operand].size())
      return createStringError("a window is of axis " + Twine(windowed.axis) +
                               " of operand " + Twine(windowed.operand) +
                               ", which does not exist");
    if (operands[windowed.operand][windowed.axis].size() > 1)
      return createStringError("axis " + Twine(windowed.axis) + " of operand " +
                               Twine(windowed.operand) +
                               " has a window and several factors");
    for (const WindowTerm &term : windowed.window.terms)
      if (term.loop >= factors.size())
        return createStringError("a window uses factor " + Twine(term.loop) +
                                 ", but the rule has " + Twine(factors.size()) +
                                 " factors");
  }
  for (const PartialPassing &passing : passings) {
    for (unsigned operand : passing.operands)
      if (operand >= operands.size())
        return createStringError("a partial value passes from operand " +
                                 Twine(operand) + ", but the rule has " +
                                 Twine(operands.size()) + " operands");
    for (unsigned result : passing.results)
      if (result >= results.size())
        return createStringError("a partial value passes to result " +
                                 Twine(result) + ", but the rule has " +
                                 Twine(results.size()) + " results");
  }
  return llvm::Error::success();
}
