//===- IndexingOps.cpp - Ops whose positions are data ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"
#include "ScalarFunction.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// The position closest to `start` at which a slice of `size` is inside of
/// `extent` positions.
static int64_t clamp(int64_t start, int64_t size, int64_t extent) {
  return std::max<int64_t>(0, std::min(start, extent - size));
}

/// Treats a part as the whole tensor along an axis of which slices take all
/// positions, and along batch axes.
static void countAsWhole(PartBox &box, const Tensor &part, int64_t axis) {
  box.starts[axis] = 0;
  box.extents[axis] = part->getShape()[axis];
}

/// Turns a position of the whole tensor into one of the part. Returns false if
/// it is not in the part.
static bool moveIntoPart(Position &position, const PartBox &box,
                         ArrayRef<int64_t> shape) {
  for (auto [index, start, extent] :
       llvm::zip_equal(position, box.starts, shape)) {
    index -= start;
    if (index < 0 || index >= extent)
      return false;
  }
  return true;
}

/// The position in the indices at `at`, a position of them without
/// `index_vector_axis`. It is 0 along axes that have no index.
template <typename Op>
static Position readStart(Op op, const Tensor &indices, ArrayRef<int64_t> at,
                          ArrayRef<int64_t> batchAxes, int64_t rank) {
  auto vectorAxis = static_cast<int64_t>(op.getIndexVectorAxis());
  bool hasVectors =
      vectorAxis < static_cast<int64_t>(indices->getShape().size());
  Position from(at);
  if (hasVectors)
    from.insert(from.begin() + vectorAxis, 0);
  Position start(rank, 0);
  for (auto [number, axis] : llvm::enumerate(op.getStartAxes())) {
    if (hasVectors)
      from[vectorAxis] = number;
    start[axis] = load(*indices, getNumber(from, indices->getShape())).integer;
  }
  for (auto [mine, other] :
       llvm::zip_equal(batchAxes, op.getIndicesBatchAxes()))
    start[mine] = from[other];
  return start;
}

static Position pick(ArrayRef<int64_t> position, ArrayRef<int64_t> axes) {
  return llvm::map_to_vector(axes,
                             [&](int64_t axis) { return position[axis]; });
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

static llvm::Expected<Results> evaluateGather(linalg_ext::GatherOp op,
                                              ArrayRef<Tensor> operands,
                                              Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  const Tensor &indices = getTensor(op.getIndicesMutable(), operands);
  const Tensor &dest = getTensor(op.getDestMutable(), operands);
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  ArrayRef<int64_t> shape = source->getShape();
  PartBox box = getPartBox(op, source, evaluator);
  for (int64_t axis : llvm::seq<int64_t>(shape.size()))
    if (op.takesWhole(axis) ||
        llvm::is_contained(op.getOperandBatchAxes(), axis))
      countAsWhole(box, source, axis);
  SmallVector<int64_t> batchAxes = op.getBatchAxes();
  SmallVector<int64_t> slicedAxes = op.getSlicedAxes();
  if (llvm::Error error = evaluator.work(dest->getNumElements()))
    return error;
  for (Positions at(dest->getShape()); !at.isDone(); ++at) {
    Position from =
        readStart(op, indices, pick(*at, batchAxes), op.getOperandBatchAxes(),
                  static_cast<int64_t>(shape.size()));
    for (int64_t axis : op.getStartAxes()) {
      int64_t size = op.getSliceSizes()[axis];
      from[axis] =
          clamp(from[axis], size == linalg_ext::kAll ? box.extents[axis] : size,
                box.extents[axis]);
    }
    for (auto [mine, other] : llvm::zip_equal(op.getOffsetAxes(), slicedAxes))
      from[other] += (*at)[mine];
    if (moveIntoPart(from, box, shape))
      store(*result, at.getNumber(), load(*source, getNumber(from, shape)));
    else
      store(*result, at.getNumber(), Number());
  }
  return share(std::move(*result));
}

static llvm::Expected<Results> evaluateScatter(linalg_ext::ScatterOp op,
                                               ArrayRef<Tensor> operands,
                                               Evaluator &evaluator) {
  const Tensor &indices = getTensor(op.getIndicesMutable(), operands);
  ArrayRef<Tensor> updates = getTensors(op.getUpdates(), operands);
  ArrayRef<Tensor> reads = getTensors(op.getReads(), operands);
  ArrayRef<Tensor> dests = getTensors(op.getDests(), operands);
  llvm::Expected<SmallVector<HostTensor>> results = copyAll(dests);
  if (!results)
    return results.takeError();
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(op.getCombiner(), evaluator);
  if (!body)
    return body.takeError();
  ArrayRef<int64_t> shape = dests[0]->getShape();
  ArrayRef<int64_t> updateShape = updates[0]->getShape();
  PartBox box = getPartBox(op, dests[0], evaluator);
  for (int64_t axis : llvm::seq<int64_t>(shape.size()))
    if (op.takesWhole(axis) || llvm::is_contained(op.getDestBatchAxes(), axis))
      countAsWhole(box, dests[0], axis);
  SmallVector<int64_t> scatterAxes = op.getScatterAxes();
  SmallVector<int64_t> windowedAxes = op.getWindowedAxes();
  // Updates follow the order of the indices. The order within a window has no
  // effect.
  for (Positions at(pick(updateShape, scatterAxes)); !at.isDone(); ++at) {
    Position start = readStart(op, indices, *at, op.getDestBatchAxes(),
                               static_cast<int64_t>(shape.size()));
    for (Positions window(pick(updateShape, op.getWindowAxes()));
         !window.isDone(); ++window) {
      Position to(start), from(updateShape.size(), 0);
      for (auto [number, axis] : llvm::enumerate(scatterAxes))
        from[axis] = (*at)[number];
      for (auto [number, axis] : llvm::enumerate(op.getWindowAxes())) {
        from[axis] = (*window)[number];
        to[windowedAxes[number]] += (*window)[number];
      }
      if (!moveIntoPart(to, box, shape))
        continue;
      int64_t number = getNumber(to, shape);
      SmallVector<Number> arguments;
      for (const HostTensor &result : *results)
        arguments.push_back(load(result, number));
      for (const Tensor &update : updates)
        arguments.push_back(load(*update, getNumber(from, updateShape)));
      for (const Tensor &read : reads)
        arguments.push_back(load(*read, number));
      SmallVector<Number> combined(results->size());
      if (llvm::Error error = body->call(arguments, combined))
        return error;
      for (auto [result, value] : llvm::zip_equal(*results, combined))
        store(result, number, value);
    }
  }
  return share(std::move(*results));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The start of a slice of `sizes` in a tensor of `extents`.
static Position getStart(OperandRange starts, ArrayRef<Tensor> operands,
                         ArrayRef<int64_t> sizes, ArrayRef<int64_t> extents) {
  Position start;
  for (auto [index, size, extent] :
       llvm::zip_equal(getTensors(starts, operands), sizes, extents))
    start.push_back(clamp(getInteger(index), size, extent));
  return start;
}

static void addTo(Position &position, ArrayRef<int64_t> offsets) {
  for (auto [index, offset] : llvm::zip_equal(position, offsets))
    index += offset;
}

static llvm::Expected<Results>
evaluateDynamicSlice(linalg_ext::DynamicSliceOp op, ArrayRef<Tensor> operands,
                     Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  const Tensor &dest = getTensor(op.getDestMutable(), operands);
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(dest->getNumElements()))
    return error;
  Position start =
      getStart(op.getStarts(), operands, dest->getShape(), source->getShape());
  for (Positions at(dest->getShape()); !at.isDone(); ++at) {
    Position from(*at);
    addTo(from, start);
    store(*result, at.getNumber(),
          load(*source, getNumber(from, source->getShape())));
  }
  return share(std::move(*result));
}

static llvm::Expected<Results>
evaluateDynamicUpdateSlice(linalg_ext::DynamicUpdateSliceOp op,
                           ArrayRef<Tensor> operands, Evaluator &evaluator) {
  const Tensor &update = getTensor(op.getUpdateMutable(), operands);
  const Tensor &dest = getTensor(op.getDestMutable(), operands);
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  if (llvm::Error error = evaluator.work(update->getNumElements()))
    return error;
  PartBox box = getPartBox(op, dest, evaluator);
  for (int64_t axis : llvm::seq<int64_t>(dest->getShape().size()))
    if (op.takesWhole(axis))
      countAsWhole(box, dest, axis);
  Position start =
      getStart(op.getStarts(), operands, update->getShape(), box.extents);
  for (Positions at(update->getShape()); !at.isDone(); ++at) {
    Position to(*at);
    addTo(to, start);
    if (moveIntoPart(to, box, dest->getShape()))
      store(*result, getNumber(to, dest->getShape()),
            load(*update, at.getNumber()));
  }
  return share(std::move(*result));
}

void reference::addIndexingOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::GatherOp, evaluateGather>(evaluations);
  addEvaluation<linalg_ext::ScatterOp, evaluateScatter>(evaluations);
  addEvaluation<linalg_ext::DynamicSliceOp, evaluateDynamicSlice>(evaluations);
  addEvaluation<linalg_ext::DynamicUpdateSliceOp, evaluateDynamicUpdateSlice>(
      evaluations);
}
