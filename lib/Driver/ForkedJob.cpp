//===- ForkedJob.cpp - Work in a process of its own -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ForkedJob.h"

#include "llvm/ADT/StringRef.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace dtensor {

using Clock = std::chrono::steady_clock;

ForkedJob::ForkedJob(const std::function<bool(llvm::raw_ostream &)> &work,
                     double timeoutSeconds)
    : start(Clock::now()), timeoutSeconds(timeoutSeconds),
      output(std::tmpfile(), std::fclose) {
  // Buffered text would be written by both processes.
  llvm::outs().flush();
  child = output ? fork() : -1;
  if (child != 0)
    return;
  int descriptor = fileno(output.get());
  dup2(descriptor, STDOUT_FILENO);
  dup2(descriptor, STDERR_FILENO);
  // A crash is an expected result here: it needs no dump and no core file.
  for (int crash : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(crash, SIG_DFL);
  bool succeeded;
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    succeeded = work(os);
  }
  _exit(succeeded ? 0 : 1);
}

std::optional<JobOutcome> ForkedJob::poll() {
  if (child < 0)
    return finish(false, "no process can be started");
  int status;
  if (waitpid(child, &status, WNOHANG) == 0) {
    std::chrono::duration<double> elapsed = Clock::now() - start;
    if (elapsed.count() < timeoutSeconds)
      return std::nullopt;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return finish(false, "hung");
  }
  if (WIFSIGNALED(status))
    return finish(false,
                  "crashed (signal " + std::to_string(WTERMSIG(status)) + ")");
  return finish(WEXITSTATUS(status) == 0, "");
}

JobOutcome ForkedJob::finish(bool succeeded, std::string failure) {
  std::chrono::duration<double> elapsed = Clock::now() - start;
  std::string text;
  if (output) {
    std::rewind(output.get());
    char buffer[4096];
    while (size_t size = std::fread(buffer, 1, sizeof(buffer), output.get()))
      text.append(buffer, size);
  }
  // Warnings stand before the message of the job itself.
  if (succeeded) {
    llvm::StringRef message = llvm::StringRef(text).trim();
    return {true, message.substr(message.rfind('\n') + 1).str(),
            elapsed.count()};
  }
  if (failure.empty()) {
    llvm::StringRef message = text;
    message = message.substr(std::min(message.find("error:"), message.size()));
    failure = message.split('\n').first.str();
  }
  return {false, failure.empty() ? "failed without a message" : failure,
          elapsed.count()};
}

} // namespace dtensor
