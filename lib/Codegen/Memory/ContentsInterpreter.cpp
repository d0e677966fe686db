//===- ContentsInterpreter.cpp - Ops on contents --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsInterpreter.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

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
        // The operand is read before anything is written there.
        SmallVector<ContentId> now;
        contents[buffer].getLastWrites(now);
        placesOf[view.getResult()] = {Place{buffer, {}, now.front()}};
        return success();
      })
      .Default([&](Operation *each) { return runBufferizable(each); });
}

/// Whether the result is the whole operand, in another shape or type.
static bool showsAll(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ReshapeOp, tensor::BitcastOp>(op);
}

static bool hasUndefinedContents(Operation *op) {
  auto alloc = dyn_cast<bufferization::AllocTensorOp>(op);
  return isa<tensor::EmptyOp>(op) || (alloc && !alloc.getCopy());
}

/// The places of the operand's tensor when the op uses it. It may be a copy.
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

  // An op must not write to a place that it still reads.
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
  // The part itself may be overwritten before, in place, by the source. The
  // same holds for a copy of the rest.
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

/// Whether a tensor is already in its destination.
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
