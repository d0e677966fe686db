//===- Plan.h - Who needs which box of whom ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_PLAN_H
#define DTENSOR_RUNTIME_PLANS_PLAN_H

#include "Site.h"

#include <algorithm>

namespace dtensor::runtime {

/// The facts that all plans have. A plan says which elements each device needs
/// of whom, and which each device has to send to whom. It is computed from
/// coordinates alone, so every device can compute it for every other one, and
/// it knows no memory. Nothing is allocated: the parts of a plan are visited.
///
/// `decode` has to be called first, and returns nullptr or a description of the
/// error in the site.
struct Plan {
  Plan(const Topology &topology, DtSite data)
      : topology(topology), data(data) {}

  /// Whether `other` is the same site. Variants of a program for different
  /// shapes have copies of its constants.
  bool isAt(DtSite other) const {
    return other == data || (other && std::equal(data, data + size, other));
  }

  const Topology &topology;
  DtSite data;
  /// The number of integers in the site.
  int64_t size = 0;
  /// The mesh dimensions that span the group.
  DimMask group = 0;
  int64_t elementSize = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_PLAN_H
