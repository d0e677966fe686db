//===- ContentsControlFlow.cpp - Branches and loops on contents -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsInterpreter.h"

using namespace mlir;
using namespace dtensor;

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
    // The result is in one buffer on either path, as one content, so that
    // readers need not know the path that control has taken.
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
        // Another result may still be the content of one of the paths.
        Place &place = places.front();
        place.conditions.clear();
        place.content = makeContent(op);
        contents[place.buffer] =
            contents[place.buffer].rename(place.path, place.content);
      }
    }
    placesOf[result] = places;
  }
  return success();
}

LogicalResult
ContentsInterpreter::runLoop(Operation *loop, MutableArrayRef<OpOperand> inits,
                             Block &head,
                             function_ref<LogicalResult()> runIteration,
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

  // The first run finds the writes of an iteration, and the places of the
  // carried tensors after it.
  std::vector<BufferContents> entry = contents;
  bool reported = std::exchange(reports, false);
  std::vector<std::pair<BufferId, ViewPath>> outer = std::exchange(written, {});
  auto enter = [&] {
    for (auto [i, places] : llvm::enumerate(carried))
      if (!places.empty())
        placesOf[getArgument(i)] = write(places, loop);
  };
  enter();
  if (failed(runIteration()))
    return failure();
  SmallVector<Places> yielded;
  for (Value value : getYielded())
    yielded.push_back(placesOf.lookup(value));

  // Each iteration begins with the carried tensors of the program, and with the
  // contents that the iteration before has left in other buffers.
  entry.insert(entry.end(), contents.begin() + entry.size(), contents.end());
  contents = std::move(entry);
  for (auto [buffer, path] : std::exchange(written, {})) {
    // Each iteration has its own views, unless they show the same part in all.
    auto isOfIteration = [&](Operation *view) {
      return loop->isAncestor(view) &&
             llvm::any_of(view->getOperands().drop_front(), [&](Value operand) {
               return loop->isAncestor(operand.getParentBlock()->getParentOp());
             });
    };
    path.erase(llvm::find_if(path, isOfIteration), path.end());
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
  if (failed(runIteration()))
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
  // The loop ends where an iteration would begin.
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
  // Bufferization copies a carried tensor unless it knows that the tensor stays
  // in the buffer at the same position.
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
  auto runIteration = [&]() -> LogicalResult {
    if (failed(runCondition()))
      return failure();
    for (auto [i, argument] : llvm::enumerate(op.getAfterArguments()))
      pass(i, argument);
    return run(*op.getAfterBody());
  };
  if (failed(runLoop(op, op.getInitsMutable(), *op.getBeforeBody(),
                     runIteration,
                     [&] { return op.getYieldOp()->getOperands(); })) ||
      failed(runCondition()))
    return failure();
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    pass(i, result);
  return success();
}
