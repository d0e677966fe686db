//===- Processes.cpp - The processes of a job -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sched.h>
#include <thread>

using namespace dtensor::runtime;

const char *const Processes::kHasFailed =
    "an earlier program has failed on several processes, which are at "
    "different places since then";

Processes::Processes(std::unique_ptr<Wire> newWire)
    : wire(std::move(newWire)), meetTag(wire->getMaxTag()),
      newsTag(wire->getMaxTag() - 1), notices(*wire, wire->getMaxTag() - 2),
      newsText(kTextBytes) {
  wire->receive(Wire::kAnyProcess, newsTag, newsText.data(), kTextBytes, news);
}

Processes::~Processes() {
  // Here the others learn that the program has ended, if they wait for more of
  // it. The end of MPI would wait for them without answering.
  if (guard && !wire->isGivenUp())
    meet({}, "", /*heedsFailures=*/true);
  bool isOrderly = !wire->isGivenUp();
  wire->cancel(news);
  notices.end();
  // After a failed program MPI must not proceed: the memory of devices, which
  // it may still want, can be gone.
  for (Transfer &send : newsSends)
    if (!isOrderly || !wire->test(send))
      wire->cancel(send);
  // A process may also be killed or stopped while MPI ends.
  if (guard)
    guard->setAwaited("the others at the end of MPI");
  wire.reset();
  if (guard && isOrderly)
    guard->end();
}

std::string Processes::findProblem() {
  std::string found = wire->getError();
  return found.empty() && heedsFailures ? getNews() : found;
}

bool Processes::hasFailed() {
  std::lock_guard<std::mutex> lock(mutex);
  return wire->isGivenUp();
}

void Processes::wait(Transfer &transfer, int64_t process) {
  constexpr int kYields = 10000;
  int i = 0;
  auto isOver = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    if (wire->test(transfer))
      return true;
    // Others may still be in a program.
    if (i >= kYields)
      notices.answerAll(/*isIdle=*/i >= 2 * kYields && numMeshes == numEnded);
    problem = findProblem();
    return !problem.empty();
  };
  for (; !isOver(); ++i) {
    // It has no limit: the others may need time. If one does not answer, the
    // guard ends this process.
    if (i == kYields && guard)
      guard->setAwaited("process " + std::to_string(process) +
                        " at a meeting of all processes");
    if (i < kYields)
      sched_yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  if (i > kYields && guard)
    guard->setAwaited("");
}

void Processes::sendText(int64_t process, const std::string &text) {
  Transfer transfer;
  // The transfer may go on after an error.
  sentText = text;
  {
    std::lock_guard<std::mutex> lock(mutex);
    wire->send(process, meetTag, sentText.data(),
               std::min<int64_t>(sentText.size(), kTextBytes), transfer);
  }
  wait(transfer, process);
}

std::string Processes::receiveText(int64_t process) {
  std::string text(kTextBytes, 0);
  Transfer transfer;
  {
    std::lock_guard<std::mutex> lock(mutex);
    wire->receive(process, meetTag, text.data(), kTextBytes, transfer);
  }
  wait(transfer, process);
  if (!transfer.isDone) {
    std::lock_guard<std::mutex> lock(mutex);
    wire->cancel(transfer);
  }
  text.resize(transfer.bytes);
  return text;
}

std::string Processes::meet(const std::vector<Fact> &facts,
                            const std::string &ownError, bool heeds) {
  if (heeds && hasFailed())
    return kHasFailed;
  heedsFailures = heeds;
  beginMeeting();
  // Up a binary tree and down again. The first byte tells facts (f) from an
  // error (e), and from one after which MPI cannot end in order (a).
  int64_t own = getOwn();
  auto getKind = [&] {
    return std::string(wire->hasBeenAbandoned() ? "a" : "e");
  };
  std::string error = ownError;
  std::string text = writeFacts(facts, kTextBytes - 1);
  for (int64_t child : {2 * own + 1, 2 * own + 2}) {
    if (child >= getCount())
      continue;
    std::string found = receiveText(child);
    std::string difference = problem;
    if (found.empty() || found[0] == 'a')
      wire->abandon();
    if (!found.empty() && found[0] != 'f')
      difference = found.substr(1);
    else if (!found.empty())
      difference = compareFacts(facts, own, found.substr(1), child);
    if (error.empty())
      error = difference;
  }
  if (own > 0) {
    int64_t parent = (own - 1) / 2;
    sendText(parent, error.empty() ? "f" + text : getKind() + error);
    std::string found = receiveText(parent);
    if (found.empty() || found[0] == 'a')
      wire->abandon();
    error = found.empty() ? problem : found.substr(1);
  }
  for (int64_t child : {2 * own + 1, 2 * own + 2})
    if (child < getCount())
      sendText(child, getKind() + error);
  if (!problem.empty())
    error = problem;
  // Otherwise those that end first would seem to be lost.
  if (!error.empty() && guard)
    guard->fail(error);
  if (!error.empty() && heeds)
    wire->abandon();
  return error;
}

void Processes::beginMeeting() {
  std::lock_guard<std::mutex> lock(mutex);
  notices.beginMeeting();
}

int64_t Processes::sum(int64_t result) {
  beginMeeting();
  // Up the tree of `meet` and down again.
  int64_t own = getOwn();
  auto receive = [&](int64_t process) {
    std::string text = receiveText(process);
    return std::strtoll(text.c_str(), nullptr, 10);
  };
  for (int64_t child : {2 * own + 1, 2 * own + 2})
    if (child < getCount())
      result += receive(child);
  if (own > 0) {
    int64_t parent = (own - 1) / 2;
    sendText(parent, std::to_string(result));
    result = receive(parent);
  }
  for (int64_t child : {2 * own + 1, 2 * own + 2})
    if (child < getCount())
      sendText(child, std::to_string(result));
  return result;
}

std::vector<std::string>
Processes::exchange(const std::string &own,
                    const std::vector<int64_t> &others) {
  std::vector<std::string> texts(others.size(), std::string(kTextBytes, 0));
  std::vector<Transfer> receives(others.size()), sends(others.size());
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (size_t i = 0; i < others.size(); ++i)
      wire->receive(others[i], meetTag, texts[i].data(), kTextBytes,
                    receives[i]);
    for (size_t i = 0; i < others.size(); ++i)
      wire->send(others[i], meetTag, own.data(),
                 std::min<int64_t>(own.size(), kTextBytes), sends[i]);
  }
  for (size_t i = 0; i < others.size() && problem.empty(); ++i) {
    wait(receives[i], others[i]);
    wait(sends[i], others[i]);
    texts[i].resize(receives[i].bytes);
  }
  return problem.empty() ? texts : std::vector<std::string>();
}

std::string Processes::watch(double startSeconds,
                             std::unique_ptr<StartGuard> start) {
  LivenessOptions options;
  options.rank = getOwn();
  options.numProcesses = getCount();
  options.watchLauncher = true;
  options.startSeconds = startSeconds;
  if (const char *interface = getenv("DTENSOR_INTERFACE"))
    options.interface = interface;
  std::string error;
  guard = JobGuard::start(
      std::move(options),
      [&](const std::string &own, const std::vector<int64_t> &others) {
        std::vector<std::string> theirs = exchange(own, others);
        start.reset();
        return theirs;
      },
      error);
  return error;
}

void Processes::announce(const std::string &error) {
  // It tells a few neighbours, which pass it on: also when no device polls for
  // messages, and around processes that have died.
  if (guard)
    return guard->fail(error);
  std::lock_guard<std::mutex> lock(mutex);
  if (!newsSends.empty())
    return;
  sentNews = error.substr(0, kTextBytes);
  newsSends.resize(getCount());
  for (int64_t process = 0; process < getCount(); ++process)
    if (process != getOwn())
      wire->send(process, newsTag, sentNews.data(), sentNews.size(),
                 newsSends[process]);
}

std::string Processes::getNews() {
  // A context that is made or begins to run later is not told by the guard.
  if (std::string failure = guard ? guard->getFailure() : ""; !failure.empty())
    return failure;
  if (guard || (!news.isDone && !wire->test(news)))
    return wire->getError();
  return std::string(newsText.data(), news.bytes);
}
