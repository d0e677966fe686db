//===- Processes.h - The processes of a job ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PROCESSES_H
#define DTENSOR_RUNTIME_TRANSPORT_PROCESSES_H

#include "../processes/JobGuard.h"
#include "../processes/StartGuard.h"
#include "Facts.h"
#include "Notices.h"
#include "Wire.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace dtensor::runtime {

/// The processes that run a program together, as one of them sees them. All of
/// them call `meet` equally often.
class Processes {
public:
  explicit Processes(std::unique_ptr<Wire> wire);
  ~Processes();

  int64_t getCount() const { return wire->getNumProcesses(); }
  /// The number of this process.
  int64_t getOwn() const { return wire->getOwn(); }

  /// Waits for all processes. Returns an error if one of them gives one, or if
  /// their facts differ; all processes get the same text. It is empty if there
  /// is none.
  /// With `heedsFailures`, it also returns when another process has failed, and
  /// then no process can meet or run programs any more.
  std::string meet(const std::vector<Fact> &facts, const std::string &error,
                   bool heedsFailures = false);

  /// The sum of what each process gives. All call it. It is meaningless after
  /// an error of the wire, which the next meeting reports.
  int64_t sum(int64_t own);

  /// Tells all processes that this one has failed. The guard tells it to their
  /// contexts. Processes that do not watch each other see it with `getNews`.
  void announce(const std::string &error);
  /// The error of another process, or of the wire; empty if there is none.
  /// `mutex` is held.
  std::string getNews();

  /// Whether a program or a meeting has failed, after which the processes are
  /// at different places.
  bool hasFailed();
  static const char *const kHasFailed;

  /// Gives a text to some processes and returns theirs, in the same order. Each
  /// of them has this process in its list. Empty if that fails.
  std::vector<std::string> exchange(const std::string &own,
                                    const std::vector<int64_t> &others);

  /// Starts to watch the other processes: this one ends if one of them is lost,
  /// or does not answer for the time of JobGuard::setSilenceLimit. All
  /// processes call it, and come within `startSeconds`, or at any time if that
  /// is 0. They watch each other until all have ended their wires. `start` ends
  /// when this process has heard of its neighbours. Returns an error, or an
  /// empty text.
  std::string watch(double startSeconds = 60,
                    std::unique_ptr<StartGuard> start = nullptr);
  /// Null if processes do not watch each other.
  JobGuard *getGuard() const { return guard.get(); }

  /// The largest tag that groups may use.
  int64_t getMaxGroupTag() const { return wire->getMaxTag() - 3; }
  Wire &getWire() { return *wire; }
  /// `mutex` is held.
  Notices &getNotices() { return notices; }
  /// The number of a new mesh. All processes make the same ones.
  int64_t countMesh() { return numMeshes++; }
  /// The mesh has been destroyed. Another thread may run programs as long as
  /// there are meshes.
  void endMesh() { ++numEnded; }

  /// Guards the wire.
  std::mutex mutex;

private:
  static constexpr int64_t kTextBytes = 8 << 10;

  void beginMeeting();

  /// Sends or receives a text and waits for that.
  void sendText(int64_t process, const std::string &text);
  std::string receiveText(int64_t process);
  void wait(Transfer &transfer, int64_t process);
  /// The error because of which a meeting ends; empty if there is none.
  std::string findProblem();

  std::unique_ptr<Wire> wire;
  std::unique_ptr<JobGuard> guard;
  int64_t meetTag;
  int64_t newsTag;
  Notices notices;
  std::atomic<int64_t> numMeshes{0};
  std::atomic<int64_t> numEnded{0};
  std::string problem;
  std::string sentText;
  bool heedsFailures = false;
  std::vector<char> newsText;
  Transfer news;
  std::string sentNews;
  std::vector<Transfer> newsSends;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PROCESSES_H
