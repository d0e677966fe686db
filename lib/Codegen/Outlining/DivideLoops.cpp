//===- DivideLoops.cpp - Long loops on all cores of a device --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRange.h"
#include "IndependentLoops.h"
#include "LoopFunctions.h"
#include "dtensor/Analysis/LoopWork.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "dtensor/Dialect/Comm/IR/LoopDivision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_DIVIDELOOPS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct DivideLoops : dtensor::impl::DivideLoopsBase<DivideLoops> {
  using DivideLoopsBase::DivideLoopsBase;

  void runOnOperation() override;
};

/// Makes calls of the runtime of the calls of loops' functions.
class PartCalls {
public:
  explicit PartCalls(LoopFunctions &functions)
      : functions(functions), builder(&functions.getConverter().getContext()),
        pointer(LLVM::LLVMPointerType::get(builder.getContext())) {}

  /// Replaces a call whose last arguments are the bounds of a loop of `step`.
  /// The argument for `space`, if there is one, becomes memory of each part.
  void divide(func::CallOp call, int64_t step, Value device,
              memref::AllocaOp space);

private:
  func::FuncOp createFunction(const Twine &name, TypeRange arguments,
                              func::FuncOp part);
  func::FuncOp createRange(func::FuncOp part);
  func::FuncOp createDivision(func::FuncOp part, int64_t step);
  Value getField(Value record, int32_t field);
  Value convert(Type type, Value value) {
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  }

  LoopFunctions &functions;
  OpBuilder builder;
  Type pointer;
  Location loc = builder.getUnknownLoc();
  /// Of the current part: the arguments that are neither bounds nor its own
  /// space, as a record; and the position and size of the space.
  SmallVector<Type> passed;
  LLVM::LLVMStructType record;
  std::optional<unsigned> spaceArgument;
  int64_t spaceBytes = 0;
  LLVM::LLVMFuncOp runtime;
  llvm::DenseMap<Operation *, func::FuncOp> divisions;
};

} // namespace

//===----------------------------------------------------------------------===//
// The choice of loops
//===----------------------------------------------------------------------===//

/// A loop with fewer iterations is not divided if a loop in it has more.
static constexpr uint64_t kManyTrips = 16;

/// The largest space on the stack for buffers of an iteration.
static constexpr int64_t kMostSpace = 1 << 18;

namespace {
/// The space that the buffers of an iteration take on the stack of a thread.
class OwnSpace {
public:
  /// Finds the buffers: views of the arena. Returns false if they cannot be
  /// elsewhere.
  bool collect(scf::ForOp loop);

  /// Places the buffers in a new space in front of the loop. Null if there are
  /// none.
  memref::AllocaOp place(scf::ForOp loop);

private:
  SmallVector<std::pair<int64_t, memref::ViewOp>> views;
  /// Ranges of the arena, in order, with their places in the space.
  struct Range {
    int64_t begin, end, place;
  };
  SmallVector<Range> ranges;
  int64_t bytes = 0;
};
} // namespace

bool OwnSpace::collect(scf::ForOp loop) {
  constexpr int64_t kAlignment = 64;
  Value arena;
  bool isKnown = true;
  loop->walk([&](memref::ViewOp view) {
    std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
    isKnown &= shift && view.getType().hasStaticShape() &&
               (!arena || arena == view.getSource()) &&
               loop.isDefinedOutsideOfLoop(view.getSource());
    arena = view.getSource();
    if (isKnown)
      views.push_back({*shift, view});
  });
  if (!isKnown)
    return false;
  llvm::sort(views, llvm::less_first());
  for (auto [shift, view] : views) {
    BufferRange range = getBufferRange(view);
    int64_t end = shift + (range.end - range.begin);
    if (ranges.empty() || shift >= ranges.back().end) {
      bytes = llvm::alignTo(bytes, kAlignment) + shift % kAlignment;
      ranges.push_back({shift, end, bytes});
    }
    ranges.back().end = std::max(ranges.back().end, end);
    bytes = ranges.back().place + ranges.back().end - ranges.back().begin;
  }
  return bytes <= kMostSpace;
}

memref::AllocaOp OwnSpace::place(scf::ForOp loop) {
  if (views.empty())
    return nullptr;
  OpBuilder builder(loop);
  auto space = memref::AllocaOp::create(
      builder, loop.getLoc(), MemRefType::get({bytes}, builder.getI8Type()));
  for (auto [shift, view] : views) {
    const Range &range = *llvm::find_if(
        ranges, [&](const Range &each) { return shift < each.end; });
    builder.setInsertionPoint(view);
    view.getSourceMutable().assign(space);
    view.getByteShiftMutable().assign(arith::ConstantIndexOp::create(
        builder, view.getLoc(), range.place + shift - range.begin));
  }
  return space;
}

/// Whether several threads may run parts of the loop. The runtime serves a
/// device on its own thread.
static bool mayDivide(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return loop->getNumResults() == 0 &&
         loop.getInductionVar().getType().isIndex() && step && *step > 0 &&
         !loop->walk([](Operation *op) {
                return isa<CallOpInterface, LLVM::AllocaOp>(op) ||
                               hasEffect<MemoryEffects::Allocate>(op) ||
                               hasEffect<MemoryEffects::Free>(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted() &&
         OwnSpace().collect(loop) &&
         (loop->hasAttr(kParallelAttr) || hasIndependentIterations(loop));
}

/// The loop in `loop`, or the loop itself, that is divided; null if none is
/// worth it.
static scf::ForOp chooseLoop(scf::ForOp loop, uint64_t minWork) {
  if (getWork(loop) < minWork || !mayDivide(loop))
    return nullptr;
  scf::ForOp best = loop;
  if (getTrips(loop) < kManyTrips)
    for (auto inner : loop.getBody()->getOps<scf::ForOp>())
      if (scf::ForOp other = chooseLoop(inner, minWork);
          other && getTrips(other) > getTrips(best))
        best = other;
  return getTrips(best) > 1 ? best : nullptr;
}

static void collectLoops(Region &region, uint64_t minWork,
                         SmallVectorImpl<scf::ForOp> &loops) {
  for (Operation &op : region.getOps()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (scf::ForOp chosen = loop ? chooseLoop(loop, minWork) : nullptr) {
      loops.push_back(chosen);
      continue;
    }
    for (Region &inner : op.getRegions())
      collectLoops(inner, minWork, loops);
  }
}

//===----------------------------------------------------------------------===//
// Calls of the runtime
//===----------------------------------------------------------------------===//

/// Creates a private function next to `part`, whose body comes next.
func::FuncOp PartCalls::createFunction(const Twine &name, TypeRange arguments,
                                       func::FuncOp part) {
  OpBuilder detached(builder.getContext());
  auto function = func::FuncOp::create(detached, loc, name.str(),
                                       builder.getFunctionType(arguments, {}));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  functions.getSymbols().insert(function, std::next(part->getIterator()));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

Value PartCalls::getField(Value address, int32_t field) {
  return LLVM::GEPOp::create(builder, loc, pointer, record, address,
                             ArrayRef<LLVM::GEPArg>{0, field});
}

static bool hasStreams(func::FuncOp function) {
  return function
      .walk([](vector::StoreOp store) {
        return store.getNontemporal() ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The function that the runtime calls: it reads the record, and runs a part.
func::FuncOp PartCalls::createRange(func::FuncOp part) {
  constexpr unsigned kAlignment = 64;
  Type number = builder.getI64Type();
  func::FuncOp range = createFunction(part.getSymName() + "__range",
                                      {pointer, number, number}, part);
  SmallVector<Value> arguments;
  for (auto [field, types] :
       llvm::enumerate(llvm::zip(record.getBody(), passed))) {
    auto [type, original] = types;
    Value value = LLVM::LoadOp::create(builder, loc, type,
                                       getField(range.getArgument(0), field));
    arguments.push_back(type == original ? value : convert(original, value));
  }
  if (spaceArgument) {
    Value bytes = LLVM::ConstantOp::create(builder, loc, number, spaceBytes);
    arguments.insert(arguments.begin() + *spaceArgument,
                     LLVM::AllocaOp::create(builder, loc, pointer,
                                            builder.getI8Type(), bytes,
                                            kAlignment));
  }
  for (unsigned bound : {1, 2})
    arguments.push_back(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), range.getArgument(bound)));
  func::CallOp::create(builder, loc, part, arguments);
  // Other threads go on when the part has ended, and must see what it wrote
  // around the caches.
  if (hasStreams(part))
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  func::ReturnOp::create(builder, loc);
  return range;
}

/// The function that is called instead of `part`: it fills the record.
func::FuncOp PartCalls::createDivision(func::FuncOp part, int64_t step) {
  loc = part.getLoc();
  passed.assign(part.getArgumentTypes().begin(),
                part.getArgumentTypes().end() - 2);
  if (spaceArgument)
    passed.erase(passed.begin() + *spaceArgument);
  SmallVector<Type> fields;
  for (Type type : passed)
    fields.push_back(functions.getConverter().convertType(type));
  record = LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  func::FuncOp range = createRange(part);
  SmallVector<Type> types = {pointer};
  llvm::append_range(types, passed);
  types.append(2, builder.getIndexType());
  func::FuncOp division =
      createFunction(part.getSymName() + "__divided", types, part);
  Type number = builder.getI64Type();
  Value one = LLVM::ConstantOp::create(builder, loc, number, 1);
  Value captured = LLVM::AllocaOp::create(builder, loc, pointer, record, one);
  for (auto [field, type] : llvm::enumerate(fields)) {
    Value value = division.getArgument(field + 1);
    LLVM::StoreOp::create(
        builder, loc, value.getType() == type ? value : convert(type, value),
        getField(captured, field));
  }
  Value function = func::ConstantOp::create(
      builder, loc, range.getFunctionType(), range.getSymName());
  SmallVector<Value> arguments = {division.getArgument(0),
                                  convert(pointer, function), captured};
  for (Value bound : division.getArguments().take_back(2))
    arguments.push_back(
        arith::IndexCastOp::create(builder, loc, number, bound));
  arguments.push_back(LLVM::ConstantOp::create(builder, loc, number, step));
  if (!runtime) {
    OpBuilder detached(builder.getContext());
    runtime = LLVM::LLVMFuncOp::create(
        detached, loc, "dt_divide",
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(builder.getContext()),
            llvm::to_vector(ValueRange(arguments).getTypes())));
    functions.getSymbols().insert(runtime, part->getIterator());
  }
  LLVM::CallOp::create(builder, loc, runtime, arguments);
  func::ReturnOp::create(builder, loc);
  return division;
}

/// The op in front of a call that takes the pointer of `space`, or null.
static LLVM::ExtractValueOp findPointer(Value argument,
                                        memref::AllocaOp space) {
  auto field = argument.getDefiningOp<LLVM::ExtractValueOp>();
  auto descriptor =
      field ? field.getContainer().getDefiningOp<UnrealizedConversionCastOp>()
            : nullptr;
  return descriptor && descriptor.getOperand(0) == space ? field : nullptr;
}

void PartCalls::divide(func::CallOp call, int64_t step, Value device,
                       memref::AllocaOp space) {
  spaceArgument.reset();
  LLVM::ExtractValueOp field;
  if (space) {
    spaceBytes = space.getType().getNumElements();
    for (unsigned i = 0; !field; ++i)
      if ((field = findPointer(call.getOperand(i), space)))
        spaceArgument = i;
    call->eraseOperand(*spaceArgument);
    Operation *descriptor = field.getContainer().getDefiningOp();
    field->erase();
    descriptor->erase();
    space->erase();
  }
  auto part = functions.getSymbols().lookup<func::FuncOp>(call.getCallee());
  func::FuncOp &division = divisions[part];
  if (!division)
    division = createDivision(part, step);
  call->insertOperands(0, device);
  call.setCallee(division.getSymName());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void DivideLoops::runOnOperation() {
  ModuleOp module = getOperation();
  if (!module->removeAttr(kAloneAttr))
    return;
  LoopFunctions functions(module, "__part");
  PartCalls calls(functions);
  auto pointer = LLVM::LLVMPointerType::get(&getContext());
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (function.isDeclaration() || function.getNumArguments() == 0 ||
        function.getArgument(0).getType() != pointer)
      continue;
    SmallVector<scf::ForOp> loops;
    collectLoops(function.getBody(), minWork, loops);
    for (scf::ForOp loop : loops) {
      int64_t step = *getConstantIntValue(loop.getStep());
      OwnSpace own;
      own.collect(loop);
      memref::AllocaOp space = own.place(loop);
      llvm::hash_code hash = hashOps(loop);
      calls.divide(functions.outline(loop, hash, function,
                                     /*takesBounds=*/true),
                   step, function.getArgument(0), space);
    }
  }
}
