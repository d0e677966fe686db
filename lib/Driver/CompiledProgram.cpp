//===- CompiledProgram.cpp - From a module to runs of it ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/CompiledProgram.h"

#include "dtensor/Analysis/PeakMemory.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "dtensor/Dialect/Comm/IR/MemoryPlan.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/ProgramInfo.h"
#include "dtensor/Partition/UnrollLocalMaps.h"
#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Runtime/ABI.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

using namespace mlir;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// Reports each pass before it runs.
class ProgressInstrumentation : public PassInstrumentation {
public:
  ProgressInstrumentation(const CompileOptions &options, Stage stage,
                          PassManager &manager)
      : options(options), stage(stage), manager(manager) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    // Passes on functions run in other threads, and are shown as an adaptor
    // here.
    for (auto [position, known] : llvm::enumerate(manager.getPasses()))
      if (&known == pass)
        options.progress("compiling: " + stringify(stage) + ", step " +
                         Twine(position + 1) + " of " + Twine(manager.size()) +
                         (pass->getArgument().empty() ? "" : ": ") +
                         pass->getArgument());
  }

private:
  const CompileOptions &options;
  Stage stage;
  PassManager &manager;
};
} // namespace

/// Reports an error that has no place in the source.
static LogicalResult report(ModuleOp module, llvm::Error error) {
  return emitError(UnknownLoc::get(module.getContext()))
         << llvm::toString(std::move(error));
}

/// Errors: code for the processor cannot run in this process.
static llvm::Error prepareProcessor(const Processor &processor) {
  if (llvm::Error error = processor.checkRunsHere())
    return error;
  if (const char *problem = dt_limit_processor(processor.getLevel()))
    return llvm::createStringError("code for " + processor.getName() +
                                   " cannot run: " + problem);
  return llvm::Error::success();
}

PassManager &ProgramCompiler::addStage(MLIRContext *context, Stage stage) {
  auto &manager = passesOf.emplace_back(std::make_unique<PassManager>(context));
  manager->addInstrumentation(
      std::make_unique<ProgressInstrumentation>(options, stage, *manager));
  // What a frontend wrote may be wrong in ways that only this finds.
  manager->enableVerifier(options.verify &&
                          (stage == Stage::Import || options.verifyEachPass));
  return *manager;
}

ProgramCompiler::ProgramCompiler(MLIRContext *context, CompileOptions given)
    : context(context), options(std::move(given)) {
  PartitionOptions partition;
  // A reference must keep the order of computation that the program writes.
  partition.reassociate = !options.onOneDevice;
  partition.replicateUnknown = options.replicateUnknown;
  partition.explain = options.explain;
  partition.explanations = options.explanations;
  partition.gather = options.gather;
  partition.plan = options.proposals;
  partition.pricedOn = options.machine ? &*options.machine : nullptr;
  partition.strict = options.strict;
  for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Relayout,
                      Stage::Expand, Stage::Optimize}) {
    PassManager &manager = addStage(context, stage);
    if (stage == Stage::Import && options.events)
      buildSourceMarks(manager);
    buildPartitionStage(manager, stage, partition);
  }
  LoweringOptions lower;
  lower.kernels = options.kernels;
  lower.fastMath = options.fastMath;
  lower.processor = options.processor.str();
  lower.verifyBuffers = options.verifyBuffers;
  lower.events = options.events;
  lower.fuseCollectives = !options.job;
  lower.cores = dt_count_cores();
  for (Stage stage : {Stage::Bufferize, Stage::LLVM})
    buildLoweringStage(addStage(context, stage), stage, lower);
}

LogicalResult ProgramCompiler::run(Stage stage, ModuleOp module) {
  if (failed(passesOf[static_cast<size_t>(stage)]->run(module)))
    return failure();
  // While lowering, there are many passes, and each of them makes thousands of
  // new ops.
  bool isLocalView = stage < Stage::Bufferize;
  if (options.verify && !options.verifyEachPass && stage != Stage::Import &&
      isLocalView && failed(verify(module)))
    return failure();
  if (stage == Stage::Import && options.onOneDevice) {
    if (failed(unrollLocalMaps(module)))
      return failure();
    shrinkMeshes(module);
  }
  options.observer(stage, module);
  return success();
}

FailureOr<std::unique_ptr<CompiledProgram>>
CompiledProgram::compile(func::FuncOp entry, const CompileOptions &options) {
  return ProgramCompiler(entry.getContext(), options).compile(entry);
}

/// A program that goes through all passes, on one device, without starting a
/// thread.
static constexpr llvm::StringLiteral smallProgram = R"(
  dtensor.mesh @mesh <x=1>
  func.func @main(%0: tensor<2xf32>
      {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<2xf32> {
    %1 = math.absf %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
)";

void ProgramCompiler::warmUp() {
  // An error is that of each program that follows.
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  auto module = parseSourceString<ModuleOp>(smallProgram, context);
  (void)compile(llvm::cantFail(findEntry(*module, "")));
}

FailureOr<std::unique_ptr<CompiledProgram>>
ProgramCompiler::compile(func::FuncOp entry) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  ModuleOp module = entry->getParentOfType<ModuleOp>();
  std::string name = entry.getName().str();
  auto compiled = compileObjects(entry);
  if (failed(compiled) || (*compiled)->objects.files.empty())
    return compiled;
  CompiledProgram &program = **compiled;
  llvm::Expected<std::unique_ptr<JIT>> code =
      JIT::link(std::move(program.objects), options.processor);
  if (!code)
    return report(module, code.takeError());
  program.code = std::move(*code);
  auto info = program.code->lookupSymbol(ProgramInfo::getSymbol(name));
  if (!info)
    return report(module, info.takeError());
  program.compileSeconds =
      std::chrono::duration<double>(Clock::now() - start).count();
  auto linked = LinkedProgram::create(
      *static_cast<const DtProgramInfo *>(*info), options.job);
  if (!linked)
    return report(module, linked.takeError());
  program.linked = std::move(*linked);
  program.linked->setWatchdog(options.watchdog);
  if (!options.flightRecords.empty())
    program.linked->setFlightRecords(options.flightRecords);
  return compiled;
}

/// The bytes of the largest component of a value. A dynamic extent counts as 1.
static int64_t getComponentBytes(const Mesh &mesh,
                                 const ValueSignature &value) {
  int64_t bytes = getByteSize(value.elementType);
  for (auto [axis, extent] : llvm::enumerate(value.shape))
    if (!ShapedType::isDynamic(extent))
      bytes *= value.layout.getMaxLocalExtent(mesh, axis, extent);
  return bytes;
}

/// The bytes that a device has in a run, for arguments, results and buffers.
/// A result in memory of an argument takes none.
static int64_t countBytes(const Signature &signature, Operation *entry) {
  int64_t bytes =
      cast<IntegerAttr>(entry->removeAttr(kMemoryBytesAttr)).getInt();
  for (const ValueSignature &argument : signature.arguments)
    bytes += getComponentBytes(signature.mesh, argument);
  for (const ValueSignature &result : signature.results)
    if (!result.donor)
      bytes += getComponentBytes(signature.mesh, result);
  return bytes;
}

FailureOr<std::unique_ptr<CompiledProgram>>
ProgramCompiler::compileObjects(func::FuncOp entry) {
  ModuleOp module = entry->getParentOfType<ModuleOp>();
  std::string name = entry.getName().str();
  auto program = std::make_unique<CompiledProgram>();
  // A program that will not be run need not be compiled.
  if (!options.last)
    if (llvm::Error error = prepareProcessor(options.processor))
      return report(module, std::move(error));

  SourceSignature source = readSourceSignature(entry);
  auto isLast = [&](Stage stage) {
    return options.last && *options.last <= stage;
  };
  if (failed(run(Stage::Import, module)))
    return failure();
  if (isLast(Stage::Import))
    return program;
  if (module.getOps<MeshOp>().empty()) {
    options.observer(Stage::Optimize, module);
  } else {
    for (Stage stage : {Stage::Propagate, Stage::Relayout, Stage::Expand}) {
      if (failed(run(stage, module)))
        return failure();
      if (isLast(stage))
        return program;
    }
    if (failed(run(Stage::Optimize, module)))
      return failure();
  }

  entry = module.lookupSymbol<func::FuncOp>(name);
  llvm::Expected<Signature> signature = readSignature(entry);
  if (!signature)
    return report(module, signature.takeError());
  program->signature = std::move(*signature);
  source.addTo(program->signature);
  program->communication = analyzeCommunication(entry);
  program->peakBytes = computePeakBytes(entry);
  module->removeAttr(kConflictsAttr);

  if (isLast(Stage::Optimize))
    return program;
  if (program->signature.mesh.getNumDevices() == 1)
    module->setAttr(kAloneAttr, UnitAttr::get(context));
  for (Stage stage : {Stage::Bufferize, Stage::LLVM}) {
    if (failed(run(stage, module)))
      return failure();
    if (stage == Stage::Bufferize)
      readSharedResults(module.lookupSymbol<func::FuncOp>(name),
                        program->signature);
    if (stage == Stage::LLVM)
      program->peakBytes =
          countBytes(program->signature, module.lookupSymbol(name + "__entry"));
    if (isLast(stage))
      return program;
  }
  if (options.verify && failed(verify(module)))
    return failure();
  options.progress("generating machine code");
  llvm::Expected<HostObjects> objects = compileForHost(
      module, options.processor, options.optimize, [&](llvm::Module &code) {
        ProgramInfo(code, name, options.processor, *program);
      });
  if (!objects)
    return report(module, objects.takeError());
  if (llvm::Error error =
          ProgramInfo::setStackBytes(*objects, ProgramInfo::getSymbol(name)))
    return report(module, std::move(error));
  program->objects = std::move(*objects);
  return program;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static SmallVector<func::FuncOp> getPublicFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      functions.push_back(function);
  return functions;
}

llvm::Expected<func::FuncOp> findEntry(ModuleOp module, StringRef name) {
  SmallVector<func::FuncOp> candidates = getPublicFunctions(module);
  for (func::FuncOp candidate : candidates)
    if (candidate.getName() == (name.empty() ? "main" : name))
      return candidate;
  if (name.empty() && candidates.size() == 1)
    return candidates.front();

  std::string known =
      llvm::join(llvm::map_range(candidates,
                                 [](func::FuncOp candidate) {
                                   return "'" + candidate.getName().str() + "'";
                                 }),
                 ", ");
  if (name.empty())
    return llvm::createStringError(
        "the program has no function 'main' and not exactly one public one; "
        "it has " +
        (known.empty() ? "none" : known));
  return llvm::createStringError("the program has no public function '" + name +
                                 "'; it has " +
                                 (known.empty() ? "none" : known));
}

llvm::Expected<std::vector<std::string>> findEntries(ModuleOp module,
                                                     StringRef name) {
  llvm::Expected<func::FuncOp> entry = findEntry(module, name);
  if (entry)
    return std::vector<std::string>{entry->getName().str()};
  std::vector<std::string> names;
  for (func::FuncOp function : getPublicFunctions(module)) {
    if (function.getNumArguments() > 0)
      return entry.takeError();
    names.push_back(function.getName().str());
  }
  if (!name.empty() || names.empty())
    return entry.takeError();
  llvm::consumeError(entry.takeError());
  return names;
}

void shrinkMeshes(ModuleOp module) {
  for (MeshOp mesh : module.getOps<MeshOp>())
    mesh.setSizes(SmallVector<int64_t>(mesh.getSizes().size(), 1));
}

LogicalResult checkFitsInProcess(ModuleOp module, const Job *job) {
  for (MeshOp mesh : module.getOps<MeshOp>())
    if (llvm::Error error = checkFitsInProcess(
            mesh.getMesh(), job ? job->getNumProcesses() : 1))
      return report(module, std::move(error));
  return success();
}

void registerProgramDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  dtensor::registerAllDialects(registry);
  registerLoweringExtensions(registry);
}

} // namespace dtensor
