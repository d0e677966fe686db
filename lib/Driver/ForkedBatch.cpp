//===- ForkedBatch.cpp - Pieces of work in other processes ----------------===//
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

ForkedBatch::ForkedBatch(size_t numPieces, Work work, double timeoutSeconds)
    : numPieces(numPieces), work(std::move(work)),
      timeoutSeconds(timeoutSeconds) {
  if (numPieces > 0)
    start();
}

void ForkedBatch::start() {
  output.reset(std::tmpfile());
  offset = 0;
  unfinished.clear();
  lastProgress = Clock::now();
  isRunning = true;
  // Buffered text would be written by both processes.
  llvm::outs().flush();
  child = output ? fork() : -1;
  if (child != 0)
    return;
  // A crash is an expected result here: it needs no dump and no core file.
  for (int crash : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(crash, SIG_DFL);
  std::freopen("/dev/null", "w", stderr);
  {
    llvm::raw_fd_ostream os(fileno(output.get()), /*shouldClose=*/false);
    work(numAnswered, os);
  }
  _exit(0);
}

void ForkedBatch::read(std::vector<Answer> &answers) {
  if (!output)
    return;
  // The child moves the position of the file, which both processes share.
  char buffer[4096];
  ssize_t size;
  while ((size = pread(fileno(output.get()), buffer, sizeof(buffer), offset)) >
         0) {
    offset += size;
    unfinished.append(buffer, size);
    lastProgress = Clock::now();
  }
  llvm::StringRef rest = unfinished;
  while (numAnswered < numPieces && rest.contains('\n')) {
    auto [line, after] = rest.split('\n');
    answers.push_back({line.str(), ""});
    ++numAnswered;
    rest = after;
  }
  unfinished = rest.str();
}

bool ForkedBatch::hasEnded(std::string &failure) {
  if (child < 0) {
    failure = "no process can be started";
    return true;
  }
  int status;
  if (waitpid(child, &status, WNOHANG) != 0) {
    failure = WIFSIGNALED(status)
                  ? "crashed (signal " + std::to_string(WTERMSIG(status)) + ")"
                  : "ended early";
    return true;
  }
  std::chrono::duration<double> silent = Clock::now() - lastProgress;
  if (silent.count() < timeoutSeconds)
    return false;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  failure = "hung";
  return true;
}

std::vector<ForkedBatch::Answer> ForkedBatch::poll() {
  std::vector<Answer> answers;
  if (!isRunning)
    return answers;
  std::string failure;
  bool ended = hasEnded(failure);
  read(answers);
  if (!ended)
    return answers;
  isRunning = false;
  if (numAnswered == numPieces)
    return answers;
  answers.push_back({"", failure});
  if (++numAnswered < numPieces)
    start();
  return answers;
}

} // namespace dtensor
