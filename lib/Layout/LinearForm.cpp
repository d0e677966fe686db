//===- LinearForm.cpp - Values as forms over addends ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace dtensor;

/// Compares with a tolerance, since counts are products of reciprocals of small
/// numbers.
static bool isSame(double a, double b) { return std::abs(a - b) < 1e-9; }

bool LinearForm::isWhole() const {
  return counts.size() == 1 && counts.begin()->first == kWhole &&
         isSame(counts.begin()->second, 1);
}

bool LinearForm::isPending() const {
  return llvm::any_of(counts, [](auto pair) { return pair.first != kWhole; });
}

void LinearForm::combineWith(const LinearForm &other, bool isIdempotent) {
  for (auto [addend, number] : other.counts) {
    double &known = counts[addend];
    known = isIdempotent ? std::max(known, number) : known + number;
  }
}

void LinearForm::scale(double factor) {
  for (auto &[addend, number] : counts)
    number *= factor;
}

AddendSpace::AddendSpace(const Mesh &mesh, llvm::ArrayRef<PartialDim> partial)
    : mesh(mesh), partial(partial) {
  for (const PartialDim &pending : partial) {
    count *= mesh.getSize(pending.dim);
    if (pending.combiner == Combiner::Avg)
      share /= mesh.getSize(pending.dim);
  }
}

LinearForm AddendSpace::getInitial(int64_t device) const {
  if (partial.empty())
    return LinearForm(LinearForm::kWhole);
  int64_t addend = 0;
  for (const PartialDim &pending : partial)
    addend = addend * mesh.getSize(pending.dim) +
             mesh.getCoordinate(device, pending.dim);
  return LinearForm(addend);
}

llvm::Expected<LinearForm>
AddendSpace::combine(llvm::ArrayRef<LinearForm> forms, Combiner combiner,
                     int64_t divisor) const {
  LinearForm result;
  for (const LinearForm &form : forms) {
    if (form.isPending() && !canMix(combiner, partial.front().combiner))
      return llvm::createStringError("it combines by " + stringify(combiner) +
                                     " what is partial(" +
                                     stringify(partial.front().combiner) + ")");
    result.combineWith(form, isIdempotent(combiner) && !isAdditive(combiner));
  }
  if (combiner == Combiner::Avg)
    divisor *= forms.size();
  result.scale(1.0 / divisor);

  const std::map<int64_t, double> &counts = result.getCounts();
  bool isComplete =
      static_cast<int64_t>(counts.size()) == count && !partial.empty() &&
      llvm::all_of(counts, [&](auto pair) {
        return pair.first != LinearForm::kWhole && isSame(pair.second, share);
      });
  return isComplete ? LinearForm(LinearForm::kWhole) : result;
}

std::string AddendSpace::str(const LinearForm &form) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      form.getCounts(), os,
      [&](auto pair) {
        auto [addend, number] = pair;
        os << llvm::format("%g*", number);
        if (addend == LinearForm::kWhole) {
          os << "whole";
          return;
        }
        os << "addend(";
        int64_t weight = count;
        llvm::interleave(
            partial, os,
            [&](const PartialDim &pending) {
              weight /= mesh.getSize(pending.dim);
              os << mesh.getName(pending.dim) << '='
                 << addend / weight % mesh.getSize(pending.dim);
            },
            ",");
        os << ')';
      },
      " + ");
  return text.empty() ? "the identity" : text;
}
