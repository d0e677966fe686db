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
#include "dtensor/Launch/LinkedProgram.h"
#include "dtensor/Machine/Machine.h"
#include "dtensor/Pipelines/LoweringPipeline.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "dtensor/Target/Processor.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace dtensor {

struct CompileOptions {
  /// Whether ops without a rule run on gathered operands.
  bool replicateUnknown = false;
  /// Whether values may be gathered without a request if fewer bytes are
  /// received in all.
  bool gather = false;
  /// The names of the proposals that the search tries, see ProposalNames.h.
  std::vector<std::string> proposals = {};
  /// The machine on which the search prices plans; nothing for an abstract
  /// one.
  std::optional<Machine> machine = {};
  /// Whether a relayout of a value is an error if the program does not ask for
  /// it.
  bool strict = false;
  /// The name in the source of a value whose layout's history is printed to
  /// `explanations`; empty for none.
  std::string explain;
  llvm::raw_ostream *explanations = &llvm::outs();
  Kernels kernels = Kernels::Auto;
  /// Whether arithmetic on floats may round in other ways, and take subnormal
  /// numbers for zero; see docs/Processors.md.
  bool fastMath = false;
  /// The processor that the code is for. To run the code, this machine must
  /// have all features of that processor. Kernels are limited to its level,
  /// which is the same for all programs of a process (see dt_limit_processor).
  Processor processor;
  /// Whether machine code is made to run fast rather than to compile fast.
  bool optimize = true;
  /// Whether MLIR's verifier checks the module: after each pass of the import,
  /// after each stage up to the local view, and once before machine code is
  /// made.
  bool verify = true;
  /// Whether it also checks after each other pass, which takes a third of the
  /// time.
  bool verifyEachPass = false;
  /// Whether the sharing of buffers is checked, which takes some percent of the
  /// time; see docs/Buffers.md.
  bool verifyBuffers = false;
  /// Whether the code has events, which a profile records.
  bool events = false;
  /// Whether every mesh is shrunk to one device after import, and the order of
  /// computation that the program writes is kept. The result is the reference
  /// for runs on many devices.
  bool onOneDevice = false;
  /// The number of seconds that a device may wait; 0 means no limit.
  double watchdog = 0;
  /// The folder for flight records after an error; empty for the default.
  std::string flightRecords;
  /// The processes that run the program together; null if there is only this
  /// one.
  Job *job = nullptr;
  /// The last stage to run. There is then no code to run, and no report before
  /// `Stage::Optimize`.
  std::optional<Stage> last;
  /// Called with the module after each stage.
  std::function<void(Stage, mlir::ModuleOp)> observer = [](Stage,
                                                           mlir::ModuleOp) {};
  /// Called before each step with its name.
  std::function<void(const llvm::Twine &)> progress = [](const llvm::Twine &) {
  };
};

/// A program that is compiled in this process for the devices of its mesh.
/// Without a mesh it is for one device.
class CompiledProgram {
public:
  /// Partitions and compiles the module of `entry`, which is changed. Errors
  /// are reported to its context.
  static mlir::FailureOr<std::unique_ptr<CompiledProgram>>
  compile(mlir::func::FuncOp entry, const CompileOptions &options);

  const Signature &getSignature() const {
    return linked ? linked->getSignature() : signature;
  }
  const CommunicationReport &getCommunication() const { return communication; }
  /// The bytes of arguments, results and buffers on the most loaded device, by
  /// the plan of memory. Memory that devices share counts for each of them. If
  /// the program was not compiled to the end, an estimate (`computePeakBytes`).
  int64_t getPeakBytes() const { return peakBytes; }
  /// The time from the global view to machine code.
  double getCompileSeconds() const { return compileSeconds; }

  /// Its object files, if it is not linked. One of them has the description of
  /// the program, as those of `dtensor-compile` (see ProgramInfo.h).
  HostObjects takeObjects() { return std::move(objects); }

  /// Runs the program on all devices. Errors: those that the program raised.
  llvm::Error run(Invocation &invocation) { return linked->run(invocation); }
  LinkedProgram &getLinked() { return *linked; }

private:
  friend class ProgramCompiler;

  Signature signature;
  CommunicationReport communication;
  int64_t peakBytes = 0;
  double compileSeconds = 0;
  HostObjects objects;
  std::unique_ptr<JIT> code;
  std::optional<LinkedProgram> linked;
};

/// Compiles one program after another. Passes collect their patterns only once,
/// which takes longer than most of them run on a small program.
class ProgramCompiler {
public:
  ProgramCompiler(mlir::MLIRContext *context, CompileOptions options);
  ProgramCompiler(const ProgramCompiler &) = delete;
  ProgramCompiler &operator=(const ProgramCompiler &) = delete;

  /// The same as `CompiledProgram::compile`. The module must be of the same
  /// context.
  mlir::FailureOr<std::unique_ptr<CompiledProgram>>
  compile(mlir::func::FuncOp entry);

  /// The same without linking: the program has object files and cannot run.
  mlir::FailureOr<std::unique_ptr<CompiledProgram>>
  compileObjects(mlir::func::FuncOp entry);

  /// Compiles a small program without starting a thread. Processes that are
  /// forked later need not set up the passes again.
  void warmUp();

private:
  /// Adds an empty list of passes for the next stage.
  mlir::PassManager &addStage(mlir::MLIRContext *context, Stage stage);
  mlir::LogicalResult run(Stage stage, mlir::ModuleOp module);

  mlir::MLIRContext *context;
  CompileOptions options;
  llvm::SmallVector<std::unique_ptr<mlir::PassManager>> passesOf;
};

/// The function called `name`. If `name` is empty it is `main`, or else the
/// only public function. An error names the candidates.
llvm::Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                             llvm::StringRef name);

/// The same as `findEntry`. If that finds none and no function takes arguments,
/// all public functions are returned, because files of tests have several.
llvm::Expected<std::vector<std::string>> findEntries(mlir::ModuleOp module,
                                                     llvm::StringRef name);

/// Shrinks every `dtensor.mesh` to one device, which gives the same program on
/// one device. There are two exceptions: a frontend's mesh becomes a
/// `dtensor.mesh` only by import, and the meaning of a `dtensor.local_map`
/// depends on its mesh. See `CompileOptions::onOneDevice`.
void shrinkMeshes(mlir::ModuleOp module);

/// Checks that the job, or this process if it is null, can run every mesh of a
/// program, and reports an error if not.
mlir::LogicalResult checkFitsInProcess(mlir::ModuleOp module, const Job *job);

/// Registers all dialects that a program may have, with the interfaces that the
/// passes need.
void registerProgramDialects(mlir::DialectRegistry &registry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_COMPILEDPROGRAM_H
