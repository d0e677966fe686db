//===- ContentsInterpreter.h - Programs on contents -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_CONTENTSINTERPRETER_H
#define DTENSOR_LIB_CODEGEN_MEMORY_CONTENTSINTERPRETER_H

#include "BufferContents.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {

/// The places of a tensor; there are several behind branches.
using Places = llvm::SmallVector<Place, 1>;

/// Executes a function on contents rather than numbers. It goes forward in the
/// order of the program, takes each path of a branch, and runs loops for an
/// arbitrary iteration.
class ContentsInterpreter {
public:
  ContentsInterpreter(
      const mlir::bufferization::OneShotAnalysisState &decisions,
      bool assumeInPlace)
      : decisions(decisions), assumeInPlace(assumeInPlace) {}

  mlir::LogicalResult run(mlir::Block &block);

private:
  mlir::LogicalResult run(mlir::Operation *op);
  mlir::LogicalResult run(mlir::scf::IfOp op);
  mlir::LogicalResult run(mlir::scf::ForOp op);
  mlir::LogicalResult run(mlir::scf::WhileOp op);
  mlir::LogicalResult run(mlir::tensor::InsertSliceOp op);
  mlir::LogicalResult run(mlir::bufferization::MaterializeInDestinationOp op);
  mlir::LogicalResult run(mlir::linalg::CopyOp op);
  mlir::LogicalResult runBufferizable(mlir::Operation *op);

  /// Runs a loop of any kind. The arguments are the places of `inits`, those of
  /// the arguments of its first block in all iterations, and a function that
  /// runs its body once.
  mlir::LogicalResult
  runLoop(mlir::Operation *loop, llvm::MutableArrayRef<mlir::OpOperand> inits,
          mlir::Block &head,
          llvm::function_ref<mlir::LogicalResult()> runIteration,
          llvm::function_ref<mlir::OperandRange()> getYielded);

  Places makeBuffer(mlir::Operation *writer);
  BufferId makeBuffer(ContentId content);
  ContentId makeContent(mlir::Operation *writer);
  BufferId getBufferOf(mlir::Value memref);
  Places write(llvm::ArrayRef<Place> places, mlir::Operation *writer);
  /// Records that the contents of a part of a buffer are no longer known.
  void forget(BufferId buffer, const ViewPath &path, mlir::Operation *writer);
  /// A buffer that is one of those of `places`, though it is not known which.
  BufferId makeOneOf(llvm::ArrayRef<Places> places, mlir::Operation *writer);
  Places takeOperand(mlir::OpOperand &operand);

  mlir::LogicalResult check(mlir::Operation *reader, mlir::Value value,
                            const ViewPath *except = nullptr);

  bool isInPlace(mlir::OpOperand &operand) const {
    return assumeInPlace || decisions.isInPlace(operand);
  }

  const mlir::bufferization::OneShotAnalysisState &decisions;
  bool assumeInPlace;
  llvm::DenseMap<mlir::Value, Places> placesOf;
  llvm::DenseMap<mlir::Value, BufferId> bufferOf;
  std::vector<BufferContents> contents;
  /// For each buffer, the buffers that it may be the same as.
  std::vector<llvm::SmallVector<BufferId, 0>> mayBe;
  /// The writer of each content; null for contents that are there at the start.
  std::vector<mlir::Operation *> writers = {nullptr};
  std::vector<std::pair<BufferId, ViewPath>> written;
  /// False while a loop is run only to find its writes.
  bool reports = true;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_CONTENTSINTERPRETER_H
