//===- Schedule.cpp - The calls that messages are for ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "../Device.h"

#include <algorithm>
#include <functional>
#include <string_view>

using namespace dtensor::runtime;

/// Programs with dynamic numbers have a schedule for each of them.
static constexpr size_t kMaxSchedules = 1024;

void Schedule::identify(const PlanCall &call) {
  identity.set(call);
  where = call.where ? call.where : "";
}

bool Schedule::isOf(const PlanCall &call) const {
  return identity.isOf(call) && where == (call.where ? call.where : "");
}

Schedule &ScheduleTable::get(const PlanCall &call, const DtDevice &device,
                             int64_t keySize) {
  size_t place =
      reinterpret_cast<uintptr_t>(call.plan.data) / sizeof(int64_t) + call.step;
  Schedule *&last = recent[place % recent.size()];
  if (last && last->isOf(call))
    return *last;
  MessageHeader beginning;
  beginning.identify(call.plan, call.numbers, call.count, call.step);
  if (schedules.size() >= kMaxSchedules || texts.size() >= kMaxSchedules) {
    schedules.clear();
    texts.clear();
    recent = {};
  }
  Key key{beginning.site, beginning.numbers};
  std::unique_ptr<Schedule> &schedule = schedules[key];
  if (!schedule)
    schedule = std::make_unique<Schedule>(keySize);
  if (!schedule->isOf(call)) {
    schedule->identify(call);
    beginning.device = device.index;
    schedule->header = beginning;
    describe(*schedule, call, key);
  }
  last = schedule.get();
  return *schedule;
}

void ScheduleTable::describe(Schedule &schedule, const PlanCall &call,
                             Key key) {
  key.site ^= std::hash<std::string_view>()(schedule.where);
  auto [place, isNew] = texts.try_emplace(key);
  Text &text = place->second;
  if (isNew) {
    text.text.describe(call.plan, call.numbers, call.count, call.where);
    text.hash = text.text.hash();
  }
  schedule.text = &text.text;
  schedule.header.text = text.hash;
  schedule.isTextKnown = !isNew;
}

std::string ScheduleTable::findText(uint64_t hash) const {
  for (const auto &[key, text] : texts)
    if (text.hash == hash)
      return MessageText::read(text.text.text);
  return "an exchange of which this process has no description";
}
