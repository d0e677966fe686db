//===- BypassCaches.cpp - Large results go around the caches --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamCopy.h"
#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "dtensor/Dialect/Comm/IR/SharedMemory.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace dtensor {
#define GEN_PASS_DEF_BYPASSCACHES
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// From this size on, a program that reads the result next is not slower, even
/// where the last-level cache could hold all of it.
static constexpr int64_t kLeastResultBytes = 32 << 20;
/// A chunk is computed in the first-level cache. A shorter one fills too few
/// whole lines.
static constexpr int64_t kMostChunkBytes = 4096, kLeastChunkBytes = 512;

static int64_t getBytes(MemRefType type) {
  return type.getNumElements() * type.getElementTypeBitWidth() / 8;
}

/// Finds the operands by which ops write the result, through views of it, one
/// of each op.
/// Returns false if the program also reads the result.
static bool findWrites(Value result, SmallVectorImpl<OpOperand *> &writes) {
  for (OpOperand &use : result.getUses()) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<ViewLikeOpInterface>(user)) {
      if (!findWrites(view->getResult(0), writes))
        return false;
      continue;
    }
    auto copy = dyn_cast<memref::CopyOp>(user);
    // Bufferization leaves copies of buffers to themselves.
    if (copy && copy.getSource() == copy.getTarget())
      continue;
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (!effects)
      return false;
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffectsOnValue(use.get(), instances);
    if (!llvm::all_of(instances, [](const auto &instance) {
          return isa<MemoryEffects::Write>(instance.getEffect());
        }))
      return false;
    if (llvm::none_of(writes, [&](OpOperand *other) {
          return other->getOwner() == user;
        }))
      writes.push_back(&use);
  }
  return true;
}

/// Whether the buffer is contiguous along `axis`, and dense in all axes behind.
static bool isDenseFrom(MemRefType type, unsigned axis) {
  SmallVector<int64_t> strides;
  int64_t offset, dense = 1;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (unsigned i = type.getRank(); i-- > axis;) {
    if (strides[i] != dense)
      return false;
    dense *= type.getDimSize(i);
  }
  return true;
}

namespace {

/// A part of a buffer that is contiguous: `size` positions of `axis`, and all
/// of the axes behind it.
struct Chunk {
  unsigned axis;
  int64_t size, leastSize;
};

/// Computes an op that writes a result chunk by chunk, each in memory of its
/// own that is then copied to the result.
class ChunkedWrite {
public:
  explicit ChunkedWrite(OpOperand &write)
      : op(write.getOwner()), operand(write.getOperandNumber()),
        dest(write.get()), type(cast<MemRefType>(dest.getType())), rewriter(op),
        loc(op->getLoc()) {}

  /// Returns whether it replaced the op.
  bool run();

private:
  bool isSupported();
  std::optional<Chunk> chooseChunk();
  void forChunks(const Chunk &chunk);
  void createChunk(const Chunk &chunk, OpFoldResult offset, int64_t size);
  Value compute(linalg::LinalgOp op);
  scf::ForOp enterLoop(int64_t end, int64_t step);
  Value getBox(Value buffer, const Chunk &chunk);
  SmallVector<int64_t> getShape();
  Value flatten(Value buffer);

  Operation *op;
  unsigned operand;
  Value dest;
  MemRefType type;
  IRRewriter rewriter;
  Location loc;
  /// The chunk that is computed at present.
  SmallVector<OpFoldResult> offsets, sizes;
};

} // namespace

/// Whether an op computes all elements of `init` in their order, and takes what
/// it reads along the last axis in this order as well.
static bool writesInOrder(linalg::LinalgOp op, OpOperand &init) {
  if (op.getNumParallelLoops() != op.getNumLoops() || !isTilable(op) ||
      op->hasAttr(kKernelAttr) || op.payloadUsesValueFromOperand(&init) ||
      !op.getMatchingIndexingMap(&init).isIdentity())
    return false;
  unsigned last = op.getNumLoops() - 1;
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::all_of(llvm::enumerate(map.getResults()), [&](auto axis) {
      return !axis.value().isFunctionOfDim(last) ||
             (axis.index() + 1 == map.getNumResults() &&
              isa<AffineDimExpr>(axis.value()));
    });
  });
}

bool ChunkedWrite::isSupported() {
  if (!type.hasStaticShape() || type.getRank() == 0 ||
      type.getNumElements() == 0 || !canStream(type.getElementType()))
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureBufferSemantics() &&
           writesInOrder(structured, op->getOpOperand(operand));
  return isa<memref::CopyOp>(op);
}

std::optional<Chunk> ChunkedWrite::chooseChunk() {
  // The bytes of one position of `axis`.
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  unsigned axis = type.getRank() - 1;
  for (; axis > 0 && bytes * type.getDimSize(axis) <= kMostChunkBytes; --axis)
    bytes *= type.getDimSize(axis);
  Chunk chunk{axis, std::min(type.getDimSize(axis), kMostChunkBytes / bytes),
              (kLeastChunkBytes + bytes - 1) / bytes};
  auto isDense = [&](Value buffer) {
    return isDenseFrom(cast<MemRefType>(buffer.getType()), axis);
  };
  auto copy = dyn_cast<memref::CopyOp>(op);
  if (chunk.size < chunk.leastSize || !isDense(dest) ||
      (copy && !isDense(copy.getSource())))
    return std::nullopt;
  return chunk;
}

/// Creates a loop from zero, and makes its body the place of what follows.
scf::ForOp ChunkedWrite::enterLoop(int64_t end, int64_t step) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  auto loop =
      scf::ForOp::create(rewriter, loc, index(0), index(end), index(step));
  loop->setAttr(kParallelAttr, rewriter.getUnitAttr());
  rewriter.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// The present chunk of a buffer, without the axes of which it has one position
/// only. These are not dense, and would hide that the others are.
Value ChunkedWrite::getBox(Value buffer, const Chunk &chunk) {
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<int64_t> shape = getShape();
  MemRefType box = memref::SubViewOp::inferRankReducedResultType(
      ArrayRef(shape).drop_front(chunk.axis),
      cast<MemRefType>(buffer.getType()), offsets, sizes, strides);
  return memref::SubViewOp::create(rewriter, loc, box, buffer, offsets, sizes,
                                   strides);
}

SmallVector<int64_t> ChunkedWrite::getShape() {
  return llvm::map_to_vector(
      sizes, [](OpFoldResult size) { return *getConstantIntValue(size); });
}

/// A dense buffer as one axis.
Value ChunkedWrite::flatten(Value buffer) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  if (rank == 1)
    return buffer;
  ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(rank));
  return memref::CollapseShapeOp::create(rewriter, loc, buffer,
                                         ArrayRef<ReassociationIndices>{all});
}

/// Computes the present chunk in memory of its own.
Value ChunkedWrite::compute(linalg::LinalgOp op) {
  FailureOr<TilingResult> tiled =
      cast<TilingInterface>(op.getOperation())
          .getTiledImplementation(rewriter, offsets, sizes);
  assert(succeeded(tiled) && tiled->tiledOps.size() == 1 &&
         "an elementwise op has a part for each box");
  Operation *part = tiled->tiledOps.front();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(part);
  auto memory = memref::AllocOp::create(
      rewriter, loc, MemRefType::get(getShape(), type.getElementType()),
      rewriter.getI64IntegerAttr(64));
  Operation *view = part->getOperand(operand).getDefiningOp();
  part->setOperand(operand, memory);
  if (view && view->use_empty())
    rewriter.eraseOp(view);
  return memory;
}

void ChunkedWrite::createChunk(const Chunk &chunk, OpFoldResult offset,
                               int64_t size) {
  offsets[chunk.axis] = offset;
  sizes[chunk.axis] = rewriter.getIndexAttr(size);
  auto copy = dyn_cast<memref::CopyOp>(op);
  Value source = copy ? getBox(copy.getSource(), chunk)
                      : compute(cast<linalg::LinalgOp>(op));
  createStreamCopy(rewriter, loc, flatten(source),
                   flatten(getBox(dest, chunk)));
}

/// Makes loops over the chunks.
void ChunkedWrite::forChunks(const Chunk &chunk) {
  for (unsigned axis = 0; axis < chunk.axis; ++axis) {
    sizes[axis] = rewriter.getIndexAttr(1);
    if (int64_t extent = type.getDimSize(axis); extent > 1)
      offsets[axis] = enterLoop(extent, 1).getInductionVar();
  }
  int64_t extent = type.getDimSize(chunk.axis), rest = extent % chunk.size;
  // A short rest belongs to the chunk in front of it.
  if (rest > 0 && rest < chunk.leastSize)
    rest += chunk.size;
  if (int64_t whole = extent - rest; whole == chunk.size) {
    createChunk(chunk, rewriter.getIndexAttr(0), chunk.size);
  } else if (whole > 0) {
    OpBuilder::InsertionGuard guard(rewriter);
    createChunk(chunk, enterLoop(whole, chunk.size).getInductionVar(),
                chunk.size);
  }
  if (rest > 0)
    createChunk(chunk, rewriter.getIndexAttr(extent - rest), rest);
}

bool ChunkedWrite::run() {
  std::optional<Chunk> chunk;
  if (!isSupported() || !(chunk = chooseChunk()))
    return false;
  offsets.assign(type.getRank(), rewriter.getIndexAttr(0));
  sizes = getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
  forChunks(*chunk);
  rewriter.eraseOp(op);
  return true;
}

namespace {

struct BypassCaches : dtensor::impl::BypassCachesBase<BypassCaches> {
  using BypassCachesBase::BypassCachesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    bool hasStreams = false;
    for (BlockArgument argument : function.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      SmallVector<OpOperand *> writes;
      if (!function.getArgAttr(argument.getArgNumber(), kResultAttr) || !type ||
          !type.hasStaticShape() || !canStream(type.getElementType()) ||
          getBytes(type) < kLeastResultBytes || !findWrites(argument, writes))
        continue;
      for (OpOperand *write : writes)
        hasStreams |= ChunkedWrite(*write).run();
    }
    if (!hasStreams)
      return;
    // The host, and threads that it asks, read the results after the return.
    function.walk([](func::ReturnOp end) {
      OpBuilder builder(end);
      LLVM::FenceOp::create(builder, end.getLoc(),
                            LLVM::AtomicOrdering::seq_cst);
    });
  }
};

} // namespace
