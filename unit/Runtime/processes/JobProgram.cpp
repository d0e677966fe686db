//===- JobProgram.cpp - A program that mpirun starts many times -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: mpirun -np N JobProgram run|fail SECONDS
// Four devices, dealt out to N processes, add numbers again and again. `fail`:
// the last device fails after a while. kill-job.py starts it, and kills or
// stops processes. The variable JOB_WATCHDOG has the seconds of the watchdog.

#include "Context.h"
#include "transport/Messages.h"
#include "transport/MpiWire.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace dtensor::runtime;
using Clock = std::chrono::steady_clock;

static constexpr int64_t kNumDevices = 4;
static constexpr int64_t kSum[] = {1, DT_F32, DT_ADD, 1, 0, 1, 0, 1, 0, 0};

namespace {
struct Task {
  std::string mode;
  double seconds;
  int64_t process;
};
} // namespace

static void work(DtDevice *device, void **arguments) {
  const Task &task = *static_cast<const Task *>(arguments[0]);
  Clock::time_point start = Clock::now();
  bool isLast = dt_coordinate(device, 0) == kNumDevices - 1;
  while (true) {
    double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    if (isLast && seconds > task.seconds / 2 && task.mode == "fail")
      dt_fail(device, "no more", "job.mlir:7:1");
    // All devices end with the same step.
    float extent = 1;
    float values[2] = {seconds < task.seconds ? 0.0f : 1.0f, extent};
    float sums[2] = {};
    int64_t from[] = {int64_t(values), int64_t(values), 0, 2, 1};
    int64_t to[] = {int64_t(sums), int64_t(sums), 0, 2, 1};
    int64_t extents[] = {2};
    dt_collective(device, kSum, "job.mlir:9:1",
                  reinterpret_cast<DtMemRef *>(from),
                  reinterpret_cast<DtMemRef *>(to), extents);
    if (sums[1] != kNumDevices)
      dt_fail(device, "wrong sum", "job.mlir:9:1");
    if (sums[0] != 0)
      return;
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  Task task{argv[1], atof(argv[2]), 0};
  std::string error;
  const char *seconds = getenv("JOB_WATCHDOG");
  double watchdog = seconds ? atof(seconds) : 60;
  auto start = std::make_unique<StartGuard>(watchdog);
  std::unique_ptr<Wire> wire = openMpiWire(error);
  if (!wire) {
    fprintf(stderr, "error: %s\n", error.c_str());
    return 1;
  }
  auto processes = std::make_shared<Processes>(std::move(wire));
  task.process = processes->getOwn();
  error = processes->watch(watchdog, std::move(start));
  if (!error.empty()) {
    fprintf(stderr, "error: %s\n", error.c_str());
    return 1;
  }
  processes->getGuard()->setSilenceLimit(watchdog);
  int code = 0;
  {
    int64_t sizes[] = {kNumDevices};
    DtContext context({sizes, sizes + 1}, processes->getCount(),
                      processes->getOwn(), {}, /*numWorkers=*/1,
                      std::make_unique<MessageTransport>(processes));
    context.setWatchdog(watchdog);
    void *argument = &task;
    std::vector<void **> arguments(context.deal.getNumLocal(), &argument);
    code = context.run(work, arguments.data());
    if (code != 0)
      fprintf(stderr, "error: %s\n", context.error.c_str());
  }
  processes.reset();
  if (code == 0)
    printf("process %d is done\n", int(task.process));
  return code;
}
