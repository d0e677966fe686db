//===- PlanMemory.cpp - Every buffer has its place ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/Comm/IR/MemoryPlan.h"
#include "dtensor/Layout/Intervals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {
#define GEN_PASS_DEF_PLANMEMORY
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

constexpr int64_t kAlignment = 64;

/// A buffer with the time in which it is needed, as positions of ops.
struct Buffer {
  memref::AllocOp alloc;
  int64_t first, last;
  int64_t bytes;
  int64_t offset = 0;
};

/// The positions of ops in program order, and for each op the position of the
/// last one within it.
class ProgramOrder {
public:
  explicit ProgramOrder(Operation *root) { number(root); }
  int64_t getFirst(Operation *op) const { return get(first, op); }
  int64_t getLast(Operation *op) const { return get(last, op); }

private:
  using Positions = llvm::DenseMap<Operation *, int64_t>;

  static int64_t get(const Positions &positions, Operation *op) {
    assert(positions.contains(op) && "an op of another function");
    return positions.lookup(op);
  }

  void number(Operation *op) {
    first[op] = next++;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        number(&inner);
    last[op] = next - 1;
  }

  int64_t next = 0;
  Positions first, last;
};

struct PlanMemory : dtensor::impl::PlanMemoryBase<PlanMemory> {
  using PlanMemoryBase::PlanMemoryBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    // Devices share memory along some mesh dimensions. There is an arena for
    // each set of these, and one, under the null attribute, that each device
    // has for itself.
    llvm::MapVector<Attribute, std::vector<Buffer>> arenas;
    ProgramOrder order(function);
    BufferViewFlowAnalysis flow(function);
    int64_t bytes = 0;
    function.walk([&](memref::AllocOp alloc) {
      if (alloc->hasAttr(kArenaAttr))
        return;
      if (std::optional<Buffer> buffer = getBuffer(alloc, order, flow))
        arenas[alloc->getAttr(kSharedAttr)].push_back(*buffer);
      else
        bytes += getMaxBytes(alloc).value_or(0);
    });
    for (auto &[shared, buffers] : arenas)
      bytes += assign(shared, buffers);
    function->setAttr(kMemoryBytesAttr,
                      Builder(function).getI64IntegerAttr(bytes));
  }

  /// The lifetime and size of a buffer. Nothing if it has no bound, or if it
  /// outlives an iteration of the loop that allocates it in each iteration.
  std::optional<Buffer> getBuffer(memref::AllocOp alloc,
                                  const ProgramOrder &order,
                                  BufferViewFlowAnalysis &flow) {
    std::optional<int64_t> bytes = getMaxBytes(alloc);
    if (!bytes || outlivesIteration(alloc, flow))
      return std::nullopt;
    Buffer buffer{
        alloc, order.getFirst(alloc), order.getFirst(alloc),
        int64_t(llvm::alignTo(std::max<int64_t>(*bytes, 1), kAlignment))};
    for (Value alias : flow.resolve(alloc.getResult())) {
      Region *region = alias.getParentRegion();
      if (auto argument = dyn_cast<BlockArgument>(alias))
        buffer.last = std::max(
            buffer.last, order.getLast(argument.getOwner()->getParentOp()));
      for (Operation *user : alias.getUsers())
        if (Operation *ancestor = region->findAncestorOpInRegion(*user))
          buffer.last = std::max(buffer.last, order.getLast(ancestor));
    }
    return buffer;
  }

  /// Assigns places by first fit, large buffers first. Returns the size of the
  /// arena.
  int64_t assign(Attribute shared, std::vector<Buffer> &buffers) {
    std::vector<Buffer *> bySize;
    for (Buffer &buffer : buffers)
      bySize.push_back(&buffer);
    llvm::sort(bySize, [](const Buffer *a, const Buffer *b) {
      return std::make_pair(-a->bytes, a->first) <
             std::make_pair(-b->bytes, b->first);
    });
    int64_t total = 0;
    Intervals<const Buffer *> times;
    for (Buffer *buffer : bySize) {
      SmallVector<std::pair<int64_t, int64_t>> taken;
      times.forEachOverlapping(
          buffer->first, buffer->last + 1, [&](const Buffer *other) {
            taken.push_back({other->offset, other->offset + other->bytes});
          });
      llvm::sort(taken);
      for (auto [begin, end] : taken)
        if (buffer->offset + buffer->bytes > begin)
          buffer->offset = std::max(buffer->offset, end);
      assert(llvm::none_of(taken,
                           [&](std::pair<int64_t, int64_t> other) {
                             return other.first <
                                        buffer->offset + buffer->bytes &&
                                    buffer->offset < other.second;
                           }) &&
             "two buffers lie over each other at one time");
      total = std::max(total, buffer->offset + buffer->bytes);
      times.insert(buffer->first, buffer->last + 1, buffer);
    }
    Value arena = createArena(shared, total);
    for (Buffer &buffer : buffers) {
      OpBuilder builder(buffer.alloc);
      Location loc = buffer.alloc.getLoc();
      Value offset =
          arith::ConstantIndexOp::create(builder, loc, buffer.offset);
      Value view =
          memref::ViewOp::create(builder, loc, buffer.alloc.getType(), arena,
                                 offset, buffer.alloc.getDynamicSizes());
      for (Operation *user :
           llvm::make_early_inc_range(buffer.alloc->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      buffer.alloc.getResult().replaceAllUsesWith(view);
      buffer.alloc.erase();
    }
    return total;
  }

  Value createArena(Attribute shared, int64_t bytes) {
    func::FuncOp function = getOperation();
    auto builder = OpBuilder::atBlockBegin(&function.getBody().front());
    auto arena =
        memref::AllocOp::create(builder, function.getLoc(),
                                MemRefType::get({bytes}, builder.getI8Type()),
                                builder.getI64IntegerAttr(kAlignment));
    arena->setAttr(kArenaAttr, builder.getUnitAttr());
    if (shared)
      arena->setAttr(kSharedAttr, shared);
    return arena;
  }
};

} // namespace
