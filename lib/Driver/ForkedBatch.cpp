//===- ForkedBatch.cpp - Pieces of work in a process of their own ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ForkedBatch.h"

#include "llvm/ADT/StringRef.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace dtensor {

ForkedBatch::ForkedBatch(const std::function<void(llvm::raw_ostream &)> &work,
                         double timeoutSeconds)
    : output(std::tmpfile(), std::fclose), lastProgress(Clock::now()),
      timeoutSeconds(timeoutSeconds) {
  // What is buffered here would be written by both.
  llvm::outs().flush();
  child = output ? fork() : -1;
  if (child != 0)
    return;
  // A crash is a result here: no dump of it, no core file.
  for (int crash : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(crash, SIG_DFL);
  std::freopen("/dev/null", "w", stderr);
  {
    llvm::raw_fd_ostream os(fileno(output.get()), /*shouldClose=*/false);
    work(os);
  }
  _exit(0);
}

void ForkedBatch::read() {
  // The child moves the file's position, which both share.
  char buffer[4096];
  ssize_t size;
  while ((size = pread(fileno(output.get()), buffer, sizeof(buffer), offset)) >
         0) {
    offset += size;
    unfinished.append(buffer, size);
    lastProgress = Clock::now();
  }
  llvm::StringRef rest = unfinished;
  while (rest.contains('\n')) {
    auto [line, after] = rest.split('\n');
    lines.push_back(line.str());
    rest = after;
  }
  unfinished = rest.str();
}

bool ForkedBatch::poll() {
  if (child < 0) {
    failure = "no process can be started";
    return false;
  }
  int status;
  bool ended = waitpid(child, &status, WNOHANG) != 0;
  read();
  if (ended) {
    if (WIFSIGNALED(status))
      failure = "crashed (signal " + std::to_string(WTERMSIG(status)) + ")";
    return false;
  }
  std::chrono::duration<double> silent = Clock::now() - lastProgress;
  if (silent.count() < timeoutSeconds)
    return true;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  failure = "hung";
  return false;
}

} // namespace dtensor
