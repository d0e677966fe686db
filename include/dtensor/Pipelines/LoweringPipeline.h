//===- LoweringPipeline.h - Local view to LLVM --------------------*- C++
//-*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PIPELINES_LOWERINGPIPELINE_H
#define DTENSOR_PIPELINES_LOWERINGPIPELINE_H

#include "dtensor/Pipelines/Stage.h"
#include "dtensor/Target/Processor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace dtensor {

/// The contractions that call the kernel library: those for which that is
/// faster, or none.
enum class Kernels { Auto, Generated };

/// Accepts the texts that `Processor::parse` accepts.
struct ProcessorNameParser : llvm::cl::parser<std::string> {
  using parser::parser;
  /// Returns true if parsing fails.
  bool parse(llvm::cl::Option &option, llvm::StringRef argument,
             llvm::StringRef text, std::string &name);
};

struct LoweringOptions : mlir::PassPipelineOptions<LoweringOptions> {
  Option<Kernels> kernels{
      *this, "kernels", llvm::cl::desc("what computes contractions"),
      llvm::cl::init(Kernels::Auto),
      llvm::cl::values(
          clEnumValN(Kernels::Auto, "auto", "the kernel library where it can"),
          clEnumValN(Kernels::Generated, "generated", "generated code"))};
  /// The default is not this machine's processor, so that the IR is the same on
  /// every machine.
  Option<std::string, ProcessorNameParser> processor{
      *this, "mcpu",
      llvm::cl::desc("the processor to generate code for: native, or a name "
                     "that LLVM knows, of another machine with its triple: "
                     "neoverse-n1@aarch64-linux-gnu"),
      llvm::cl::init("x86-64-v4@x86_64-linux-gnu")};
  Option<bool> verifyBuffers{
      *this, "verify-buffers",
      llvm::cl::desc("check that no tensor is lost before it is read, and no "
                     "buffer of an arena while it is needed"),
      llvm::cl::init(true)};
  Option<bool> fastMath{
      *this, "fast-math",
      llvm::cl::desc("let arithmetic on floats round in other ways, and take "
                     "subnormal numbers for zero"),
      llvm::cl::init(false)};
  /// Many small collectives take longer than a few large ones where devices
  /// exchange messages.
  Option<bool> fuseCollectives{
      *this, "fuse-collectives",
      llvm::cl::desc(
          "compute some rows at a time where rows stay in the cache "
          "across collectives, and divide work on replicated values"),
      llvm::cl::init(true)};
  Option<int64_t> cores{
      *this, "cores",
      llvm::cl::desc("number of cores that run the devices, which share the "
                     "caches of the cores; 0: each device has its own"),
      llvm::cl::init(0)};
  Option<bool> events{
      *this, "events",
      llvm::cl::desc("tell the runtime where loops, kernels and collectives "
                     "begin and end, for a profile"),
      llvm::cl::init(false)};
};

/// Adds the pass that has to come first if code is to have events: ops that
/// replace others then have the names of these.
void buildSourceMarks(mlir::OpPassManager &manager);

/// Adds `Stage::Bufferize` or `Stage::LLVM`, to run after the earlier stages.
void buildLoweringStage(mlir::OpPassManager &manager, Stage stage,
                        const LoweringOptions &options);

/// Lowers the local view from tensors to buffers: inlining, fusion, the choice
/// of kernels, bufferization and the memory plan. The result has loops, kernels
/// and `comm` operations on memrefs.
void buildCodegenPipeline(mlir::OpPassManager &manager,
                          const LoweringOptions &options);

/// Lowers the local view from tensors to the LLVM dialect, by both stages.
/// Every public function `f` gets an `f__entry`, which is a DtProgram.
void buildLowerToLLVMPipeline(mlir::OpPassManager &manager,
                              const LoweringOptions &options);

/// Registers `dtensor-codegen` and `dtensor-to-llvm` by these names.
void registerLoweringPipelines();

/// Registers the extensions that these pipelines need besides the dialects of
/// the program: external models of interfaces, and upstream's extensions.
void registerLoweringExtensions(mlir::DialectRegistry &registry);

} // namespace dtensor

#endif // DTENSOR_PIPELINES_LOWERINGPIPELINE_H
