//===- Timing.cpp - Seconds per run ---------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Timing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <chrono>

namespace dtensor {

double Timing::getMinimum() const { return *llvm::min_element(samples); }

double Timing::getMedian() const {
  std::vector<double> sorted = samples;
  llvm::sort(sorted);
  size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle]
                           : (sorted[middle - 1] + sorted[middle]) / 2;
}

void Timing::print(llvm::raw_ostream &os) const {
  os << llvm::format("run: %.6g s minimum, %.6g s median of %zu; compile: "
                     "%.3g s\n",
                     getMinimum(), getMedian(), samples.size(), compileSeconds);
}

void Timing::printAsJSON(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("seconds_min", getMinimum());
    json.attribute("seconds_median", getMedian());
    json.attribute("runs", int64_t(samples.size()));
    json.attributeArray("samples", [&] {
      for (double sample : samples)
        json.value(sample);
    });
    json.attribute("compile_seconds", compileSeconds);
  });
  os << "\n";
}

llvm::Expected<Timing> timeRuns(llvm::function_ref<llvm::Error()> run,
                                unsigned runs, double compileSeconds) {
  using Clock = std::chrono::steady_clock;
  Timing timing;
  timing.compileSeconds = compileSeconds;
  for (unsigned i = 0; i <= runs; ++i) {
    Clock::time_point start = Clock::now();
    if (llvm::Error error = run())
      return std::move(error);
    std::chrono::duration<double> elapsed = Clock::now() - start;
    if (i > 0)
      timing.samples.push_back(elapsed.count());
  }
  return timing;
}

} // namespace dtensor
