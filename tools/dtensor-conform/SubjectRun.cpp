//===- SubjectRun.cpp - All trials of a subject in processes of their own -===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubjectRun.h"

using llvm::StringRef;

namespace dtensor {

SubjectRun::SubjectRun(const Subject &subject, std::string name,
                       std::vector<Trial> trials, double timeoutSeconds)
    : subject(subject), name(std::move(name)), trials(std::move(trials)),
      timeoutSeconds(timeoutSeconds), process(start()) {}

/// The line that says what became of a trial which wrote `text`.
static std::string summarize(bool passed, StringRef text) {
  if (passed) {
    StringRef message = text.trim();
    return "ok " + message.substr(message.rfind('\n') + 1).str();
  }
  size_t error = text.find("error: ");
  StringRef message = error == StringRef::npos ? "failed without a message"
                                               : text.substr(error + 7);
  return "no " + message.split('\n').first.str();
}

ForkedBatch SubjectRun::start() const {
  return ForkedBatch(
      [this](llvm::raw_ostream &os) {
        for (size_t i = numDone; i < trials.size(); ++i) {
          std::string text;
          llvm::raw_string_ostream messages(text);
          bool passed = trials[i].run(messages);
          os << summarize(passed, text) << "\n";
          os.flush();
        }
      },
      timeoutSeconds);
}

bool SubjectRun::poll(Outcomes &outcomes) {
  bool alive = process.poll();
  auto end = [&](bool passed, StringRef message) {
    const Trial &trial = trials[numDone++];
    outcomes.add(subject.op,
                 trial.name.empty() ? name : name + " " + trial.name,
                 trial.isSharded, passed, message);
  };
  for (; numRead < process.getLines().size(); ++numRead) {
    StringRef line = process.getLines()[numRead];
    bool passed = line.consume_front("ok ");
    if (!passed)
      line.consume_front("no ");
    end(passed, line);
  }
  if (alive)
    return true;
  if (numDone < trials.size())
    end(false,
        process.getFailure().empty() ? "ended early" : process.getFailure());
  if (numDone == trials.size())
    return false;
  numRead = 0;
  process = start();
  return true;
}

} // namespace dtensor
