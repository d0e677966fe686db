//===- Profile.cpp - The events of all devices ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "../Context.h"
#include "../arch/Architecture.h"

#include <algorithm>
#include <time.h>

using namespace dtensor::runtime;

/// The spans that are kept in all: some hundred megabytes of a trace.
static constexpr int64_t kMaxSpans = 1 << 20;
static constexpr int64_t kMinSpans = 1 << 10;
/// The time after which the length of a tick is known to a millionth.
static constexpr double kCalibrationSeconds = 0.02;

Profile::Instant Profile::getNow() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return {readTicks(), time.tv_sec + 1e-9 * time.tv_nsec};
}

Profile::Profile(int64_t numDevices) {
  int64_t numSpans = std::max(kMaxSpans / numDevices, kMinSpans);
  for (int64_t i = 0; i < numDevices; ++i)
    devices.push_back(std::make_unique<DeviceProfile>(numSpans));
  start = getNow();
}

void Profile::calibrate() {
  if (secondsPerTick != 0)
    return;
  Instant now = getNow();
  while (now.seconds - start.seconds < kCalibrationSeconds)
    now = getNow();
  secondsPerTick = (now.seconds - start.seconds) / (now.ticks - start.ticks);
}

double Profile::getTime(uint64_t ticks) const {
  return start.seconds +
         static_cast<int64_t>(ticks - start.ticks) * secondsPerTick;
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

void dt_begin_event(DtDevice *device, DtEvent event, const char *text) {
  if (device->profile)
    device->profile->begin(event, text);
}

void dt_end_event(DtDevice *device) {
  if (device->profile)
    device->profile->end();
}

int dt_profile_begin(DtContext *context) {
  dt_profile_end(context);
  int64_t numDevices = context->deal.getNumLocal();
  try {
    context->profile = std::make_unique<Profile>(numDevices);
  } catch (const std::bad_alloc &) {
    context->profile.reset();
    return 1;
  }
  for (int64_t i = 0; i < numDevices; ++i)
    context->devices[i].profile = &context->profile->getDevice(i);
  return 0;
}

void dt_profile_end(DtContext *context) {
  for (int64_t i = 0; i < context->deal.getNumLocal(); ++i)
    context->devices[i].profile = nullptr;
  if (context->profile)
    context->profile->calibrate();
}

static const DeviceProfile *get(const DtContext *context, int64_t i) {
  return context->profile ? &context->profile->getDevice(i) : nullptr;
}

/// What a program has done on a device; null if it did not run.
static const DeviceProfile::Program *get(const DtContext *context, int64_t i,
                                         int64_t program) {
  const DeviceProfile *device = get(context, i);
  return program < dt_profile_num_programs(context, i)
             ? &device->getPrograms()[program]
             : nullptr;
}

int64_t dt_profile_num_spans(const DtContext *context, int64_t i) {
  return get(context, i) ? get(context, i)->getNumSpans() : 0;
}

DtSpan dt_profile_span(DtContext *context, int64_t i, int64_t number) {
  Profile &profile = *context->profile;
  const DeviceProfile::Span &span = profile.getDevice(i).getSpan(number);
  return {static_cast<int64_t>(span.program),
          span.event[DT_EVENT_NUMBER],
          static_cast<DtEventKind>(span.event[DT_EVENT_KIND]),
          profile.getTime(span.begin),
          profile.getTime(span.end),
          profile.getSeconds(span.wait)};
}

int64_t dt_profile_num_lost(const DtContext *context, int64_t i) {
  return get(context, i) ? get(context, i)->getNumLost() : 0;
}

int64_t dt_profile_num_programs(const DtContext *context, int64_t i) {
  return get(context, i) ? get(context, i)->getPrograms().size() : 0;
}

DtProgram dt_profile_program(const DtContext *context, int64_t i,
                             int64_t program) {
  const DeviceProfile::Program *found = get(context, i, program);
  return found ? found->program : nullptr;
}

int64_t dt_profile_num_totals(const DtContext *context, int64_t i,
                              int64_t program) {
  const DeviceProfile::Program *found = get(context, i, program);
  return found ? found->totals.size() : 0;
}

DtEventTotal dt_profile_total(DtContext *context, int64_t i, int64_t program,
                              int64_t number) {
  const DeviceProfile::Total &total = get(context, i, program)->totals[number];
  if (total.count == 0)
    return {number, DT_LOOPS_EVENT, -1, "", 0, 0, 0};
  return {number,
          static_cast<DtEventKind>(total.event[DT_EVENT_KIND]),
          total.event[DT_EVENT_BYTES],
          total.text,
          total.count,
          context->profile->getSeconds(total.ticks),
          context->profile->getSeconds(total.wait)};
}

int64_t dt_profile_num_runs(const DtContext *context, int64_t i,
                            int64_t program) {
  const DeviceProfile::Program *found = get(context, i, program);
  return found ? found->runs.count : 0;
}

double dt_profile_run_seconds(DtContext *context, int64_t i, int64_t program) {
  const DeviceProfile::Program *found = get(context, i, program);
  return found ? context->profile->getSeconds(found->runTicks) : 0;
}

double dt_profile_other_seconds(DtContext *context, int64_t i,
                                int64_t program) {
  const DeviceProfile::Program *found = get(context, i, program);
  return found ? context->profile->getSeconds(found->runs.ticks) : 0;
}
