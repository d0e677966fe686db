//===- FlightRecorder.cpp - The last collectives of a device --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlightRecorder.h"

#include <algorithm>
#include <cstring>

using namespace dtensor::runtime;

namespace {
template <typename T> using Atomic = std::atomic<T>;
constexpr std::memory_order kRelaxed = std::memory_order_relaxed;

/// What `begin` writes. `number` is 0 while the others change.
struct alignas(64) Entry {
  Atomic<uint64_t> number;
  Atomic<uint64_t> groupNumber;
  Atomic<uint64_t> group;
  Atomic<const char *> where;
  Atomic<DtSite> site;
  /// The op, the number of extents, and that of the site's integers.
  Atomic<uint64_t> counts;
  Atomic<int64_t> extents[FlightRecorder::kMaxExtents];
};

/// What `settle` copies: words, because others may read meanwhile.
struct Copy {
  static constexpr size_t kTextWords = 11;
  Atomic<uint64_t> site;
  Atomic<int64_t> type;
  Atomic<uint64_t> text[kTextWords];
};
} // namespace

struct FlightRecorder::Ring {
  Entry entries[kNumRecords];
  Copy copies[kNumRecords];
};
const size_t FlightRecorder::kRingBytes = sizeof(Ring);

static uint64_t hash(DtSite site, uint64_t size) {
  uint64_t result = 0xcbf29ce484222325;
  for (uint64_t i = 0; i < size; ++i)
    result = (result ^ static_cast<uint64_t>(site[i])) * 0x100000001b3;
  return result;
}

uint64_t FlightRecorder::count(DimMask group) {
  for (Count &entry : counts) {
    if (entry.number == 0)
      entry.group = group;
    if (entry.group == group || &entry == &counts.back())
      return ++entry.number;
  }
  return 0;
}

void FlightRecorder::begin(FlightOp op, const Plan &plan, const char *where,
                           const int64_t *extents, int64_t numExtents) {
  record(op, plan.group, where, plan.data, plan.size, extents, numExtents);
}

void FlightRecorder::endProgram(DimMask allDims, const char *where) {
  record(FlightOp::End, allDims, where, nullptr, 0, nullptr, 0);
  end();
  settle();
}

void FlightRecorder::record(FlightOp op, DimMask group, const char *where,
                            DtSite site, int64_t siteSize,
                            const int64_t *extents, int64_t numExtents) {
  if (!ring)
    return;
  uint64_t number = numBegun.load(kRelaxed) + 1;
  Entry &entry = ring->entries[number % kNumRecords];
  entry.number.store(0, kRelaxed);
  std::atomic_thread_fence(std::memory_order_release);
  entry.groupNumber.store(count(group), kRelaxed);
  entry.group.store(group, kRelaxed);
  entry.where.store(where, kRelaxed);
  entry.site.store(site, kRelaxed);
  numExtents = std::min(numExtents, kMaxExtents);
  entry.counts.store(uint64_t(op) | uint64_t(numExtents) << 8 |
                         uint64_t(siteSize) << 16,
                     kRelaxed);
  for (int64_t axis = 0; axis < numExtents; ++axis)
    entry.extents[axis].store(extents[axis], kRelaxed);
  entry.number.store(number, std::memory_order_release);
  numBegun.store(number, std::memory_order_release);
}

void FlightRecorder::end() {
  numEnded.store(numBegun.load(kRelaxed), kRelaxed);
}

void FlightRecorder::settle() {
  if (!ring)
    return;
  uint64_t last = numBegun.load(kRelaxed);
  uint64_t first = numSettled.load(kRelaxed) + 1;
  if (last >= kNumRecords)
    first = std::max(first, last - kNumRecords + 1);
  for (uint64_t number = first; number <= last; ++number) {
    const Entry &entry = ring->entries[number % kNumRecords];
    Copy &copy = ring->copies[number % kNumRecords];
    DtSite site = entry.site.load(kRelaxed);
    copy.site.store(hash(site, entry.counts.load(kRelaxed) >> 16), kRelaxed);
    copy.type.store(site ? site[1] : -1, kRelaxed);
    const char *where = entry.where.load(kRelaxed);
    size_t size = where ? strlen(where) : 0;
    // The end of a path says more than its beginning.
    constexpr size_t kMaxSize = 8 * Copy::kTextWords - 1;
    if (size > kMaxSize) {
      where += size - kMaxSize;
      size = kMaxSize;
    }
    for (size_t word = 0; word < Copy::kTextWords; ++word) {
      uint64_t bytes = 0;
      if (size > 8 * word)
        memcpy(&bytes, where + 8 * word, std::min<size_t>(size - 8 * word, 8));
      copy.text[word].store(bytes, kRelaxed);
    }
  }
  numSettled.store(last, std::memory_order_release);
}

void FlightRecorder::clear() {
  numBegun.store(0, kRelaxed);
  numEnded.store(0, kRelaxed);
  numSettled.store(0, kRelaxed);
  counts = {};
  for (int64_t i = 0; ring && i < kNumRecords; ++i)
    ring->entries[i].number.store(0, kRelaxed);
}

bool FlightRecorder::read(uint64_t number, FlightRecord &record) const {
  const Entry &entry = ring->entries[number % kNumRecords];
  if (entry.number.load(std::memory_order_acquire) != number)
    return false;
  record.number = number;
  record.groupNumber = entry.groupNumber.load(kRelaxed);
  record.group = entry.group.load(kRelaxed);
  uint64_t counts = entry.counts.load(kRelaxed);
  record.op = static_cast<FlightOp>(counts & 0xff);
  record.hasEnded = number <= numEnded.load(kRelaxed);
  record.extents.clear();
  int64_t numExtents = std::min<int64_t>(counts >> 8 & 0xff, kMaxExtents);
  for (int64_t axis = 0; axis < numExtents; ++axis)
    record.extents.push_back(entry.extents[axis].load(kRelaxed));
  const char *where = entry.where.load(kRelaxed);
  DtSite site = entry.site.load(kRelaxed);
  bool isSettled = number <= numSettled.load(std::memory_order_acquire);
  const Copy &copy = ring->copies[number % kNumRecords];
  char text[8 * Copy::kTextWords];
  for (size_t word = 0; word < Copy::kTextWords; ++word) {
    uint64_t bytes = copy.text[word].load(kRelaxed);
    memcpy(text + 8 * word, &bytes, 8);
  }
  record.site = copy.site.load(kRelaxed);
  record.type = copy.type.load(kRelaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (entry.number.load(kRelaxed) != number)
    return false;
  if (isSettled) {
    record.where.assign(text, strnlen(text, sizeof(text)));
    return true;
  }
  record.site = hash(site, counts >> 16);
  record.type = site ? site[1] : -1;
  record.where = where ? where : "";
  return true;
}

std::vector<FlightRecord> FlightRecorder::read() const {
  std::vector<FlightRecord> records;
  uint64_t last = ring ? numBegun.load(std::memory_order_acquire) : 0;
  uint64_t first = last >= kNumRecords ? last - kNumRecords + 1 : 1;
  for (uint64_t number = first; number <= last; ++number) {
    FlightRecord record;
    if (read(number, record))
      records.push_back(std::move(record));
  }
  return records;
}

FlightRecord FlightRecorder::readLast() const {
  FlightRecord record;
  uint64_t last = ring ? numBegun.load(std::memory_order_acquire) : 0;
  return last != 0 && read(last, record) ? record : FlightRecord();
}
