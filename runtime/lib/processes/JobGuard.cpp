//===- JobGuard.cpp - The reaction to news of the job ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobGuard.h"
#include "../Context.h"
#include "EndProcess.h"

#include <fcntl.h>

using namespace dtensor::runtime;

std::unique_ptr<JobGuard> JobGuard::start(LivenessOptions options,
                                          const Liveness::Exchange &exchange,
                                          std::string &error) {
  auto guard = std::make_unique<JobGuard>();
  guard->own = options.rank;
  guard->output = Descriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
  guard->liveness = Liveness::start(
      std::move(options), exchange,
      [guard = guard.get()](const News &news) { guard->handle(news); }, error);
  return guard->liveness ? std::move(guard) : nullptr;
}

void JobGuard::add(DtContext &context) {
  std::lock_guard<std::mutex> lock(mutex);
  contexts.push_back(&context);
}

void JobGuard::remove(DtContext &context) {
  std::lock_guard<std::mutex> lock(mutex);
  std::erase(contexts, &context);
}

void JobGuard::handle(const News &news) {
  std::string text = news.describe();
  if (news.kind == News::Kind::Failed) {
    std::lock_guard<std::mutex> lock(mutex);
    if (failure.empty())
      failure = text;
    hasFailure.store(true, std::memory_order_release);
    for (DtContext *context : contexts)
      context->setError(text, /*isNews=*/true);
    return;
  }
  // MPI cannot go on without a process, and does not always say so.
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (news.kind == News::Kind::Lost)
      text += describeDevices(news.about.rank);
    if (news.kind == News::Kind::Silent)
      text += describeDevices(news.about.rank) + describeOwnWaits();
  }
  endProcess(
      text,
      [&] {
        std::lock_guard<std::mutex> lock(mutex);
        for (DtContext *context : contexts)
          if (!context->flightLog.getFolder().empty())
            context->flightLog.write(*context, text);
      },
      output.get());
}

std::string JobGuard::describeDevices(int64_t process) const {
  constexpr int64_t kMaxNamed = 8;
  if (contexts.empty())
    return "";
  const DtContext &context = *contexts.front();
  std::string text;
  int64_t count = 0;
  for (int64_t i = 0; i < context.topology.getNumDevices(); ++i)
    if (context.deal.getProcess(i) == process && ++count <= kMaxNamed)
      text += (text.empty() ? " " : ", ") + std::to_string(i);
  if (count > kMaxNamed)
    text += " and " + std::to_string(count - kMaxNamed) + " more";
  return count == 0 ? "" : "; it ran device" + (count > 1 ? "s" + text : text);
}

std::string JobGuard::describeOwnWaits() const {
  std::string text;
  for (const DtContext *context : contexts)
    text += context->describeOwnWaits();
  if (!awaited.empty())
    text += "; process " + std::to_string(own) + " waits for " + awaited;
  return text;
}

std::string JobGuard::describeSilences() const {
  std::string text;
  for (const Silence &silence : liveness->getSilences())
    text += "; " + silence.describe();
  return text;
}
