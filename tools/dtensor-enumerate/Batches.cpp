//===- Batches.cpp - The trials of a case with fixed extents --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batches.h"

#include "Addends.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/InterpretedProgram.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/SourceMgr.h"
#include <array>

using llvm::StringRef;

namespace dtensor {

//===----------------------------------------------------------------------===//
// In the child process
//===----------------------------------------------------------------------===//

static bool hasDynamicExtents(mlir::ModuleOp program) {
  return program
      .walk([](mlir::Operation *op) {
        bool isDynamic =
            llvm::any_of(op->getResultTypes(), [](mlir::Type type) {
              auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
              return tensor && !tensor.hasStaticShape();
            });
        return isDynamic ? mlir::WalkResult::interrupt()
                         : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

static RunResult runOnce(mlir::ModuleOp original, const LayoutRequest &request,
                         const Inputs &inputs, ProgramCompiler &compiler) {
  RunResult result;
  mlir::OwningOpRef<mlir::ModuleOp> module = original.clone();
  llvm::raw_string_ostream os(result.error);
  OneLineDiagnostics diagnostics(module->getContext(), os);
  auto fail = [&](llvm::Error error) {
    result.error = llvm::toString(std::move(error));
    return std::move(result);
  };
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
  if (!entry)
    return fail(entry.takeError());
  if (llvm::Error error = applyLayoutRequest(request, *entry))
    return fail(std::move(error));
  auto program = compiler.compile(*entry);
  if (failed(program)) {
    if (result.error.empty())
      result.error = "failed without a message";
    return result;
  }
  result.error.clear();
  CommunicationReport communication = (*program)->getCommunication();
  // With dynamic extents the report has only an upper bound.
  if (hasDynamicExtents(original))
    llvm::erase_if(
        communication.collectives,
        [](const CollectiveReport &collective) { return collective.isBound; });
  result.bytes = communication.getBytesReceived();
  for (const auto &[kind, total] : communication.getTotals())
    if (total.bytesReceived > 0)
      result.collectives.insert(kind);
  for (const CollectiveReport *each : communication.getFullReplications())
    result.gathered.push_back(
        {StringRef(each->reason).split(' ').first.str(), each->bytesReceived});
  auto invocation = Invocation::create((*program)->getSignature(), inputs);
  if (!invocation)
    return fail(invocation.takeError());
  if (llvm::Error error =
          spreadAddends((*program)->getSignature(), *invocation))
    return fail(std::move(error));
  result.phase = Phase::Running;
  if (llvm::Error error = (*program)->run(*invocation))
    return fail(std::move(error));
  result.phase = Phase::Joining;
  llvm::Expected<std::vector<HostTensor>> results = invocation->joinResults();
  if (!results)
    return fail(results.takeError());
  result.results = std::move(*results);
  result.phase = Phase::Done;
  return result;
}

static RunResult interpretOnce(mlir::ModuleOp original, const Inputs &inputs) {
  RunResult result;
  result.isInterpreted = true;
  mlir::OwningOpRef<mlir::ModuleOp> module = original.clone();
  llvm::raw_string_ostream os(result.error);
  OneLineDiagnostics diagnostics(module->getContext(), os);
  auto fail = [&](llvm::Error error) {
    result.error = llvm::toString(std::move(error));
    return std::move(result);
  };
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
  if (!entry)
    return fail(entry.takeError());
  auto program = InterpretedProgram::create(*entry);
  if (failed(program))
    return result;
  auto results = program->run(inputs, reference::InterpretOptions());
  if (!results)
    return fail(results.takeError());
  result.results = std::move(*results);
  result.phase = Phase::Done;
  return result;
}

/// Whether a trial is optimized. Optimization takes half of a trial's time, so
/// only the first trial and a few others have it.
static bool isOptimized(size_t number) {
  constexpr size_t kStride = 16;
  return number % kStride == 0;
}

llvm::Expected<Inputs> Batch::makeInputs() const {
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
  if (!entry)
    return entry.takeError();
  llvm::Expected<Signature> signature = readSignature(*entry);
  if (!signature)
    return signature.takeError();
  return dtensor::makeInputs(*testCase, extents, *signature);
}

static TrialValues collectValues(const LayoutRequest &request,
                                 const Extents &extents, const Inputs &inputs,
                                 llvm::ArrayRef<HostTensor> results) {
  auto point = [](const HostTensor &tensor) { return &tensor; };
  return collectValues(
      request, extents,
      llvm::map_to_vector(inputs,
                          [](const auto &each) {
                            return static_cast<const HostTensor *>(each.get());
                          }),
      llvm::map_to_vector(results, point));
}

/// Runs a trial and compares its results with `want`, those on one device.
static llvm::Expected<TrialRun>
runTrial(const Case &testCase, const Extents &extents, mlir::ModuleOp module,
         const Trial &trial, const Inputs &inputs, const RunResult &want,
         TrialCompilers &compilers, ProgramCompiler &compiler) {
  TrialValues values =
      collectValues(trial.request, extents, inputs, want.results);
  values.promise = trial.promise;
  llvm::Expected<int64_t> bound = getBound(testCase, values);
  if (!bound)
    return bound.takeError();
  compilers.resetWork();
  RunResult got = runOnce(module, trial.request, inputs, compiler);
  got.work = compilers.getWork();
  Outcome outcome = judge(got, want, testCase, values, *bound);
  return TrialRun{std::move(got), std::move(outcome)};
}

/// Whether results of one device are those of the reference interpreter.
static Outcome judgeAlone(const RunResult &alone, const RunResult &truth,
                          const Case &testCase, const Extents &extents,
                          const Inputs &inputs) {
  return judge(alone, truth, testCase,
               collectValues({}, extents, inputs, truth.results),
               /*bound=*/0);
}

void Batch::run(TrialCompilers &compilers, size_t first,
                llvm::raw_ostream &os) const {
  auto answer = [&](const Outcome &outcome) {
    os << outcome.str() << "\n";
    os.flush();
  };
  auto failAll = [&](StringRef message, Fate fate = Fate::Reference) {
    for (size_t i = first; i < trials.size(); ++i)
      answer({fate, message.str()});
  };
  llvm::Expected<Inputs> inputs = makeInputs();
  if (!inputs)
    return failAll(llvm::toString(inputs.takeError()));
  RunResult truth = interpretOnce(*module, *inputs);
  std::string problem;
  if (!truth.error.empty())
    problem = "in the reference interpreter: " + getFirstError(truth.error);
  if (!problem.empty() && compilers.usesReference())
    return failAll(problem);
  // Optimized code may round differently, so it is compared with optimized
  // code.
  std::array<std::optional<RunResult>, 2> onOneDevice;
  auto runAlone = [&](bool optimize) -> const RunResult & {
    std::optional<RunResult> &alone = onOneDevice[optimize];
    if (!alone)
      alone = runOnce(*module, {}, *inputs, compilers.getOneDevice(optimize));
    return *alone;
  };
  // What is wrong on one device may be as wrong on many.
  const RunResult &alone = runAlone(isOptimized(first));
  bool isComparable = problem.empty() && !testCase->isAmbiguous;
  Outcome outcome = judgeAlone(alone, isComparable ? truth : alone, *testCase,
                               extents, *inputs);
  if (outcome.fate != Fate::Passed)
    return failAll("on one device: " + outcome.message,
                   outcome.fate == Fate::Wrong ? outcome.fate
                                               : Fate::Reference);
  for (size_t i = first; i < trials.size(); ++i) {
    bool optimize = isOptimized(i);
    llvm::Expected<TrialRun> run =
        runTrial(*testCase, extents, *module, trials[i], *inputs,
                 compilers.usesReference() ? truth : runAlone(optimize),
                 compilers, compilers.get(optimize));
    if (!run)
      answer({Fate::Reference, llvm::toString(run.takeError())});
    else if (run->outcome.fate == Fate::Passed && !problem.empty())
      answer({Fate::Reference, problem});
    else
      answer(run->outcome);
  }
}

void Batch::runPlanted(
    TrialCompilers &compilers, const PlantedRules::Change &change,
    llvm::function_ref<bool(const Trial &, const TrialRun &)> answer) const {
  llvm::Expected<Inputs> inputs = makeInputs();
  if (!inputs)
    return llvm::consumeError(inputs.takeError());
  RunResult want =
      runOnce(*module, {}, *inputs, compilers.getOneDevice(/*optimize=*/false));
  if (!want.error.empty())
    return;
  llvm::SaveAndRestore plant(compilers.getRules().change, change);
  for (const Trial &trial : trials) {
    llvm::Expected<TrialRun> run =
        runTrial(*testCase, extents, *module, trial, *inputs, want, compilers,
                 compilers.getVerifying());
    if (!run)
      return llvm::consumeError(run.takeError());
    if (!answer(trial, *run))
      return;
  }
}

/// A layout for each argument that shards its first axis along the first mesh
/// dimension.
static LayoutRequest requestFirstAxes(mlir::func::FuncOp entry,
                                      StringRef mesh) {
  LayoutRequest request;
  request.mesh = llvm::cantFail(Mesh::parse(mesh));
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor || tensor.getRank() == 0 || tensor.isDynamicDim(0))
      continue;
    Layout layout(tensor.getRank());
    layout.setAxis(0, {0});
    request.arguments[i] = layout.str(*request.mesh);
  }
  return request;
}

Outcome compileText(const std::string &text, StringRef mesh,
                    TrialCompilers &compilers) {
  mlir::MLIRContext &context = compilers.getContext();
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics(&context, os);
  Outcome passed{Fate::Passed, ""};
  auto rejected = [&]() -> Outcome {
    if (messages.empty())
      return {Fate::Rejected, "failed without a message"};
    return passed;
  };
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "text"),
                             llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module = parseSource(sources, &context);
  if (!module)
    return rejected();
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
  if (!entry) {
    llvm::consumeError(entry.takeError());
    return passed;
  }
  // Programs with shardings have their own mesh.
  bool hasMesh = StringRef(text).contains("sdy.mesh");
  if (!hasMesh)
    if (llvm::Error error =
            applyLayoutRequest(requestFirstAxes(*entry, mesh), *entry)) {
      llvm::consumeError(std::move(error));
      return passed;
    }
  if (failed(compilers.get(/*optimize=*/false).compile(*entry)))
    return rejected();
  return passed;
}

//===----------------------------------------------------------------------===//
// In the parent process
//===----------------------------------------------------------------------===//

Batch::Batch(const Case &testCase, const Extents &extents, std::string program,
             mlir::OwningOpRef<mlir::ModuleOp> module,
             std::vector<Trial> trials)
    : testCase(&testCase), extents(extents), program(std::move(program)),
      module(std::move(module)), trials(std::move(trials)) {}

std::string Batch::getName(const Trial &trial) const {
  std::string name = testCase->name;
  for (const auto &[parameter, extent] : extents)
    name += " " + parameter + "=" + std::to_string(extent);
  return name + " " + trial.str();
}

ForkedBatch Batch::start(TrialCompilers &compilers,
                         double timeoutSeconds) const {
  return ForkedBatch(
      trials.size(),
      [this, &compilers](size_t first, llvm::raw_ostream &os) {
        run(compilers, first, os);
      },
      timeoutSeconds);
}

Outcome readOutcome(const ForkedBatch::Answer &answer) {
  if (answer.failure.empty())
    return Outcome::parse(answer.line);
  return {answer.failure == "hung" ? Fate::Hung : Fate::Crashed,
          answer.failure};
}

void Batch::take(const ForkedBatch::Answer &answer, Results &results) {
  results.add(*testCase, getName(trials[numDone++]), readOutcome(answer));
}

void Batch::compileFirst(ProgramCompiler &compiler) const {
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics((*module)->getContext(), os);
  mlir::OwningOpRef<mlir::ModuleOp> clone = mlir::ModuleOp(*module).clone();
  llvm::Expected<mlir::func::FuncOp> entry = findEntry(*clone, "");
  if (!entry)
    return llvm::consumeError(entry.takeError());
  if (llvm::Error error = applyLayoutRequest(trials.front().request, *entry))
    return llvm::consumeError(std::move(error));
  (void)compiler.compile(*entry);
}

bool Batch::select(StringRef only) {
  llvm::erase_if(trials, [&](const Trial &trial) {
    return !StringRef(getName(trial)).contains(only);
  });
  return !trials.empty();
}

void Batch::skipKnown(const Results &results) {
  llvm::erase_if(trials, [&](const Trial &trial) {
    return results.isKnown(getName(trial));
  });
}

void Batch::print(llvm::raw_ostream &os) const {
  for (const Trial &trial : trials)
    os << "// " << getName(trial) << "\n";
  os << program << "\n";
}

llvm::Expected<std::vector<Batch>> makeBatches(const Case &testCase,
                                               const TrialChoice &choice,
                                               mlir::MLIRContext &context) {
  size_t limit = choice.limit;
  if (testCase.isAlike)
    limit = std::min(limit, kNumTrialsOfAlike);
  std::vector<Extents> choices = enumerateExtents(testCase);
  // A small sample has the uneven extents and a few others, rather than one
  // trial of each, since programs on one device take time too.
  size_t numChoices = std::min(choices.size(), std::max<size_t>(1, limit / 2));

  // Even extents come last if all are chosen, since everything works with them.
  size_t second = choices.size() > numChoices
                      ? hashText(testCase.name) % (choices.size() - 1)
                      : 1;
  if (choices.size() > 2)
    std::rotate(choices.begin() + 1, choices.begin() + 1 + second,
                choices.end());
  choices.resize(numChoices);

  std::vector<Batch> batches;
  for (auto [i, extents] : llvm::enumerate(choices)) {
    llvm::Expected<std::string> program = testCase.instantiate(extents);
    if (!program)
      return program.takeError();
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(*program, &context,
                                                testCase.name);
    if (!module)
      return llvm::createStringError("the program does not parse:\n" +
                                     *program);
    llvm::Expected<mlir::func::FuncOp> entry = findEntry(*module, "");
    if (!entry)
      return entry.takeError();
    llvm::Expected<Signature> signature = readSignature(*entry);
    if (!signature)
      return signature.takeError();
    std::string seed = testCase.name + *program;
    // The first ones take the remainder of the division.
    size_t share = limit / numChoices + (i < limit % numChoices ? 1 : 0);
    auto enumerate = [&](size_t count) {
      return enumerateTrials(testCase, *signature, seed,
                             isPlain(testCase, extents), choice.meshes, count);
    };
    std::vector<Trial> trials =
        choice.cover && i == 0
            ? chooseCover(enumerate(SIZE_MAX), testCase, *signature)
            : enumerate(share);
    Batch batch(testCase, extents, *program, std::move(module),
                std::move(trials));
    if (batch.select(choice.only))
      batches.push_back(std::move(batch));
  }
  return batches;
}

} // namespace dtensor
