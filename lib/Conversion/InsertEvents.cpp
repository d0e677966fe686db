//===- InsertEvents.cpp - Events for loops, kernels and copies ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "EventCalls.h"
#include "dtensor/Analysis/LoopWork.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_MARKSOURCEOPS
#define GEN_PASS_DEF_INSERTEVENTS
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// Before fusion: which ops there are
//===----------------------------------------------------------------------===//

namespace {
struct MarkSourceOps : dtensor::impl::MarkSourceOpsBase<MarkSourceOps> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (op == getOperation())
        return;
      markSourceOp(op);
      if (isa<scf::SCFDialect>(op->getDialect()) && op->getNumRegions() > 0)
        markControlFlow(op);
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// After lowering to loops: what they read and write
//===----------------------------------------------------------------------===//

/// Loops below this, without neighbours, have no event.
static constexpr uint64_t kTinyWork = 1 << 8;

/// The bytes of a buffer; -1 if they are not known.
static int64_t getBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  if (!type.hasStaticShape())
    return -1;
  int64_t bits = isa<IndexType>(element)     ? 64
                 : isa<ComplexType>(element) ? 2 * cast<ComplexType>(element)
                                                       .getElementType()
                                                       .getIntOrFloatBitWidth()
                                             : element.getIntOrFloatBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

/// The buffers from outside that an op reads or writes. Those that are views of
/// the arena within it are small, and stay in the cache.
static void addBuffers(Operation *root, llvm::SetVector<Value> &buffers) {
  root->walk([&](Operation *op) {
    if (isa<memref::ViewOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()) &&
          !root->isAncestor(operand.getParentBlock()->getParentOp()))
        buffers.insert(operand);
  });
}

//===----------------------------------------------------------------------===//
// The events of a function
//===----------------------------------------------------------------------===//

namespace {
/// Puts events around the ops of a function.
class EventInserter {
public:
  EventInserter(func::FuncOp function, EventCalls &events)
      : device(function.getArgument(0)), events(events) {}

  void visit(Region &region) {
    for (Block &block : llvm::make_early_inc_range(region))
      visit(block);
  }

private:
  void visit(Block &block);
  void enclose(Operation *op, DtEventKind kind, int64_t bytes);
  /// Adds an op to the ones that share the next event.
  void add(Operation *op, uint64_t work);
  /// Makes an event of those that were added.
  void flush();

  Value device;
  EventCalls &events;
  SmallVector<Operation *> group;
  uint64_t groupWork = 0;
};
} // namespace

static StringRef getCallee(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  return call ? call.getCallee().value_or("") : "";
}

static bool isKernel(Operation *op) {
  StringRef callee = getCallee(op);
  return callee == "dt_contract" || callee == "dt_lapack" ||
         callee == "dt_custom_call";
}

static bool contains(Operation *op, llvm::function_ref<bool(Operation *)> is) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && is(inner) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasOwnEvents(Operation *op) {
  return contains(op, [](Operation *inner) {
    return isKernel(inner) || EventCalls::isBegin(inner);
  });
}

static bool isLoop(Operation *op) { return isa<LoopLikeOpInterface>(op); }

/// Whether events within an op say more than one event for all of it.
static bool isDivided(Operation *op) {
  if (hasOwnEvents(op))
    return true;
  if (!isControlFlow(op) || !contains(op, [](Operation *inner) {
        return isLoop(inner) || isa<memref::CopyOp>(inner);
      }))
    return false;
  return getWork(op) / std::max<uint64_t>(getTrips(op), 1) >= kLongWork;
}

/// The ops of the source that loops and copies compute.
static SmallVector<SourceOp> getSourceOps(Operation *root) {
  SmallVector<SourceOp> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root || isLoop(op) || isa<memref::CopyOp>(op))
      addSourceOps(op->getLoc(), ops);
  });
  return ops;
}

void EventInserter::enclose(Operation *op, DtEventKind kind, int64_t bytes) {
  EventCalls::Event event{kind, bytes, {}, ""};
  addSourceOps(op->getLoc(), event.ops);
  events.enclose(op, op, device, event);
}

void EventInserter::add(Operation *op, uint64_t work) {
  group.push_back(op);
  groupWork = llvm::SaturatingAdd(groupWork, work);
  if (groupWork >= kLongWork)
    flush();
}

void EventInserter::flush() {
  if (groupWork >= kTinyWork) {
    bool copies = llvm::all_of(group, llvm::IsaPred<memref::CopyOp>);
    EventCalls::Event event{copies ? DT_COPY_EVENT : DT_LOOPS_EVENT, 0, {}, ""};
    llvm::SetVector<Value> buffers;
    for (Operation *op : group) {
      for (SourceOp &source : getSourceOps(op))
        if (!llvm::is_contained(event.ops, source))
          event.ops.push_back(std::move(source));
      addBuffers(op, buffers);
    }
    for (Value buffer : buffers) {
      int64_t bytes = getBytes(buffer);
      event.bytes = bytes < 0 || event.bytes < 0 ? -1 : event.bytes + bytes;
    }
    events.enclose(group.front(), group.back(), device, event);
  }
  group.clear();
  groupWork = 0;
}

void EventInserter::visit(Block &block) {
  // Collectives have events already.
  bool isInEvent = false;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (EventCalls::isBegin(&op) || EventCalls::isEnd(&op)) {
      flush();
      isInEvent = EventCalls::isBegin(&op);
    } else if (isInEvent) {
      continue;
    } else if (isKernel(&op)) {
      flush();
      enclose(&op, DT_KERNEL_EVENT, -1);
    } else if (op.getNumRegions() > 0 && isDivided(&op)) {
      flush();
      for (Region &region : op.getRegions())
        visit(region);
      enclose(&op, DT_CONTROL_EVENT, -1);
    } else if (isLoop(&op) || isa<memref::CopyOp>(op) ||
               (op.getNumRegions() > 0 && contains(&op, isLoop))) {
      add(&op, getWork(&op));
    }
  }
  flush();
}

namespace {
struct InsertEvents : dtensor::impl::InsertEventsBase<InsertEvents> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    EventCalls events(getOperation(), runtime);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      if (function.getNumArguments() == 0 ||
          function.getArgument(0).getType() != runtime.getPointerType()) {
        function.emitOpError("required: the device's handle as the first "
                             "argument, which convert-comm-to-runtime adds");
        return signalPassFailure();
      }
      EventInserter(function, events).visit(function.getBody());
    }
  }
};
} // namespace
