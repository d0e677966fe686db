//===- Job.cpp - Processes that run a program together --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Job.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

namespace dtensor {

static constexpr useconds_t kPrintMicroseconds = 100'000;

std::string getFingerprint(llvm::StringRef content) {
  return llvm::utohexstr(llvm::xxh3_64bits(content));
}

std::vector<std::string> readProcessOrder(llvm::StringRef text) {
  std::vector<std::string> order;
  for (llvm::StringRef name : llvm::split(text, ','))
    if (!name.trim().empty())
      order.push_back(name.trim().str());
  return order;
}

/// Joins the processes that come within `seconds`; null if this one is alone.
static Expected<DtProcesses *> joinWithin(const void *communicator,
                                          double seconds) {
  const char *problem = nullptr;
  DtProcesses *processes =
      dt_processes_join_communicator(communicator, seconds, &problem);
  if (problem)
    return createStringError(problem);
  return processes;
}

Expected<std::unique_ptr<Job>> Job::joinAsLibrary(const void *communicator) {
  constexpr double kSeconds = 5 * kWatchdogSeconds;
  Expected<DtProcesses *> processes = joinWithin(communicator, kSeconds);
  if (!processes)
    return processes.takeError();
  return std::unique_ptr<Job>(*processes ? new Job(*processes) : nullptr);
}

Expected<std::unique_ptr<Job>> Job::join(double watchdog) {
  Expected<DtProcesses *> processes =
      joinWithin(/*communicator=*/nullptr, watchdog);
  if (!processes)
    return processes.takeError();
  if (!*processes)
    return nullptr;
  dt_processes_set_watchdog(*processes, watchdog);
  std::unique_ptr<Job> job(new Job(*processes));
  if (!job->isFirst())
    job->silence();
  return job;
}

/// What a silent process has printed, and where it goes if the process ends
/// before it can tell the first one: by an abort, a signal or `exit`.
static std::atomic<int> heldBack{-1}, terminal{-1};

/// Called in signal handlers.
static void showHeldBack() {
  int from = heldBack.exchange(-1), to = terminal.exchange(-1);
  char buffer[4096];
  off_t offset = 0;
  for (ssize_t size;
       from >= 0 && (size = pread(from, buffer, sizeof(buffer), offset)) > 0;
       offset += size)
    if (write(to, buffer, size) != size)
      return;
}

Job::~Job() {
  heldBack = -1;
  dt_processes_leave(processes);
  if (printed >= 0)
    close(printed);
}

void Job::silence() {
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  printed = memfd_create("stderr", MFD_CLOEXEC);
  if (nothing < 0 || printed < 0)
    return;
  terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  heldBack = printed;
  std::atexit(showHeldBack);
  llvm::sys::AddSignalHandler([](void *) { showHeldBack(); }, nullptr);
  dup2(nothing, STDOUT_FILENO);
  dup2(printed, STDERR_FILENO);
  close(nothing);
}

std::string Job::describeUncombined(int64_t bytes) {
  return "bytes of addends that processes sent uncombined: " +
         std::to_string(bytes) + "\n";
}

std::string Job::getPrinted() const {
  if (printed < 0)
    return "";
  char buffer[4096];
  ssize_t size = pread(printed, buffer, sizeof(buffer), 0);
  llvm::StringRef text(buffer, std::max<ssize_t>(size, 0));
  text = text.rtrim();
  text.consume_front("error: ");
  return text.str();
}

Error Job::agree(Error own, llvm::ArrayRef<Fact> facts) {
  std::string text = own ? llvm::toString(std::move(own)) : "";
  if (isOver)
    return createStringError(text.empty() ? "another process has failed"
                                          : text);
  std::vector<const char *> names, values;
  for (const Fact &fact : facts) {
    names.push_back(fact.first.c_str());
    values.push_back(fact.second.c_str());
  }
  const char *problem =
      dt_processes_meet(processes, facts.size(), names.data(), values.data(),
                        text.empty() ? nullptr : text.c_str());
  if (!problem)
    return Error::success();
  isOver = true;
  return createStringError(problem);
}

int Job::finish(int code) {
  heldBack = -1;
  // Launchers end all processes when one ends with an error. The first one
  // needs some time to print it.
  if (isOver && !isFirst())
    usleep(kPrintMicroseconds);
  if (isOver)
    return code;
  Error own = Error::success();
  if (code != 0)
    own = createStringError(getPrinted());
  // The code of the first process with an error is not known to the others,
  // which end as after a failed check.
  if (Error error = agree(std::move(own))) {
    std::string text = llvm::toString(std::move(error));
    if (!isFirst())
      usleep(kPrintMicroseconds);
    else if (code == 0)
      llvm::errs() << "error: " << text << "\n";
    return code == 0 ? 1 : code;
  }
  return 0;
}

Expected<llvm::SmallVector<int64_t>>
findProcessOrder(const Mesh &mesh, llvm::ArrayRef<std::string> order) {
  llvm::SmallVector<int64_t> dims;
  for (const std::string &name : order)
    for (auto [dim, dimension] : llvm::enumerate(mesh.getDimensions()))
      if (dimension.name == name && !llvm::is_contained(dims, dim))
        dims.push_back(dim);
  if (dims.size() != order.size() || dims.size() != mesh.getDimensions().size())
    return createStringError("required each dimension of the mesh " +
                             mesh.str() + " once, found '" +
                             llvm::join(order, ",") + "'");
  return dims;
}

Expected<llvm::SmallVector<int64_t>> Job::getOrder(const Mesh &mesh) const {
  if (order.empty())
    return llvm::SmallVector<int64_t>();
  auto dims = findProcessOrder(mesh, order);
  if (!dims)
    return createStringError("--process-order: " +
                             llvm::toString(dims.takeError()));
  return dims;
}

} // namespace dtensor
