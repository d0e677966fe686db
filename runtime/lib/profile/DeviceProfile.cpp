//===- DeviceProfile.cpp - The events of one device -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceProfile.h"
#include "../arch/Architecture.h"

#include <cstdlib>
#include <new>

using namespace dtensor::runtime;

static constexpr int64_t kRun[DT_EVENT_SIZE] = {-1, DT_RUN_EVENT, -1};
static constexpr int64_t kWait[DT_EVENT_SIZE] = {-1, DT_WAIT_EVENT, -1};
/// Room for events within events, and for events of a program. More of them
/// take time once.
static constexpr size_t kDepth = 64;
static constexpr size_t kNumEvents = 256;

void DeviceProfile::Free::operator()(Span *memory) const { free(memory); }

DeviceProfile::DeviceProfile(size_t maxSpans)
    : spans(static_cast<Span *>(calloc(maxSpans, sizeof(Span)))),
      maxSpans(maxSpans) {
  if (!spans)
    throw std::bad_alloc();
  open.reserve(kDepth);
}

void DeviceProfile::setProgram(DtProgram program) {
  if (current < programs.size() && programs[current].program == program)
    return;
  // There are few: functions, and ops that are called by themselves.
  for (current = 0; current < programs.size(); ++current)
    if (programs[current].program == program)
      return;
  programs.push_back({program, {}, {}});
  programs.back().totals.reserve(kNumEvents);
}

void DeviceProfile::beginRun(DtProgram program) {
  setProgram(program);
  // A run that has failed leaves its events open.
  open.clear();
  open.push_back({kRun, "", readTicks(), 0, 0});
}

void DeviceProfile::endRun() {
  // The profile may have begun within the run.
  if (open.empty())
    return;
  uint64_t now = readTicks();
  const Open &run = open.front();
  Program &program = programs[current];
  ++program.runs.count;
  program.runs.ticks += now - run.begin - run.inner;
  program.runs.wait += run.wait;
  program.runTicks += now - run.begin;
  add(kRun, run.begin, now, run.wait);
  open.clear();
}

DeviceProfile::Total &DeviceProfile::getTotal(DtEvent event) {
  std::vector<Total> &totals = programs[current].totals;
  size_t number = event[DT_EVENT_NUMBER];
  if (number >= totals.size())
    totals.resize(number + 1);
  return totals[number];
}

void DeviceProfile::begin(DtEvent event, const char *text) {
  open.push_back({event, text, 0, 0, 0});
  open.back().begin = readTicks();
}

void DeviceProfile::end() {
  uint64_t now = readTicks();
  Open event = open.back();
  open.pop_back();
  uint64_t ticks = now - event.begin;
  Total &total = getTotal(event.event);
  total.event = event.event;
  total.text = event.text;
  ++total.count;
  total.ticks += ticks - event.inner;
  total.wait += event.wait;
  if (!open.empty())
    open.back().inner += ticks;
  add(event.event, event.begin, now, event.wait);
}

void DeviceProfile::beginWait() { waitBegin = readTicks(); }

void DeviceProfile::endWait() {
  if (open.empty())
    return;
  uint64_t now = readTicks();
  open.back().wait += now - waitBegin;
  add(kWait, waitBegin, now, now - waitBegin);
}

void DeviceProfile::add(DtEvent event, uint64_t begin, uint64_t end,
                        uint64_t wait) {
  if (numSpans == maxSpans)
    ++numLost;
  else
    spans[numSpans++] = {event, begin, end, wait, current};
}
