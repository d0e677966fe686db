//===- host-benchmark.cpp - The cost of a call ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: host-benchmark
// Prints the microseconds that a run of a program which does nothing takes, and
// those that dt_run takes for it. The difference is the cost of the library.

#include "dt/Executable.h"
#include "dtensor/Runtime/ABI.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

/// Microseconds of a call: the best of some rounds.
template <typename Function> static double measure(Function function) {
  constexpr int kRounds = 9, kCalls = 20000;
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i)
      function();
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / kCalls);
  }
  return best;
}

static void doNothing(DtDevice *, void **) {}

static void measureCall(int64_t numDevices) {
  static const int64_t shape[] = {12, 4};
  static const DtValueInfo values[] = {
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "in", 0},
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "out", 0},
  };
  dt::Mesh mesh = {{"x", numDevices}};
  std::string meshText = mesh.str();
  DtProgramInfo info = {DT_PROGRAM_VERSION, "nothing",
                        "native",           DT_PROCESSOR_NATIVE,
                        doNothing,
                        /*stackBytes=*/0,   meshText.c_str(),
                        /*numArguments=*/1,
                        /*numResults=*/1,   values,
                        /*features=*/"",
                        /*peakBytes=*/0,    R"({"collectives": []})",
                        /*fingerprint=*/0};
  dt::Executable program = dt::Executable::create(info, nullptr);
  dt::DTensor argument =
      dt::distribute_tensor(dt::Tensor::zeros({12, 4}, dt::DType::float32),
                            dt::Layout({"x", dt::unsharded}, mesh));
  double whole = measure([&] { program.run(std::span(&argument, 1)); });

  DtContext *context = dt_context_create(1, &numDevices, /*workers=*/0);
  std::vector<void **> none(numDevices);
  double alone = measure([&] { dt_run(context, doNothing, none.data()); });
  dt_context_destroy(context);
  std::printf("%2d devices: run %.2f us, dt_run %.2f us, above it %.2f us\n",
              static_cast<int>(numDevices), whole, alone, whole - alone);
}

int main() {
  for (int64_t numDevices : {1, 2, 6, 16})
    measureCall(numDevices);
}
