//===- SubjectRun.cpp - All trials of a subject in processes of their own -===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubjectRun.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace dtensor {

/// The line with the outcome of a trial that wrote `text`.
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

SubjectRun::SubjectRun(const Subject &subject, std::string name,
                       std::vector<Trial> chosen, double timeoutSeconds)
    : subject(subject), name(std::move(name)),
      trials(std::make_shared<const std::vector<Trial>>(std::move(chosen))),
      process(
          trials->size(),
          [trials = trials](size_t first, llvm::raw_ostream &os) {
            for (const Trial &trial : llvm::drop_begin(*trials, first)) {
              std::string text;
              llvm::raw_string_ostream messages(text);
              bool passed = trial.run(messages);
              os << summarize(passed, text) << "\n";
              os.flush();
            }
          },
          timeoutSeconds) {}

bool SubjectRun::poll(Outcomes &outcomes) {
  for (const ForkedBatch::Answer &answer : process.poll()) {
    const Trial &trial = (*trials)[numDone++];
    StringRef message = answer.failure.empty() ? answer.line : answer.failure;
    bool passed = answer.failure.empty() && message.consume_front("ok ");
    if (!passed)
      message.consume_front("no ");
    outcomes.add(subject.op,
                 trial.name.empty() ? name : name + " " + trial.name,
                 trial.isSharded, passed, message);
  }
  return !process.isDone();
}

std::string SubjectRun::getNextName() const {
  if (numDone == trials->size())
    return name;
  const Trial &trial = (*trials)[numDone];
  return trial.name.empty() ? name : name + " " + trial.name;
}

} // namespace dtensor
