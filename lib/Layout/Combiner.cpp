//===- Combiner.cpp - How the addends of a partial value combine ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Combiner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace dtensor;

/// The names, in the order of the enumeration.
static constexpr llvm::StringLiteral kNames[] = {
    "sum",        "product",    "and",          "or",           "xor",
    "max_signed", "min_signed", "max_unsigned", "min_unsigned", "max",
    "min",        "max_num",    "min_num",      "avg"};

llvm::StringRef dtensor::stringify(Combiner combiner) {
  return kNames[static_cast<int32_t>(combiner)];
}

std::optional<Combiner> dtensor::parseCombiner(llvm::StringRef text) {
  for (auto [number, name] : llvm::enumerate(kNames))
    if (text == name)
      return static_cast<Combiner>(number);
  return std::nullopt;
}

bool dtensor::isIdempotent(Combiner combiner) {
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Mul:
  case Combiner::Xor:
    return false;
  case Combiner::And:
  case Combiner::Or:
  case Combiner::MaxSigned:
  case Combiner::MinSigned:
  case Combiner::MaxUnsigned:
  case Combiner::MinUnsigned:
  case Combiner::Maximum:
  case Combiner::Minimum:
  case Combiner::MaxNum:
  case Combiner::MinNum:
  case Combiner::Avg:
    return true;
  }
  llvm_unreachable("no such combiner");
}

bool dtensor::isAdditive(Combiner combiner) {
  return combiner == Combiner::Add || combiner == Combiner::Avg;
}

bool dtensor::canMix(Combiner a, Combiner b) {
  return a == b || (isAdditive(a) && isAdditive(b));
}
