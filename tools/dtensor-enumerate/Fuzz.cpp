//===- Fuzz.cpp - Random programs on one device and on many ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "Batches.h"
#include "RandomProgram.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "mlir/Parser/Parser.h"
#include <list>
#include <thread>

using llvm::StringRef;

namespace dtensor {

namespace {
/// A program on its way through a process of its own.
class ProgramRun {
public:
  ProgramRun(const RandomProgram &program, std::string name,
             mlir::MLIRContext &context)
      : testCase(std::make_unique<Case>()) {
    testCase->family = "random";
    testCase->name = std::move(name);
    testCase->text = program.str();
    // Results are checked here, not what moves.
    testCase->moves = "1000000000";
    testCase->gathers = "layouts by chance";
    llvm::raw_string_ostream os(messages);
    OneLineDiagnostics diagnostics(&context, os);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        testCase->text, &context, testCase->name);
    if (!module)
      return;
    batch.emplace(*testCase, Extents(), testCase->text, std::move(module),
                  std::vector<Trial>{{program.getRequest()}});
  }

  void start(TrialCompilers &compilers, double timeoutSeconds) {
    if (batch)
      process.emplace(batch->start(compilers, timeoutSeconds));
  }

  /// The outcome, once there is one.
  std::optional<Outcome> poll() {
    if (!process)
      return Outcome{Fate::Reference, "does not parse: " + messages};
    bool alive = process->poll();
    if (!process->getLines().empty())
      return Outcome::parse(process->getLines().front());
    if (alive)
      return std::nullopt;
    bool hung = process->getFailure() == "hung";
    return Outcome{hung ? Fate::Hung : Fate::Crashed, process->getFailure()};
  }

  Outcome wait() {
    while (true) {
      if (std::optional<Outcome> outcome = poll())
        return *outcome;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Whether the text parses.
  bool isProgram() const { return batch.has_value(); }
  const Case &getCase() const { return *testCase; }

private:
  std::unique_ptr<Case> testCase;
  std::string messages;
  std::optional<Batch> batch;
  std::optional<ForkedBatch> process;
};
} // namespace

/// Simplifies `program` as long as its fate stays.
static RandomProgram shrink(RandomProgram program, Fate fate,
                            TrialCompilers &compilers, double timeout) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (RandomProgram &simpler : program.simplify()) {
      ProgramRun run(simpler, "simpler", compilers.getContext());
      run.start(compilers, timeout);
      if (!run.isProgram() || run.wait().fate != fate)
        continue;
      program = std::move(simpler);
      changed = true;
      break;
    }
  }
  return program;
}

void runRandomPrograms(const FuzzOptions &options, TrialCompilers &compilers,
                       Results &results, llvm::raw_ostream &os) {
  struct Running {
    RandomProgram program;
    ProgramRun run;
  };
  std::list<Running> running;
  uint64_t next = options.firstSeed;
  uint64_t end = options.firstSeed + options.numPrograms;
  results.expect(options.numPrograms);
  while (next < end || !running.empty()) {
    while (next < end && running.size() < std::max(1u, options.jobs)) {
      RandomProgram program = makeRandomProgram(next, 10 + next % 51);
      std::string name = "seed " + std::to_string(next++);
      running.push_back(
          {program, ProgramRun(program, name, compilers.getContext())});
      running.back().run.start(compilers, options.timeoutSeconds);
    }
    for (auto it = running.begin(); it != running.end();) {
      std::optional<Outcome> outcome = it->run.poll();
      if (!outcome) {
        ++it;
        continue;
      }
      results.add(it->run.getCase(), it->run.getCase().name, *outcome);
      if (outcome->fate != Fate::Passed) {
        RandomProgram simple = shrink(it->program, outcome->fate, compilers,
                                      options.timeoutSeconds);
        os << "// " << it->run.getCase().name
           << ", simplified: " << Trial{simple.getRequest()}.str() << "\n"
           << simple.str() << "\n";
        os.flush();
      }
      it = running.erase(it);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

/// Tokens: words, numbers, and single other characters.
static std::vector<std::string> tokenize(StringRef text) {
  std::vector<std::string> tokens;
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '%'; };
  for (char c : text) {
    if (!tokens.empty() && isWord(c) && isWord(tokens.back().back()))
      tokens.back() += c;
    else
      tokens.push_back(std::string(1, c));
  }
  return tokens;
}

static std::string mutate(StringRef text, Chance &chance) {
  std::vector<std::string> tokens = tokenize(text);
  if (chance.isOneIn(8))
    return text.take_front(chance.pick(text.size())).str();
  for (size_t i = 0, e = 1 + chance.pick(3); i < e && tokens.size() > 2; ++i) {
    size_t at = chance.pick(tokens.size());
    size_t other = chance.pick(tokens.size());
    int64_t number;
    if (!StringRef(tokens[at]).getAsInteger(10, number) || chance.isOneIn(2)) {
      // Numbers are where shapes and positions go wrong.
      while (StringRef(tokens[at]).getAsInteger(10, number) && at > 0)
        --at;
      constexpr std::array<const char *, 8> numbers = {
          "0", "1", "2", "-1", "9999999999", "7", "3", "?"};
      tokens[at] = chance.of(numbers);
      continue;
    }
    switch (chance.pick(4)) {
    case 0:
      tokens.erase(tokens.begin() + at);
      break;
    case 1:
      tokens.insert(tokens.begin() + at, tokens[other]);
      break;
    case 2:
      std::swap(tokens[at], tokens[other]);
      break;
    default:
      tokens[at] = tokens[other];
    }
  }
  return llvm::join(tokens, "");
}

void runMutants(const FuzzOptions &options, llvm::ArrayRef<Case> cases,
                TrialCompilers &compilers, Results &results,
                llvm::raw_ostream &os) {
  struct Running {
    std::string name, text;
    ForkedBatch process;
  };
  std::list<Running> running;
  uint64_t next = options.firstSeed;
  uint64_t end = options.firstSeed + options.numPrograms;
  results.expect(options.numPrograms);
  Case family;
  family.family = "text";
  family.name = "mutants";
  while (next < end || !running.empty()) {
    while (next < end && running.size() < std::max(1u, options.jobs)) {
      Chance chance(next);
      std::string name = "mutant " + std::to_string(next++);
      const Case &testCase = chance.of(cases);
      std::vector<Extents> extents = enumerateExtents(testCase);
      llvm::Expected<std::string> program =
          testCase.instantiate(chance.of(extents));
      if (!program) {
        llvm::consumeError(program.takeError());
        continue;
      }
      std::string text = mutate(*program, chance);
      std::string mesh = chance.isOneIn(2) ? "x=2,y=2" : "x=3";
      running.push_back({name, text,
                         ForkedBatch(
                             [&, text, mesh](llvm::raw_ostream &os) {
                               os << compileText(text, mesh, compilers).str()
                                  << "\n";
                               os.flush();
                             },
                             options.timeoutSeconds)});
    }
    for (auto it = running.begin(); it != running.end();) {
      bool alive = it->process.poll();
      bool answered = !it->process.getLines().empty();
      if (alive && !answered) {
        ++it;
        continue;
      }
      Outcome outcome =
          answered ? Outcome::parse(it->process.getLines().front())
                   : Outcome{it->process.getFailure() == "hung" ? Fate::Hung
                                                                : Fate::Crashed,
                             it->process.getFailure()};
      results.add(family, it->name, outcome);
      if (outcome.fate != Fate::Passed) {
        os << "// " << it->name << "\n" << it->text << "\n";
        os.flush();
      }
      it = running.erase(it);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace dtensor
