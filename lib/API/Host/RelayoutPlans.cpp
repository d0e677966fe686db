//===- RelayoutPlans.cpp - Plans of relayouts -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutPlans.h"

#include "Implementation.h"

namespace dt {

RelayoutPlans &RelayoutPlans::get() {
  // It is never destroyed, since threads may outlive the end of `main`.
  static auto *plans = new RelayoutPlans;
  return *plans;
}

static std::string getKey(const DTensor &tensor, const Layout &to) {
  // Names of dimensions have no such separators.
  std::string key = tensor.mesh().str() + "|" + tensor.layout().str() + "|" +
                    to.str() + "|" +
                    std::to_string(static_cast<int>(tensor.dtype()));
  for (int64_t extent : tensor.shape())
    key += "|" + std::to_string(extent);
  return key;
}

RelayoutPlans::Plan RelayoutPlans::find(const DTensor &tensor,
                                        const Layout &to) {
  std::string key = getKey(tensor, to);
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto known = plans.find(key);
    if (known != plans.end())
      return known->second;
  }
  DType dtype = tensor.dtype();
  auto plan = std::make_shared<const dtensor::RedistributionPlan>(
      dtensor::planRedistribution(
          unwrap(tensor.mesh()), resolveCombiners(tensor.layout(), dtype),
          resolveCombiners(to, dtype), tensor.shape(), 8 * item_size(dtype)));
  std::lock_guard<std::mutex> lock(mutex);
  if (plans.size() >= kCapacity)
    plans.clear();
  return plans.emplace(std::move(key), std::move(plan)).first->second;
}

} // namespace dt
