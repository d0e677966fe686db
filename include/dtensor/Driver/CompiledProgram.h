//===- CompiledProgram.h - From a module to runs of it ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_COMPILEDPROGRAM_H
#define DTENSOR_DRIVER_COMPILEDPROGRAM_H

#include "dtensor/Analysis/CommunicationReport.h"
#include "dtensor/Driver/Signature.h"
#include "dtensor/ExecutionEngine/JIT.h"
#include "dtensor/Host/Invocation.h"
#include "dtensor/Pipelines/LoweringPipeline.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "dtensor/Target/Processor.h"
#include "mlir/Pass/PassManager.h"
#include <functional>

namespace dtensor {

struct CompileOptions {
  /// Ops without a rule run on gathered operands.
  bool replicateUnknown = false;
  /// Less may be received in all by gathering what nobody asked to be whole.
  bool gather = false;
  /// A relayout that moves what nobody wrote is an error.
  bool strict = false;
  /// A value of the source whose layout's history is printed to stdout; empty
  /// for none.
  std::string explain;
  Kernels kernels = Kernels::Auto;
  /// What the code is for. To run it, this machine must have all that the
  /// processor has; and kernels are held to its level, the same for all
  /// programs of a process (see dt_limit_processor).
  Processor processor;
  /// Machine code that runs fast, not code that is made fast.
  bool optimize = true;
  /// Whether MLIR's verifier sees the module: after each pass up to the local
  /// view, and once before it becomes machine code.
  bool verify = true;
  /// Also after each pass between, which takes a quarter of the time.
  bool verifyLowering = false;
  /// Whether the sharing of buffers is checked, which takes some percent of the
  /// time; see docs/Buffers.md.
  bool verifyBuffers = false;
  /// Whether every mesh is made one device, once the program is imported, and
  /// nothing that the program spells out is computed in another order: what
  /// runs on many devices is compared with it.
  bool onOneDevice = false;
  /// Seconds that a device may wait; 0: for ever.
  double watchdog = 0;
  /// Nothing is done that is not needed for this stage or one before. Then
  /// there is no code to run, and no report before `Stage::Optimize`.
  std::optional<Stage> last;
  /// Sees the module after each stage.
  std::function<void(Stage, mlir::ModuleOp)> observer = [](Stage,
                                                           mlir::ModuleOp) {};
  /// Told each step before it is done.
  std::function<void(const llvm::Twine &)> progress = [](const llvm::Twine &) {
  };
};

/// A program for the devices of its mesh, in this process. Without a mesh it is
/// for one device.
class CompiledProgram {
public:
  /// Partitions and compiles the module of `entry`, which is changed. Errors
  /// are reported to its context.
  static mlir::FailureOr<std::unique_ptr<CompiledProgram>>
  compile(mlir::func::FuncOp entry, const CompileOptions &options);

  const Signature &getSignature() const { return signature; }
  const CommunicationReport &getCommunication() const { return communication; }
  /// See `computePeakBytes`.
  int64_t getPeakBytes() const { return peakBytes; }
  /// From the global view to machine code.
  double getCompileSeconds() const { return compileSeconds; }

  /// Runs on all devices. Errors: what the program raised.
  llvm::Error run(Invocation &invocation);

private:
  friend class ProgramCompiler;

  struct DestroyContext {
    void operator()(DtContext *context) const;
  };

  Signature signature;
  CommunicationReport communication;
  int64_t peakBytes = 0;
  double compileSeconds = 0;
  std::unique_ptr<JIT> code;
  DtProgram program = nullptr;
  std::unique_ptr<DtContext, DestroyContext> context;
};

/// Compiles one program after another. Passes collect their patterns once,
/// which takes longer than most of them need for a small program.
class ProgramCompiler {
public:
  ProgramCompiler(mlir::MLIRContext *context, CompileOptions options);
  ProgramCompiler(const ProgramCompiler &) = delete;
  ProgramCompiler &operator=(const ProgramCompiler &) = delete;

  /// As `CompiledProgram::compile`; the module is of the same context.
  mlir::FailureOr<std::unique_ptr<CompiledProgram>>
  compile(mlir::func::FuncOp entry);

private:
  /// The passes of the next stage, to be filled.
  mlir::PassManager &addStage(mlir::MLIRContext *context, Stage stage);
  mlir::LogicalResult run(Stage stage, mlir::ModuleOp module);

  CompileOptions options;
  llvm::SmallVector<std::unique_ptr<mlir::PassManager>> passesOf;
};

/// The function named `name`, or if that is empty `main`, or else the only
/// public one. An error names the candidates.
llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                             llvm::StringRef name);

/// As `findEntry`, or, if that finds none and no function takes anything, all
/// public ones: files of tests are such.
llvm::Expected<std::vector<std::string>> findEntries(mlir::ModuleOp module,
                                                     llvm::StringRef name);

/// Makes every `dtensor.mesh` one device: the same program on one device. A
/// frontend's mesh is none yet, and a `dtensor.local_map` depends on its mesh:
/// see `CompileOptions::onOneDevice`.
void shrinkMeshes(mlir::ModuleOp module);

/// Whether the devices of every mesh have a place in one process. Reports an
/// error if not.
mlir::LogicalResult checkFitsInProcess(mlir::ModuleOp module);

/// All dialects that a program may have, and what the passes need of them.
void registerProgramDialects(mlir::DialectRegistry &registry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_COMPILEDPROGRAM_H
