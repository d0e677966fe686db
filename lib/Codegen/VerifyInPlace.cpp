//===- VerifyInPlace.cpp - No value is lost before it is read -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferContents.h"
#include "dtensor/Codegen/Passes.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYINPLACE
#include "dtensor/Codegen/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using bufferization::OneShotAnalysisState;

namespace {

/// The places of a tensor: several behind branches.
using Places = SmallVector<Place, 1>;

/// Executes a function on contents in the place of numbers: forward, in the
/// order of the program, each way of a branch, loops for any turn.
class ContentsInterpreter {
public:
  ContentsInterpreter(const OneShotAnalysisState &decisions, bool assumeInPlace)
      : decisions(decisions), assumeInPlace(assumeInPlace) {}

  LogicalResult run(Block &block);

private:
  LogicalResult run(Operation *op);
  LogicalResult run(scf::IfOp op);
  LogicalResult run(scf::ForOp op);
  LogicalResult run(scf::WhileOp op);
  LogicalResult run(tensor::InsertSliceOp op);
  LogicalResult run(bufferization::MaterializeInDestinationOp op);
  LogicalResult run(linalg::CopyOp op);
  LogicalResult runBufferizable(Operation *op);

  /// Whatever a loop carries: the places of `inits`, of the arguments of its
  /// first block in all turns, and a function that runs its body once.
  LogicalResult runLoop(Operation *loop, MutableArrayRef<OpOperand> inits,
                        Block &head, function_ref<LogicalResult()> runTurn,
                        function_ref<OperandRange()> getYielded);

  Places makeBuffer(Operation *writer);
  BufferId makeBuffer(ContentId content);
  ContentId makeContent(Operation *writer);
  BufferId getBufferOf(Value memref);
  Places write(ArrayRef<Place> places, Operation *writer);
  /// Of a part of a buffer it is not known any more what it holds.
  void forget(BufferId buffer, const ViewPath &path, Operation *writer);
  /// A buffer that is one of those of `places`, it is not known which.
  BufferId makeOneOf(ArrayRef<Places> places, Operation *writer);
  Places takeOperand(OpOperand &operand);

  LogicalResult check(Operation *reader, Value value,
                      const ViewPath *except = nullptr);

  bool isInPlace(OpOperand &operand) const {
    return assumeInPlace || decisions.isInPlace(operand);
  }

  const OneShotAnalysisState &decisions;
  bool assumeInPlace;
  DenseMap<Value, Places> placesOf;
  DenseMap<Value, BufferId> bufferOf;
  std::vector<BufferContents> contents;
  /// Per buffer: those that it may be the same as.
  std::vector<SmallVector<BufferId, 0>> mayBe;
  /// Per content; null for what is there at the start.
  std::vector<Operation *> writers = {nullptr};
  std::vector<std::pair<BufferId, ViewPath>> written;
  /// Not while a loop is run to see what it writes.
  bool reports = true;
};

} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

ContentId ContentsInterpreter::makeContent(Operation *writer) {
  writers.push_back(writer);
  return writers.size() - 1;
}

BufferId ContentsInterpreter::makeBuffer(ContentId content) {
  contents.push_back(BufferContents(content));
  mayBe.emplace_back();
  return contents.size() - 1;
}

Places ContentsInterpreter::makeBuffer(Operation *writer) {
  ContentId content = makeContent(writer);
  return {Place{makeBuffer(content), {}, content}};
}

BufferId ContentsInterpreter::getBufferOf(Value memref) {
  auto [it, isNew] = bufferOf.try_emplace(memref);
  if (isNew)
    it->second = makeBuffer(makeContent(nullptr));
  return it->second;
}

void ContentsInterpreter::forget(BufferId buffer, const ViewPath &path,
                                 Operation *writer) {
  contents[buffer] = contents[buffer].write(Place{buffer, path, kUndefined},
                                            makeContent(writer));
  written.push_back({buffer, path});
}

Places ContentsInterpreter::write(ArrayRef<Place> places, Operation *writer) {
  ContentId content = makeContent(writer);
  Places results;
  for (const Place &place : places) {
    contents[place.buffer] = contents[place.buffer].write(place, content);
    written.push_back({place.buffer, place.path});
    for (BufferId other : mayBe[place.buffer])
      forget(other, {}, writer);
    results.push_back(place);
    results.back().content = content;
  }
  return results;
}

BufferId ContentsInterpreter::makeOneOf(ArrayRef<Places> places,
                                        Operation *writer) {
  BufferId buffer = makeBuffer(makeContent(writer));
  for (const Places &each : places)
    for (const Place &place : each) {
      mayBe[buffer].push_back(place.buffer);
      mayBe[place.buffer].push_back(buffer);
    }
  return buffer;
}

LogicalResult ContentsInterpreter::check(Operation *reader, Value value,
                                         const ViewPath *except) {
  auto it = placesOf.find(value);
  if (!reports || it == placesOf.end())
    return success();
  for (const Place &place : it->second) {
    const BufferContents &found = contents[place.buffer];
    if (place.content == kUndefined || found.holds(place, except))
      continue;
    InFlightDiagnostic error =
        reader->emitError("the compiler has put another tensor where ")
        << describeValue(value)
        << " is read, which is wrong; please report this program";
    SmallVector<ContentId> last;
    found.getLastWrites(last);
    for (ContentId content : last)
      if (content != place.content && writers[content])
        error.attachNote(writers[content]->getLoc()) << "written here";
    return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult ContentsInterpreter::run(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(run(&op)))
      return failure();
  return success();
}

LogicalResult ContentsInterpreter::run(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::IfOp, scf::ForOp, scf::WhileOp, tensor::InsertSliceOp,
            bufferization::MaterializeInDestinationOp, linalg::CopyOp>(
          [&](auto each) { return run(each); })
      .Case([&](bufferization::ToTensorOp view) {
        BufferId buffer = getBufferOf(view.getBuffer());
        // It is read before anything is written there.
        SmallVector<ContentId> now;
        contents[buffer].getLastWrites(now);
        placesOf[view.getResult()] = {Place{buffer, {}, now.front()}};
        return success();
      })
      .Default([&](Operation *each) { return runBufferizable(each); });
}

/// Whether the result is all of the operand, in another shape or type.
static bool showsAll(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ReshapeOp, tensor::BitcastOp>(op);
}

static bool hasUndefinedContents(Operation *op) {
  auto alloc = dyn_cast<bufferization::AllocTensorOp>(op);
  return isa<tensor::EmptyOp>(op) || (alloc && !alloc.getCopy());
}

/// The operand's tensor where the op has it, which may be a copy.
Places ContentsInterpreter::takeOperand(OpOperand &operand) {
  if (!isInPlace(operand))
    return makeBuffer(operand.getOwner());
  auto it = placesOf.find(operand.get());
  return it == placesOf.end() ? makeBuffer(operand.getOwner()) : it->second;
}

LogicalResult ContentsInterpreter::runBufferizable(Operation *op) {
  // A body may read tensors at any time while the op runs.
  llvm::SetVector<Value> readByBody;
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value operand : inner->getOperands())
        if (isa<TensorType>(operand.getType()) && placesOf.contains(operand))
          readByBody.insert(operand);
  });
  for (Value value : readByBody)
    if (failed(check(op, value)))
      return failure();

  auto bufferizable = dyn_cast<bufferization::BufferizableOpInterface>(op);
  SmallVector<OpOperand *> reads, writes;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType()) ||
        isa<tensor::DimOp, tensor::RankOp>(op))
      continue;
    bool isCopied = !isInPlace(operand) &&
                    llvm::any_of(op->getResults(), [&](Value result) {
                      return isa<TensorType>(result.getType()) &&
                             decisions.isValueRead(result);
                    });
    if (!bufferizable ||
        bufferizable.bufferizesToMemoryRead(operand, decisions))
      reads.push_back(&operand);
    else if (!bufferizable.bufferizesToMemoryWrite(operand, decisions) &&
             isCopied)
      reads.push_back(&operand);
    if (bufferizable && isInPlace(operand) &&
        bufferizable.bufferizesToMemoryWrite(operand, decisions))
      writes.push_back(&operand);
  }
  for (OpOperand *read : reads)
    if (failed(check(op, read->get())))
      return failure();

  // Where an op writes nothing else may be that it still reads.
  auto overlaps = [&](Value a, Value b) {
    for (const Place &first : placesOf.lookup(a))
      for (const Place &second : placesOf.lookup(b))
        if (first.content != kUndefined && first.buffer == second.buffer &&
            first.path.empty() && second.path.empty())
          return true;
    return false;
  };
  for (OpOperand *write : writes) {
    for (OpOperand *read : reads)
      if (reports && read != write && overlaps(read->get(), write->get()) &&
          !bufferizable.bufferizesToElementwiseAccess(decisions, {read, write}))
        return op->emitError("the compiler lets an operation write over ")
               << describeValue(read->get())
               << " while it reads it, which is wrong; please report this "
                  "program";
    for (Value read : readByBody)
      if (reports && overlaps(read, write->get()))
        return op->emitError("the compiler lets an operation write over ")
               << describeValue(read)
               << " while it reads it, which is wrong; please report this "
                  "program";
  }

  for (OpResult result : op->getResults()) {
    if (!isa<TensorType>(result.getType()))
      continue;
    Places places;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!bufferizable || !isa<TensorType>(operand.get().getType()) ||
          !llvm::any_of(bufferizable.getAliasingValues(operand, decisions),
                        [&](const bufferization::AliasingValue &alias) {
                          return alias.value == result;
                        }))
        continue;
      Places taken = takeOperand(operand);
      if (bufferizable.bufferizesToMemoryWrite(operand, decisions))
        taken = write(taken, op);
      else if (!showsAll(op) && !isa<arith::SelectOp>(op) && isInPlace(operand))
        for (Place &place : taken)
          place.path.push_back(op);
      if (isa<arith::SelectOp>(op))
        for (Place &place : taken)
          place.conditions.push_back({op, operand.getOperandNumber() == 1});
      llvm::append_range(places, taken);
    }
    if (places.empty())
      places = hasUndefinedContents(op)
                   ? Places{Place{makeBuffer(kUndefined), {}, kUndefined}}
                   : makeBuffer(op);
    placesOf[result] = places;
  }
  return success();
}

LogicalResult ContentsInterpreter::run(tensor::InsertSliceOp op) {
  if (failed(check(op, op.getSource())))
    return failure();
  OpOperand &dest = op.getDestMutable();
  Places whole = placesOf.lookup(op.getDest());
  Places source = placesOf.lookup(op.getSource());
  // The part itself may be overwritten before: by the source, in place. That
  // holds for a copy of the rest, too.
  ViewPath part = whole.empty() ? ViewPath() : whole.front().path;
  part.push_back(op);
  if (decisions.bufferizesToMemoryRead(dest) &&
      failed(check(op, op.getDest(), &part)))
    return failure();
  if (!isInPlace(dest) || whole.empty()) {
    placesOf[op.getResult()] = makeBuffer(op);
    return success();
  }
  bool isThere = whole.size() == 1 && source.size() == 1 &&
                 source.front().buffer == whole.front().buffer &&
                 isInside(source.front().path, part) &&
                 isInside(part, source.front().path);
  BufferContents before = contents[whole.front().buffer];
  Places result = write(whole, op);
  if (isThere)
    contents[whole.front().buffer] =
        before.insert(whole.front(), part, result.front().content);
  placesOf[op.getResult()] = result;
  return success();
}

/// Whether a tensor is already where it is to be put.
static bool isThere(ArrayRef<Place> source, ArrayRef<Place> dest) {
  return source.size() == 1 && dest.size() == 1 &&
         source.front().buffer == dest.front().buffer &&
         source.front().path == dest.front().path;
}

LogicalResult
ContentsInterpreter::run(bufferization::MaterializeInDestinationOp op) {
  if (failed(check(op, op.getSource())))
    return failure();
  Places source = placesOf.lookup(op.getSource());
  Places dest;
  if (isa<TensorType>(op.getDest().getType()))
    dest = takeOperand(op.getDestMutable());
  else
    dest = {Place{getBufferOf(op.getDest()), {}, kUndefined}};
  Places result = isThere(source, dest) ? source : write(dest, op);
  if (op.getResult())
    placesOf[op.getResult()] = result;
  return success();
}

/// A copy onto itself changes nothing.
LogicalResult ContentsInterpreter::run(linalg::CopyOp op) {
  OpOperand &dest = *op.getDpsInitOperand(0);
  Value source = op.getDpsInputOperand(0)->get();
  if (op.getNumResults() != 1 || !isInPlace(*op.getDpsInputOperand(0)) ||
      !isInPlace(dest) ||
      !isThere(placesOf.lookup(source), placesOf.lookup(dest.get())))
    return runBufferizable(op);
  if (failed(check(op, source)))
    return failure();
  Places result = placesOf.lookup(source);
  placesOf[op.getResult(0)] = result;
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static bool areSamePlaces(ArrayRef<Place> a, ArrayRef<Place> b) {
  return llvm::equal(a, b, [](const Place &first, const Place &second) {
    return first.buffer == second.buffer && first.path == second.path;
  });
}

LogicalResult ContentsInterpreter::run(scf::IfOp op) {
  std::vector<BufferContents> before = contents;
  std::vector<Places> results(op.getNumResults());
  auto runWay = [&](Region &region, bool isFirst) -> LogicalResult {
    if (region.empty())
      return success();
    if (failed(run(region.front())))
      return failure();
    Operation *yield = region.front().getTerminator();
    for (OpOperand &operand : yield->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      if (failed(check(yield, operand.get())))
        return failure();
      for (Place place : takeOperand(operand)) {
        place.conditions.push_back({op, isFirst});
        results[operand.getOperandNumber()].push_back(place);
      }
    }
    return success();
  };
  if (failed(runWay(op.getThenRegion(), true)))
    return failure();
  std::vector<BufferContents> first = contents;
  before.insert(before.end(), contents.begin() + before.size(), contents.end());
  contents = std::move(before);
  if (failed(runWay(op.getElseRegion(), false)))
    return failure();
  for (auto [second, way] : llvm::zip(contents, first))
    second = BufferContents::join(op, way, second);

  for (auto [result, places] : llvm::zip(op.getResults(), results)) {
    if (places.empty())
      continue;
    // In one buffer either way, as one content: whoever reads it need not know
    // which way control has gone.
    bool isOne = llvm::all_of(places, [&](const Place &place) {
      return place.buffer == places.front().buffer &&
             place.path == places.front().path;
    });
    if (isOne) {
      bool isSame = llvm::all_of(places, [&](const Place &place) {
        return place.content == places.front().content;
      });
      places.truncate(1);
      places.front().conditions.pop_back();
      if (!isSame) {
        places.front().conditions.clear();
        places = write(places, op);
      }
    }
    placesOf[result] = places;
  }
  return success();
}

LogicalResult
ContentsInterpreter::runLoop(Operation *loop, MutableArrayRef<OpOperand> inits,
                             Block &head, function_ref<LogicalResult()> runTurn,
                             function_ref<OperandRange()> getYielded) {
  unsigned numScalars = head.getNumArguments() - inits.size();
  auto getArgument = [&](unsigned i) {
    return head.getArgument(numScalars + i);
  };
  SmallVector<Places> carried(inits.size());
  for (auto [init, places] : llvm::zip(inits, carried)) {
    if (!isa<TensorType>(init.get().getType()))
      continue;
    if (decisions.isValueRead(getArgument(init.getOperandNumber() -
                                          inits.front().getOperandNumber())) &&
        failed(check(loop, init.get())))
      return failure();
    places = takeOperand(init);
  }

  // Once to see what a turn writes, and where it leaves what is carried.
  std::vector<BufferContents> entry = contents;
  bool reported = std::exchange(reports, false);
  std::vector<std::pair<BufferId, ViewPath>> outer = std::exchange(written, {});
  auto enter = [&] {
    for (auto [i, places] : llvm::enumerate(carried))
      if (!places.empty())
        placesOf[getArgument(i)] = write(places, loop);
  };
  enter();
  if (failed(runTurn()))
    return failure();
  SmallVector<Places> yielded;
  for (Value value : getYielded())
    yielded.push_back(placesOf.lookup(value));

  // Any turn begins with what the program has carried, and with whatever the
  // turn before has left in other buffers.
  entry.insert(entry.end(), contents.begin() + entry.size(), contents.end());
  contents = std::move(entry);
  for (auto [buffer, path] : std::exchange(written, {})) {
    // Each turn has views of its own, unless they show the same part in all.
    auto isOfTurn = [&](Operation *view) {
      return loop->isAncestor(view) &&
             llvm::any_of(view->getOperands().drop_front(), [&](Value operand) {
               return loop->isAncestor(operand.getParentBlock()->getParentOp());
             });
    };
    path.erase(llvm::find_if(path, isOfTurn), path.end());
    forget(buffer, path, loop);
  }
  for (auto [i, places] : llvm::enumerate(carried))
    if (!places.empty() && !areSamePlaces(places, yielded[i])) {
      ContentId content = makeContent(loop);
      BufferId one = makeOneOf({places, yielded[i]}, loop);
      places = {Place{one, {}, content}};
    }
  reports = reported;
  enter();
  std::vector<BufferContents> start = contents;
  SmallVector<Places> arguments;
  for (unsigned i = 0; i < inits.size(); ++i)
    arguments.push_back(placesOf.lookup(getArgument(i)));
  if (failed(runTurn()))
    return failure();
  for (Value value : getYielded())
    if (isa<TensorType>(value.getType()) && failed(check(loop, value)))
      return failure();
  start.insert(start.end(), contents.begin() + start.size(), contents.end());
  contents = std::move(start);
  for (auto [i, places] : llvm::enumerate(arguments))
    placesOf[getArgument(i)] = places;
  llvm::append_range(written, outer);
  return success();
}

LogicalResult ContentsInterpreter::run(scf::ForOp op) {
  Block *body = op.getBody();
  if (failed(runLoop(
          op, op.getInitArgsMutable(), *body, [&] { return run(*body); },
          [&] { return body->getTerminator()->getOperands(); })))
    return failure();
  // It ends where a turn would begin.
  for (auto [result, argument] :
       llvm::zip(op.getResults(), op.getRegionIterArgs()))
    if (auto it = placesOf.find(argument); it != placesOf.end()) {
      Places places = it->second;
      placesOf[result] = places;
    }
  return success();
}

LogicalResult ContentsInterpreter::run(scf::WhileOp op) {
  scf::ConditionOp condition = op.getConditionOp();
  // Bufferization copies what it does not know to stay in the buffer of the
  // carried tensor at the same position.
  auto staysInPlace = [&](unsigned i) {
    auto areEquivalent = [&](Block::BlockArgListType arguments,
                             OperandRange yielded) {
      return i < arguments.size() && i < yielded.size() &&
             isa<TensorType>(arguments[i].getType()) &&
             isa<TensorType>(yielded[i].getType()) &&
             decisions.areEquivalentBufferizedValues(arguments[i], yielded[i]);
    };
    return assumeInPlace ||
           (areEquivalent(op.getBeforeArguments(), condition.getArgs()) &&
            areEquivalent(op.getAfterArguments(),
                          op.getYieldOp().getResults()));
  };
  auto pass = [&](unsigned i, Value to) {
    Value value = condition.getArgs()[i];
    if (!isa<TensorType>(value.getType()))
      return;
    Places places =
        staysInPlace(i) ? placesOf.lookup(value) : makeBuffer(condition);
    placesOf[to] = places;
  };
  auto runCondition = [&]() -> LogicalResult {
    if (failed(run(*op.getBeforeBody())))
      return failure();
    for (Value value : condition.getArgs())
      if (isa<TensorType>(value.getType()) && failed(check(condition, value)))
        return failure();
    return success();
  };
  auto runTurn = [&]() -> LogicalResult {
    if (failed(runCondition()))
      return failure();
    for (auto [i, argument] : llvm::enumerate(op.getAfterArguments()))
      pass(i, argument);
    return run(*op.getAfterBody());
  };
  if (failed(runLoop(op, op.getInitsMutable(), *op.getBeforeBody(), runTurn,
                     [&] { return op.getYieldOp()->getOperands(); })) ||
      failed(runCondition()))
    return failure();
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    pass(i, result);
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct VerifyInPlace : dtensor::impl::VerifyInPlaceBase<VerifyInPlace> {
  using VerifyInPlaceBase::VerifyInPlaceBase;

  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    options.bufferizeFunctionBoundaries = true;
    OneShotAnalysisState decisions(getOperation(), options);
    bool accepted =
        succeeded(bufferization::analyzeModuleOp(getOperation(), decisions));
    if (accepted)
      for (auto function : getOperation().getOps<func::FuncOp>())
        if (!function.isDeclaration() &&
            failed(ContentsInterpreter(decisions, assumeInPlace)
                       .run(function.getBody().front())))
          accepted = false;
    bufferization::removeBufferizationAttributesInModule(getOperation());
    if (!accepted)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
