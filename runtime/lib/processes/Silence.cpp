//===- Silence.cpp - A process that does not answer -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Silence.h"

#include <cmath>

using namespace dtensor::runtime;

/// The age at which an entry that has not been renewed is dropped.
static constexpr std::chrono::seconds kMaxAge{12};
/// More entries help nobody.
static constexpr size_t kMaxEntries = 64;

std::string Silence::describe() const {
  return about.describe() + " does not answer since " +
         std::to_string(std::llround(seconds)) + " s";
}

bool SilenceTable::add(const ProcessName &about, int64_t seconds) {
  std::lock_guard<std::mutex> lock(mutex);
  Clock::time_point now = Clock::now();
  std::erase_if(entries,
                [&](auto &item) { return now - item.second.added > kMaxAge; });
  auto found = entries.find(about.rank);
  if (found == entries.end() ? entries.size() >= kMaxEntries
                             : found->second.seconds >= seconds)
    return false;
  entries[about.rank] = {about, seconds, now};
  return true;
}

bool SilenceTable::remove(int64_t rank) {
  std::lock_guard<std::mutex> lock(mutex);
  return entries.erase(rank) != 0;
}

std::vector<Silence> SilenceTable::get() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Silence> silences;
  Clock::time_point now = Clock::now();
  for (const auto &[rank, entry] : entries) {
    std::chrono::duration<double> age = now - entry.added;
    if (age <= kMaxAge)
      silences.push_back({entry.about, entry.seconds + age.count()});
  }
  return silences;
}
