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
      llvm::cl::desc("try other layouts where a plan moves much"),
      llvm::cl::init(true)};
  Option<bool> gather{
      *this, "gather",
      llvm::cl::desc("among them such that have whole on every device what "
                     "nobody asked to be"),
      llvm::cl::init(false)};
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("compute scans that a program spells out, whose sums are "
                     "then in another order"),
      llvm::cl::init(true)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("reject relayouts that move what nobody wrote; no other "
                     "layouts are tried"),
      llvm::cl::init(false)};
};

/// Turns a frontend's program into one of the dialects that can be partitioned
/// and lowered; leaves alone what is one already. What it says is what the
/// program means: oracles start from here.
void buildFrontendPipeline(mlir::OpPassManager &manager);

/// The same, and finds again what programs spell out as loops and slices.
/// `reassociate` allows that sums of floats are in another order than these.
void buildImportPipeline(mlir::OpPassManager &manager, bool reassociate = true);

/// One stage, behind those before it: from `Stage::Import` to
/// `Stage::Optimize`. All but import need a module with a mesh.
void buildPartitionStage(mlir::OpPassManager &manager, Stage stage,
                         const PartitionOptions &options);

/// The global view, with a mesh and annotations, to the local view: what one
/// device runs. These are all stages up to `last`.
void buildPartitionPipeline(mlir::OpPassManager &manager,
                            const PartitionOptions &options,
                            Stage last = Stage::Optimize);

/// Registers `dtensor-partition` by this name.
void registerPartitionPipeline();

} // namespace dtensor

#endif // DTENSOR_PIPELINES_PARTITIONPIPELINE_H
