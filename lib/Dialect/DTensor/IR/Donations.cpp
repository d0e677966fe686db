//===- Donations.cpp - Arguments whose memory results take ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"

using namespace mlir;
using namespace dtensor;

namespace {
class Matcher {
public:
  explicit Matcher(FunctionOpInterface entry)
      : entry(entry), isTaken(entry.getNumResults(), false) {}

  SmallVector<Donation> run();

private:
  /// The type of an argument in the global view.
  Type getArgumentType(unsigned argument);
  Type getResultType(unsigned result);
  LayoutAttr getArgumentLayout(unsigned argument) {
    return entry.getArgAttrOfType<LayoutAttr>(argument, kLayoutAttr);
  }

  /// The reason why `result` cannot lie in the memory of `argument`; empty if
  /// it can.
  std::string findObstacle(unsigned argument, unsigned result);

  /// The reason for an argument that does not name a result.
  std::string describeLeft(unsigned argument);

  FunctionOpInterface entry;
  SmallVector<bool> isTaken;
};
} // namespace

Type Matcher::getArgumentType(unsigned argument) {
  if (auto global = entry.getArgAttrOfType<TypeAttr>(argument, kGlobalTypeAttr))
    return global.getValue();
  return entry.getArgumentTypes()[argument];
}

Type Matcher::getResultType(unsigned result) {
  if (auto global =
          entry.getResultAttrOfType<TypeAttr>(result, kGlobalTypeAttr))
    return global.getValue();
  return entry.getResultTypes()[result];
}

std::string Matcher::findObstacle(unsigned argument, unsigned result) {
  std::string obstacle;
  llvm::raw_string_ostream os(obstacle);
  Type from = getArgumentType(argument), to = getResultType(result);
  LayoutAttr fromLayout = getArgumentLayout(argument);
  LayoutAttr toLayout = getResultLayout(entry, result);
  os << "result " << result << " ";
  if (from != to)
    os << "is of type '" << to << "', the argument of type '" << from << "'";
  else if (!isa<RankedTensorType>(from))
    os << "is no tensor";
  else if (fromLayout != toLayout)
    os << "has the layout " << toLayout << ", the argument " << fromLayout;
  else if (isTaken[result])
    os << "lies in the memory of another argument";
  else
    return {};
  return obstacle;
}

std::string Matcher::describeLeft(unsigned argument) {
  for (unsigned i = 0, e = entry.getNumResults(); i < e; ++i)
    if (!isTaken[i] && getResultType(i) == getArgumentType(argument))
      return findObstacle(argument, i);
  return "no result that is left has its type";
}

SmallVector<Donation> Matcher::run() {
  SmallVector<Donation> donations;
  for (unsigned i = 0, e = entry.getNumArguments(); i < e; ++i)
    if (entry.getArgAttr(i, kDonatedAttr))
      donations.push_back({i, std::nullopt, {}});
  // Arguments that name a result come before those that do not.
  for (Donation &donation : donations) {
    auto wanted =
        entry.getArgAttrOfType<IntegerAttr>(donation.argument, kDonatedAttr);
    if (!wanted)
      continue;
    unsigned result = wanted.getInt();
    donation.obstacle = findObstacle(donation.argument, result);
    if (!donation.obstacle.empty())
      continue;
    donation.result = result;
    isTaken[result] = true;
  }
  for (Donation &donation : donations) {
    if (!entry.getArgAttrOfType<UnitAttr>(donation.argument, kDonatedAttr))
      continue;
    for (unsigned i = 0, e = entry.getNumResults(); i < e; ++i)
      if (findObstacle(donation.argument, i).empty()) {
        donation.result = i;
        isTaken[i] = true;
        break;
      }
    if (!donation.result)
      donation.obstacle = describeLeft(donation.argument);
  }
  return donations;
}

SmallVector<Donation> dtensor::matchDonations(FunctionOpInterface entry) {
  return Matcher(entry).run();
}
