//===- Progress.cpp - The progress of a long run --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/Progress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

using Seconds = std::chrono::duration<double>;

static constexpr Seconds kInterval(0.5);

Progress::Progress(double patience) : line(patience) {
  if (llvm::errs().is_displayed())
    ticker = std::thread([this] { tick(); });
}

Progress::~Progress() {
  if (!ticker.joinable())
    return;
  {
    std::lock_guard lock(mutex);
    isOver = true;
  }
  ended.notify_all();
  ticker.join();
  hide();
}

void Progress::set(std::string newText) {
  if (!ticker.joinable())
    return;
  std::lock_guard lock(mutex);
  text = std::move(newText);
  draw();
}

void Progress::set(uint64_t operations) {
  // This is called often.
  if (!ticker.joinable() || Clock::now() - lastCount < kInterval)
    return;
  lastCount = Clock::now();
  set(llvm::formatv("interpreted {0:f1} million scalar operations",
                    operations / 1e6)
          .str());
}

void Progress::hide() {
  std::lock_guard lock(mutex);
  text.clear();
  line.hide();
}

void Progress::tick() {
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, kInterval, [this] { return isOver; }))
    draw();
}

void Progress::draw() {
  if (!text.empty())
    line.show(Seconds(Clock::now() - start).count(), [&] { return text; });
}

} // namespace dtensor
