//===- Moves.cpp - The copies of an exchange, kept ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Moves.h"

#include <algorithm>

using namespace dtensor::runtime;

/// Programs that are loaded one after the other have sites of their own.
static constexpr size_t kMaxKept = 1024;

bool Moves::areOf(const PlanCall &call, const Posting &posting,
                  int64_t rank) const {
  return identity.isOf(call) && 2 * rank == int64_t(strides.size()) &&
         std::equal(strides.begin(), strides.begin() + rank,
                    posting.getSource().sizesAndStrides + rank) &&
         std::equal(strides.begin() + rank, strides.end(),
                    posting.destination->sizesAndStrides + rank);
}

void Moves::start(const PlanCall &call, const Posting &posting, int64_t rank) {
  identity.set(call);
  strides.clear();
  for (const DtMemRef *memref : {&posting.getSource(), posting.destination})
    strides.insert(strides.end(), memref->sizesAndStrides + rank,
                   memref->sizesAndStrides + 2 * rank);
  sends.clear();
  landings.clear();
  copies.clear();
  arrivals.clear();
  areAll = true;
}

Moves &MoveTable::get(const PlanCall &call) {
  uintptr_t key = reinterpret_cast<uintptr_t>(call.plan.data) + call.step;
  auto found = table.find(key);
  if (found != table.end())
    return found->second;
  if (table.size() >= kMaxKept)
    table.clear();
  return table[key];
}
