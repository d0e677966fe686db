//===- Fuzz.cpp - Random programs on one device and on many ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "RandomProgram.h"
#include "dtensor/Driver/RunSome.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "mlir/Parser/Parser.h"
#include <thread>

using llvm::StringRef;

namespace dtensor {

static Case makeCase(const RandomProgram &program, std::string name) {
  Case testCase;
  testCase.family = "random";
  testCase.isMade = true;
  testCase.name = std::move(name);
  testCase.text = program.str();
  // Only results are checked here, not the bytes that move.
  testCase.moves = "1000000000";
  testCase.gathers = "layouts by chance";
  return testCase;
}

/// The program with its layouts; nothing if it does not parse.
static std::optional<Batch> makeBatch(const Case &testCase,
                                      const RandomProgram &program,
                                      mlir::MLIRContext &context) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(testCase.text, &context,
                                                        testCase.name);
  if (!module)
    return std::nullopt;
  return Batch(testCase, Extents(), testCase.text, std::move(module),
               {{program.getRequest()}});
}

static RandomProgram makeProgram(uint64_t seed) {
  return makeRandomProgram(seed, 10 + seed % 51);
}

std::vector<Batch> makeRandomBatches(uint64_t firstSeed, size_t count,
                                     mlir::MLIRContext &context,
                                     std::deque<Case> &cases) {
  std::vector<Batch> batches;
  for (uint64_t seed = firstSeed; seed < firstSeed + count; ++seed) {
    RandomProgram program = makeProgram(seed);
    cases.push_back(makeCase(program, "seed " + std::to_string(seed)));
    if (std::optional<Batch> batch = makeBatch(cases.back(), program, context))
      batches.push_back(std::move(*batch));
  }
  return batches;
}

namespace {
/// A program that runs in a process of its own.
class ProgramRun {
public:
  ProgramRun(const RandomProgram &program, std::string name,
             mlir::MLIRContext &context)
      : testCase(std::make_unique<Case>(makeCase(program, std::move(name)))) {
    llvm::raw_string_ostream os(messages);
    OneLineDiagnostics diagnostics(&context, os);
    batch = makeBatch(*testCase, program, context);
  }

  void start(TrialCompilers &compilers, double timeoutSeconds) {
    if (batch)
      process.emplace(batch->start(compilers, timeoutSeconds));
  }

  /// The outcome, once there is one.
  std::optional<Outcome> poll() {
    if (!process)
      return Outcome{Fate::Reference, "does not parse: " + messages};
    for (const ForkedBatch::Answer &answer : process->poll())
      outcome = readOutcome(answer);
    return process->isDone() ? outcome : std::nullopt;
  }

  Outcome wait() {
    while (true) {
      if (std::optional<Outcome> outcome = poll())
        return *outcome;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  double getSeconds() const { return process ? process->getSeconds() : 0; }

  /// Whether the text parses.
  bool isProgram() const { return batch.has_value(); }
  const Case &getCase() const { return *testCase; }

private:
  std::unique_ptr<Case> testCase;
  std::string messages;
  std::optional<Batch> batch;
  std::optional<ForkedBatch> process;
  std::optional<Outcome> outcome;
};
} // namespace

/// Simplifies `program` as long as its outcome stays `fate`.
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
  uint64_t next = options.firstSeed;
  uint64_t end = options.firstSeed + options.numPrograms;
  results.expect(options.numPrograms);
  auto start = [&]() -> std::optional<Running> {
    if (next == end)
      return std::nullopt;
    RandomProgram program = makeProgram(next);
    std::string name = "seed " + std::to_string(next++);
    Running each{program, ProgramRun(program, name, compilers.getContext())};
    each.run.start(compilers, options.timeoutSeconds);
    return each;
  };
  auto poll = [&](Running &each) {
    std::optional<Outcome> outcome = each.run.poll();
    if (!outcome) {
      results.showRunning(each.run.getSeconds(),
                          [&] { return each.run.getCase().name; });
      return true;
    }
    const Case &testCase = each.run.getCase();
    results.add(testCase, testCase.name, *outcome);
    if (outcome->fate != Fate::Passed) {
      RandomProgram simple = shrink(each.program, outcome->fate, compilers,
                                    options.timeoutSeconds);
      os << "// " << testCase.name
         << ", simplified: " << Trial{simple.getRequest()}.str() << "\n"
         << simple.str() << "\n";
      os.flush();
    }
    return false;
  };
  runSome<Running>(options.jobs, start, poll);
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
      // Most errors in shapes and positions are in numbers.
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
  uint64_t next = options.firstSeed;
  uint64_t end = options.firstSeed + options.numPrograms;
  results.expect(options.numPrograms);
  Case family;
  family.family = "text";
  family.name = "mutants";
  auto start = [&]() -> std::optional<Running> {
    if (next == end)
      return std::nullopt;
    Chance chance(next);
    std::string name = "mutant " + std::to_string(next++);
    const Case &testCase = chance.of(cases);
    std::vector<Extents> extents = enumerateExtents(testCase);
    llvm::Expected<std::string> program =
        testCase.instantiate(chance.of(extents));
    // A text with unfilled holes has errors.
    std::string text = mutate(program ? *program : testCase.text, chance);
    llvm::consumeError(program.takeError());
    std::string mesh = chance.isOneIn(2) ? "x=2,y=2" : "x=3";
    return Running{name, text,
                   ForkedBatch(
                       1,
                       [&compilers, text, mesh](size_t, llvm::raw_ostream &os) {
                         os << compileText(text, mesh, compilers).str() << "\n";
                         os.flush();
                       },
                       options.timeoutSeconds)};
  };
  auto poll = [&](Running &each) {
    for (const ForkedBatch::Answer &answer : each.process.poll()) {
      Outcome outcome = readOutcome(answer);
      results.add(family, each.name, outcome);
      if (outcome.fate != Fate::Passed) {
        os << "// " << each.name << "\n" << each.text << "\n";
        os.flush();
      }
    }
    if (each.process.isDone())
      return false;
    results.showRunning(each.process.getSeconds(), [&] { return each.name; });
    return true;
  };
  runSome<Running>(options.jobs, start, poll);
}

} // namespace dtensor
