//===- Siblings.cpp - Other processes of the launcher ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Siblings.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

using namespace dtensor::runtime;

/// A process is seen as ended for so many looks before it is lost: the launcher
/// may be about to end all.
static constexpr int64_t kDeadLooks = 3;
/// After so many looks at which it has had as many processes, a launcher has
/// started all that it starts.
static constexpr int64_t kStartLooks = 6;

static std::string readFile(const std::string &name) {
  std::ifstream file("/proc/" + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The name of a process's program and its state, such as R, T (stopped) and Z
/// (ended); 0 if there is no such process.
static char readState(int64_t pid, std::string &program) {
  std::string text = readFile(std::to_string(pid) + "/stat");
  size_t begin = text.find('('), end = text.rfind(')');
  if (begin == std::string::npos || end == std::string::npos ||
      end + 2 >= text.size())
    return 0;
  program = text.substr(begin + 1, end - begin - 1);
  return text[end + 2];
}

static bool isStopped(char state) { return state == 'T' || state == 't'; }
static bool isDead(char state) {
  return state == 0 || state == 'Z' || state == 'X';
}

/// The value of a variable among those with which a process was started.
static std::string findVariable(const std::string &environment,
                                std::string_view name) {
  for (size_t begin = 0; begin < environment.size();) {
    size_t end = std::min(environment.find('\0', begin), environment.size());
    std::string_view variable(&environment[begin], end - begin);
    if (variable.size() > name.size() && variable.starts_with(name) &&
        variable[name.size()] == '=')
      return std::string(variable.substr(name.size() + 1));
    begin = end + 1;
  }
  return "";
}

/// The number that the launcher has given to a process of a job; -1 if it is
/// unknown. A daemon may have started several jobs.
static int64_t readRank(int64_t pid, std::string &job) {
  std::string environment = readFile(std::to_string(pid) + "/environ");
  job = findVariable(environment, "PMIX_NAMESPACE");
  for (std::string_view name :
       {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    std::string value = findVariable(environment, name);
    int64_t rank;
    if (std::from_chars(value.data(), value.data() + value.size(), rank).ec ==
        std::errc())
      return rank;
  }
  return -1;
}

/// The processes that any thread of a process has started.
static std::vector<int64_t> findChildren(int64_t pid) {
  std::vector<int64_t> children;
  std::string folder = std::to_string(pid) + "/task";
  std::error_code error;
  for (const auto &thread :
       std::filesystem::directory_iterator("/proc/" + folder, error)) {
    std::istringstream list(readFile(
        folder + "/" + thread.path().filename().string() + "/children"));
    for (int64_t child; list >> child;)
      children.push_back(child);
  }
  return children;
}

/// How many processes the launcher has said that it starts on this host; 0 if
/// the process that has started this one is not the launcher, but a program
/// between the two.
static int64_t readPromised(int64_t launcher) {
  std::string job;
  if (readRank(launcher, job) >= 0)
    return 0;
  // Of Open MPI, and of MPICH.
  for (const char *name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    if (const char *value = getenv(name))
      return std::atoll(value);
  return 0;
}

Siblings::Siblings()
    : launcher(getppid()),
      own(ProcessName::getOwn(readRank(getpid(), ownJob), "")),
      numPromised(readPromised(launcher)) {}

void Siblings::look() {
  isLauncherLost = getppid() != launcher;
  if (isLauncherLost)
    return;
  std::string program, ownProgram;
  isLauncherStopped = isStopped(readState(launcher, program));
  readState(own.pid, ownProgram);
  std::vector<int64_t> children = findChildren(launcher);
  numUnchanged = int64_t(children.size()) == numThere && !isLauncherStopped
                     ? numUnchanged + 1
                     : 0;
  numThere = children.size();
  for (int64_t pid : children)
    if (pid != own.pid)
      siblings.try_emplace(pid);
  for (auto &[pid, sibling] : siblings) {
    program.clear();
    sibling.state = readState(pid, program);
    sibling.numDead = isDead(sibling.state) ? sibling.numDead + 1 : 0;
    // One that was never seen alive has no number, but the same program.
    if (sibling.name.pid == 0 || sibling.name.rank < 0) {
      std::string job;
      int64_t rank = readRank(pid, job);
      bool isOther = rank >= 0 && rank != own.rank && job == ownJob;
      if (isOther || (sibling.numDead > 0 && program == ownProgram))
        sibling.name = {rank, pid, own.host, ""};
    }
  }
}

/// `process 1 (host a, pid 17)`.
static std::string describe(const ProcessName &name) {
  return name.rank >= 0 ? name.describe()
                        : "a process (host " + name.host + ", pid " +
                              std::to_string(name.pid) + ")";
}

std::string Siblings::describeLost() const {
  if (isLauncherLost)
    return "the launcher of " + describe(own) + " was lost: process " +
           std::to_string(launcher) + " of its host has ended";
  for (const auto &[pid, sibling] : siblings)
    if (sibling.name.pid != 0 && sibling.numDead >= kDeadLooks)
      return describe(sibling.name) + " was lost: it ended without notice";
  // It ended before this process has looked for the first time.
  if (isOneMissing())
    return "a process (host " + own.host + ") was lost: the launcher starts " +
           std::to_string(numPromised) + " on this host, and " +
           std::to_string(numThere) + (numThere == 1 ? " is" : " are") +
           " there";
  return "";
}

bool Siblings::isOneMissing() const {
  // Without this process, the list could not be read.
  return numThere > 0 && numThere < numPromised && numUnchanged >= kStartLooks;
}

std::string Siblings::describeStopped() const {
  std::string text;
  for (const auto &[pid, sibling] : siblings)
    if (sibling.name.pid != 0 && isStopped(sibling.state))
      text += "; " + describe(sibling.name) + " is stopped";
  if (isLauncherStopped)
    text += "; the launcher (pid " + std::to_string(launcher) + ") is stopped";
  return text;
}
