//===- HostCode.cpp - LLVM IR for this machine ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ExecutionEngine/HostCode.h"
#include "LongIterations.h"
#include "MaskTables.h"
#include "VectorFunctions.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include <map>

using namespace mlir;

llvm::Expected<llvm::TargetMachine &>
dtensor::getHostMachine(const Processor &processor, bool optimize) {
  static const bool initialized = [] {
    // Buffers of one arena are compared at run time, and a fused loop has many.
    // LLVM's default of 8 comparisons would leave such loops scalar.
    llvm::VectorizerParams::RuntimeMemoryCheckThreshold = 128;
    return true;
  }();
  (void)initialized;
  thread_local std::map<std::pair<std::string, bool>,
                        std::unique_ptr<llvm::TargetMachine>>
      machines;
  std::unique_ptr<llvm::TargetMachine> &machine =
      machines[{processor.str(), optimize}];
  if (!machine) {
    llvm::orc::JITTargetMachineBuilder builder(processor.getTriple());
    builder.setCPU(processor.getCPU().str());
    builder.getFeatures() = llvm::SubtargetFeatures(processor.getFeatures());
    builder.setCodeGenOptLevel(optimize ? llvm::CodeGenOptLevel::Aggressive
                                        : llvm::CodeGenOptLevel::None);
    // Code can be loaded at any address. Without the small model, calls and
    // constants would take 64-bit addresses, and LLVM's fast selection of
    // instructions would leave calls to the slow one.
    builder.setRelocationModel(llvm::Reloc::PIC_);
    builder.setCodeModel(llvm::CodeModel::Small);
    // The stacks of fibers have the size that the program needs.
    builder.getOptions().EmitStackSizeSection = true;
    auto created = builder.createTargetMachine();
    if (!created)
      return created.takeError();
    machine = std::move(*created);
  }
  return *machine;
}

#ifdef DTENSOR_SANITIZE_THREAD
static constexpr bool kSanitizeThread = true;
#else
static constexpr bool kSanitizeThread = false;
#endif

static void runPasses(llvm::Module &module, llvm::TargetMachine &machine,
                      llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  // Vectorised loops are interleaved, which unrolls them enough. Unrolling
  // loops of few iterations takes most of the compile time.
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = true;
  tuning.LoopVectorization = !kSanitizeThread;
  tuning.SLPVectorization = !kSanitizeThread;
  // This skips functions that are not to be optimized.
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation optNone(/*DebugLogging=*/false);
  optNone.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &manager, llvm::OptimizationLevel) {
        manager.addPass(dtensor::LongIterations());
      });
  if (kSanitizeThread)
    builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &manager,
                                               llvm::OptimizationLevel,
                                               llvm::ThinOrFullLTOPhase) {
      manager.addPass(
          llvm::createModuleToFunctionPassAdaptor(llvm::ThreadSanitizerPass()));
    });
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  dtensor::addVectorFunctions(library, machine.getTargetTriple(),
                              *machine.getMCSubtargetInfo());
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

/// The smallest number of instructions of a block that is not optimized. Short
/// programs consist of calls too, and every microsecond of theirs counts.
static constexpr size_t kMinUnoptimized = 256;

/// Whether the function only finds its operands and passes them to others. A
/// program of many layers has thousands of such instructions. Optimizing them
/// would take most of the compile time, and gain nothing.
static bool onlyCalls(const llvm::Function &function) {
  if (function.size() != 1 || function.front().size() < kMinUnoptimized)
    return false;
  return llvm::all_of(function.front(), [](const llvm::Instruction &each) {
    return llvm::isa<llvm::CallInst, llvm::GetElementPtrInst, llvm::LoadInst,
                     llvm::ExtractValueInst, llvm::InsertValueInst,
                     llvm::ReturnInst>(each);
  });
}

llvm::Expected<std::unique_ptr<llvm::Module>>
dtensor::translateForHost(ModuleOp module, llvm::LLVMContext &context,
                          llvm::TargetMachine &machine) {
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context);
  if (!translated)
    return llvm::createStringError("required: a module of the LLVM dialect");
  hideMaskTables(*translated);
  translated->setDataLayout(machine.createDataLayout());
  translated->setTargetTriple(machine.getTargetTriple());
  for (llvm::Function &function : *translated) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    // LLVM prefers 256 bits on many processors that have 512.
    if (machine.getTargetTriple().isX86())
      function.addFnAttr("prefer-vector-width", "512");
    // A large frame must not skip the guard pages of the stack.
    function.addFnAttr("probe-stack", "inline-asm");
    if (kSanitizeThread)
      function.addFnAttr(llvm::Attribute::SanitizeThread);
    if (onlyCalls(function)) {
      function.addFnAttr(llvm::Attribute::OptimizeNone);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
  }
  return translated;
}

void dtensor::optimizeForHost(llvm::Module &module,
                              llvm::TargetMachine &machine, bool optimize) {
  // Without optimization there is nothing to do, except for the sanitizer, and
  // setting up the passes takes a while.
  if (optimize || kSanitizeThread)
    runPasses(module, machine,
              optimize ? llvm::OptimizationLevel::O3
                       : llvm::OptimizationLevel::O0);
}
