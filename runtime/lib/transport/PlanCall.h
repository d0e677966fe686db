//===- PlanCall.h - A call of a plan ----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PLANCALL_H
#define DTENSOR_RUNTIME_TRANSPORT_PLANCALL_H

#include "../plans/Plan.h"

#include <algorithm>
#include <vector>

namespace dtensor::runtime {

/// A call of a plan, as far as the messages depend on it.
struct PlanCall {
  const Plan &plan;
  const int64_t *numbers;
  int64_t count;
  /// Tells the exchanges of one call apart.
  int64_t step;
  const char *where;
};

/// The data that tell the calls of one group apart, kept from an earlier call.
/// Ops at several places in the source may have equal calls.
class CallIdentity {
public:
  void set(const PlanCall &call) {
    site.assign(call.plan.data, call.plan.data + call.plan.size);
    numbers.assign(call.numbers, call.numbers + call.count);
    step = call.step;
  }
  bool isOf(const PlanCall &call) const {
    return step == call.step && call.plan.size == int64_t(site.size()) &&
           call.count == int64_t(numbers.size()) &&
           std::equal(site.begin(), site.end(), call.plan.data) &&
           std::equal(numbers.begin(), numbers.end(), call.numbers);
  }

private:
  /// The site, the numbers of the call, and the number of its exchange.
  std::vector<int64_t> site, numbers;
  int64_t step = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PLANCALL_H
