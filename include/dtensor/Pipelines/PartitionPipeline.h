//===- PartitionPipeline.h - Global view to local view ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PIPELINES_PARTITIONPIPELINE_H
#define DTENSOR_PIPELINES_PARTITIONPIPELINE_H

#include "dtensor/Pipelines/Stage.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace dtensor {
class Machine;
class SharedChoices;

struct PartitionOptions : mlir::PassPipelineOptions<PartitionOptions> {
  Option<bool> replicateUnknown{
      *this, "replicate-unknown",
      llvm::cl::desc("run ops without a rule on gathered operands, with a "
                     "warning, instead of rejecting them"),
      llvm::cl::init(false)};
  Option<std::string> explain{
      *this, "explain",
      llvm::cl::desc("print how the layout of this value came about")};
  /// Where that is printed. Never null.
  llvm::raw_ostream *explanations = &llvm::errs();
  Option<int64_t> bucketBytes{
      *this, "bucket-bytes",
      llvm::cl::desc("join small collectives of a kind up to that many bytes "
                     "(0: none)"),
      llvm::cl::init(4096)};
  Option<int64_t> regather{
      *this, "regather",
      llvm::cl::desc("gather parameters again rather than keep them, if the "
                     "peak of memory is lower by this many percent (0: always, "
                     "101: never)"),
      llvm::cl::init(25)};
  Option<bool> search{
      *this, "search",
      llvm::cl::desc("try other layouts where a plan moves many bytes"),
      llvm::cl::init(true)};
  Option<bool> gather{
      *this, "gather",
      llvm::cl::desc("let the search gather whole values on every device, even "
                     "if no annotation asks for it"),
      llvm::cl::init(false)};
  ListOption<std::string> plan{
      *this, "plan",
      llvm::cl::desc("try only these proposals for other layouts, or all but "
                     "those with a - before the name")};
  Option<std::string> machine{
      *this, "machine",
      llvm::cl::desc("a file that describes the machine on which plans of "
                     "layouts are priced (default: an abstract one on which "
                     "bytes decide)")};
  /// That machine itself, instead of a file. It must outlive the passes.
  const Machine *pricedOn = nullptr;
  /// The choices that several runs of the passes share. It must outlive them.
  SharedChoices *choices = nullptr;
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("turn a scan that a program spells out into one op, which "
                     "adds in another order"),
      llvm::cl::init(true)};
  Option<bool> frontends{
      *this, "frontends",
      llvm::cl::desc("read programs of frontends; without it, the program has "
                     "to be in upstream's dialects and others that have rules"),
      llvm::cl::init(true)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc(
          "reject relayouts that move data without being asked for by "
          "the program, and do not search"),
      llvm::cl::init(false)};
};

/// Turns a frontend's program into the dialects that can be partitioned and
/// lowered. A program that is already in these dialects is not changed. The
/// result defines the meaning of the program, and oracles start from it.
void buildFrontendPipeline(mlir::OpPassManager &manager);

/// Does the same, and recognises operations that the program writes out as
/// loops and slices. With `reassociate`, sums of floats may be computed in
/// another order than the program writes. Without `frontends`, the first part
/// is left out.
void buildImportPipeline(mlir::OpPassManager &manager, bool reassociate = true,
                         bool frontends = true);

/// Adds the part of `Stage::Propagate` that comes before any layout is decided.
void buildPreparePipeline(mlir::OpPassManager &manager,
                          const PartitionOptions &options);

/// Adds one stage, from `Stage::Import` to `Stage::Optimize`, to run after the
/// earlier ones. Every stage but import needs a module with a mesh.
void buildPartitionStage(mlir::OpPassManager &manager, Stage stage,
                         const PartitionOptions &options);

/// Takes the global view, with a mesh and annotations, to the local view, the
/// program of one device. It runs all stages up to `last`.
void buildPartitionPipeline(mlir::OpPassManager &manager,
                            const PartitionOptions &options,
                            Stage last = Stage::Optimize);

/// Registers `dtensor-partition` by this name.
void registerPartitionPipeline();

} // namespace dtensor

#endif // DTENSOR_PIPELINES_PARTITIONPIPELINE_H
