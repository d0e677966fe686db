//===- RelayoutTime.cpp - The time of a change of layout ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutTime.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Machine/CollectiveTime.h"

using namespace dtensor;
using llvm::ArrayRef;

/// Appends the layout to a key.
static void append(std::string &key, const Layout &layout) {
  for (const DimList &axis : layout.getAxes()) {
    for (unsigned dim : axis)
      key += char('a' + dim);
    key += ',';
  }
  for (const PartialDim &partial : layout.getPartial()) {
    key += char('A' + partial.dim);
    key += char('0' + unsigned(partial.combiner));
  }
  key += '|';
}

double RelayoutTime::get(const Layout &from, const Layout &to,
                         ArrayRef<int64_t> shape, int64_t elementBits) {
  if (from == to)
    return 0;
  std::string key;
  append(key, from);
  append(key, to);
  for (int64_t extent : shape)
    key += std::to_string(extent) + ',';
  key += std::to_string(elementBits);
  auto [entry, isNew] = known.try_emplace(key);
  if (!isNew)
    return entry->second;
  double seconds = 0;
  for (const RedistributionStep &step :
       planRedistribution(mesh, from, to, shape, elementBits).steps)
    if (step.bytesReceived > 0)
      seconds += predictCollective(machine, mesh, stringify(step.kind),
                                   step.dims, double(step.bytesReceived))
                     .seconds;
  return entry->second = seconds;
}

double RelayoutTime::getExchange(ArrayRef<unsigned> dims, double bytes) const {
  if (bytes <= 0)
    return 0;
  return predictCollective(machine, mesh, "exchange", dims, bytes).seconds;
}
