//===- PartTable.cpp - The parts of messages, in an order -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartTable.h"

#include <algorithm>
#include <numeric>

using namespace dtensor::runtime;

void PartTable::add(const int64_t *key, int64_t bytes, int64_t unit,
                    bool isMade) {
  keys.insert(keys.end(), key, key + keySize);
  sizes.push_back({bytes, unit, isMade});
}

void PartTable::arrange() {
  auto isLess = [&](int64_t a, int64_t b) {
    return std::lexicographical_compare(getKey(a), getKey(a) + keySize,
                                        getKey(b), getKey(b) + keySize);
  };
  std::vector<int64_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  if (!std::is_sorted(order.begin(), order.end(), isLess))
    std::sort(order.begin(), order.end(), isLess);
  std::vector<int64_t> sorted;
  sorted.reserve(keys.size());
  for (int64_t part : order) {
    const int64_t *key = getKey(part);
    if (!sorted.empty() &&
        std::equal(key, key + keySize, sorted.end() - keySize))
      continue;
    sorted.insert(sorted.end(), key, key + keySize);
    if (messages.empty() || messages.back().process != key[0])
      messages.push_back({key[0], 0, {}});
    Message &message = messages.back();
    int64_t number = messages.size() - 1;
    auto [bytes, unit, isMade] = sizes[part];
    if (bytes >= kLargeBytes && !isMade) {
      places.push_back({number, static_cast<int64_t>(message.large.size()),
                        /*isLarge=*/true});
      message.large.push_back(bytes);
      hasLarge = true;
      continue;
    }
    int64_t offset = (message.bytes + unit - 1) / unit * unit;
    message.bytes = offset + bytes;
    places.push_back({number, offset, /*isLarge=*/false});
  }
  keys = std::move(sorted);
  sizes.clear();
}

int64_t PartTable::find(const int64_t *key) const {
  int64_t low = 0, high = places.size();
  while (low < high) {
    int64_t middle = (low + high) / 2;
    const int64_t *other = getKey(middle);
    if (std::lexicographical_compare(other, other + keySize, key,
                                     key + keySize))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == static_cast<int64_t>(places.size()) ||
      !std::equal(key, key + keySize, getKey(low)))
    return -1;
  return low;
}
