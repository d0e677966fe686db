//===- dtensor-opt.cpp - Passes of the project, one by one ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/LayoutOptions.h"
#include "dtensor/Driver/TraceOption.h"
#include "dtensor/Frontend/Text/CheckSource.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Pipelines/LoweringPipeline.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {
/// Puts the layouts of the command line into the program before other passes.
class ApplyLayoutOptions
    : public PassWrapper<ApplyLayoutOptions, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyLayoutOptions)

  ApplyLayoutOptions(StringRef entry, const dtensor::LayoutRequest &request)
      : entry(entry), request(request) {}

  StringRef getName() const override { return "apply-layout-options"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<dtensor::DTensorDialect>();
  }

  void runOnOperation() override {
    llvm::Error error = apply();
    if (!error)
      return;
    emitError(getOperation().getLoc()) << llvm::toString(std::move(error));
    signalPassFailure();
  }

private:
  llvm::Error apply() {
    llvm::Expected<func::FuncOp> function =
        dtensor::findEntry(getOperation(), entry);
    if (!function)
      return function.takeError();
    return dtensor::applyLayoutRequest(request, *function);
  }

  std::string entry;
  dtensor::LayoutRequest request;
};
} // namespace

/// Rejects what upstream's parsers end the process on.
static LogicalResult checkText(const llvm::MemoryBuffer &buffer) {
  if (isBytecode(buffer))
    return success();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(buffer),
                             llvm::SMLoc());
  MLIRContext context(MLIRContext::Threading::DISABLED);
  SourceMgrDiagnosticHandler handler(sources, &context);
  return dtensor::checkSource(buffer, &context);
}

/// As MlirOptMain, after ApplyLayoutOptions if there are layouts.
static LogicalResult run(const MlirOptMainConfig &commandLine,
                         const dtensor::LayoutRequest &request, StringRef entry,
                         StringRef input, StringRef output,
                         DialectRegistry &registry) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(input, &message);
  std::unique_ptr<llvm::ToolOutputFile> file;
  if (buffer)
    file = openOutputFile(output, &message);
  if (!file) {
    llvm::errs() << "error: " << message << "\n";
    return failure();
  }
  if (failed(checkText(*buffer)))
    return failure();
  MlirOptMainConfig config = commandLine;
  if (!request.isEmpty())
    config.setPassPipelineSetupFn([&](PassManager &passes) {
      passes.addPass(std::make_unique<ApplyLayoutOptions>(entry, request));
      return commandLine.setupPassPipeline(passes);
    });
  if (failed(MlirOptMain(file->os(), std::move(buffer), registry, config)))
    return failure();
  file->keep();
  return success();
}

/// Prints how the layout of a value came about. The text frontend parses, which
/// keeps the names of values.
static LogicalResult explainLayout(StringRef value,
                                   const dtensor::LayoutRequest &request,
                                   StringRef entry, StringRef input,
                                   DialectRegistry &registry) {
  MLIRContext context(registry);
  dtensor::OneLineDiagnostics diagnostics(&context, llvm::errs());
  OwningOpRef<ModuleOp> module = dtensor::parseSource(input, &context);
  if (!module)
    return failure();
  PassManager passes(&context);
  if (!request.isEmpty())
    passes.addPass(std::make_unique<ApplyLayoutOptions>(entry, request));
  dtensor::PartitionOptions options;
  options.explain = value.str();
  options.explanations = &llvm::outs();
  dtensor::buildPartitionPipeline(passes, options, dtensor::Stage::Propagate);
  return passes.run(*module);
}

/// What scripts rely on, as for all tools of the project.
static constexpr int kBadInput = 2;

int main(int argc, char **argv) {
  registerAllPasses();
  dtensor::registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  dtensor::registerLoweringExtensions(registry);
  dtensor::registerAllDialects(registry);

  llvm::cl::OptionCategory category("Layouts of the entry function");
  dtensor::LayoutOptions layoutOptions(category);
  dtensor::TraceOption traceOption(category);
  llvm::cl::opt<std::string> explain(
      "explain", llvm::cl::value_desc("%v"), llvm::cl::cat(category),
      llvm::cl::desc("print how the layout of a value came about, step by step "
                     "back to an annotation, and nothing else"));
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv,
      "Example: dtensor-opt program.mlir --mesh x=2 --layout arg0=x,unsharded "
      "--dtensor-partition\n",
      registry);
  if (llvm::Error error = traceOption.enable()) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return kBadInput;
  }
  llvm::Expected<dtensor::LayoutRequest> request = layoutOptions.readRequest();
  if (!request) {
    llvm::errs() << "error: " << llvm::toString(request.takeError()) << "\n";
    return kBadInput;
  }

  if (!explain.empty())
    return failed(explainLayout(explain, *request, layoutOptions.getEntry(),
                                input, registry))
               ? kBadInput
               : 0;
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // Without a program there is nothing of ours to do.
  LogicalResult result =
      config.shouldShowDialects() || config.shouldListPasses()
          ? MlirOptMain(argc, argv, input, output, registry)
          : run(config, *request, layoutOptions.getEntry(), input, output,
                registry);
  return failed(result) ? kBadInput : 0;
}
