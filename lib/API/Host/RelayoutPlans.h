//===- RelayoutPlans.h - Plans of relayouts ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_RELAYOUTPLANS_H
#define DTENSOR_LIB_API_HOST_RELAYOUTPLANS_H

#include "dt/DTensor.h"
#include "dtensor/Layout/RedistributionPlanner.h"

#include <mutex>
#include <unordered_map>

namespace dt {

/// The plans of relayouts, each of which is made once for a mesh, two layouts,
/// a type and a shape. Any number of threads may use them.
class RelayoutPlans {
public:
  using Plan = std::shared_ptr<const dtensor::RedistributionPlan>;

  /// Those of the process.
  static RelayoutPlans &get();

  /// The plan from the tensor's layout to another one of its mesh and rank.
  Plan find(const DTensor &tensor, const Layout &to);

private:
  /// When there are so many plans, all are forgotten.
  static constexpr size_t kCapacity = 1024;

  std::mutex mutex;
  std::unordered_map<std::string, Plan> plans;
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_RELAYOUTPLANS_H
