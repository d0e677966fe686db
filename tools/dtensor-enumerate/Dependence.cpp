//===- Dependence.cpp - Which positions depend on which -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependence.h"

#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Host/Element.h"
#include "dtensor/Host/Invocation.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace dtensor {

//===----------------------------------------------------------------------===//
// Of two axes
//===----------------------------------------------------------------------===//

bool AxisDependence::isDiagonal() const {
  if (resultExtent != argumentExtent || !llvm::is_contained(changes, true))
    return false;
  for (int64_t result = 0; result < resultExtent; ++result)
    for (int64_t argument = 0; argument < argumentExtent; ++argument)
      if (get(result, argument) && result != argument)
        return false;
  return true;
}

bool AxisDependence::isPermutation() const {
  if (resultExtent != argumentExtent)
    return false;
  std::vector<bool> isUsed(argumentExtent);
  for (int64_t result = 0; result < resultExtent; ++result) {
    int64_t numUsed = 0;
    for (int64_t argument = 0; argument < argumentExtent; ++argument)
      if (get(result, argument)) {
        if (isUsed[argument] || ++numUsed > 1)
          return false;
        isUsed[argument] = true;
      }
  }
  return !llvm::is_contained(isUsed, false);
}

bool AxisDependence::isSparse() const {
  int64_t numChanges = llvm::count(changes, true);
  return numChanges > 0 && 3 * numChanges <= int64_t(changes.size());
}

int64_t AxisDependence::countMissing(int64_t count, int64_t coordinate) const {
  Slice wanted = chunk(resultExtent, count, coordinate);
  Slice owned = chunk(argumentExtent, count, coordinate);
  int64_t first = argumentExtent, last = -1;
  for (int64_t argument = 0; argument < argumentExtent; ++argument)
    for (int64_t i = 0; i < wanted.extent; ++i)
      if (get(wanted.offset + i, argument)) {
        first = std::min(first, argument);
        last = argument;
      }
  int64_t numMissing = 0;
  for (int64_t argument = first; argument <= last; ++argument)
    numMissing +=
        argument < owned.offset || argument >= owned.offset + owned.extent;
  return numMissing;
}

//===----------------------------------------------------------------------===//
// By maps
//===----------------------------------------------------------------------===//

/// Calls `visit` with each choice of values of the loops in `expr` and in
/// `also`. All other loops are 0.
static void
forEachIteration(mlir::AffineExpr expr, unsigned also,
                 llvm::ArrayRef<int64_t> loops,
                 llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  llvm::SmallVector<int64_t> values(loops.size(), 0);
  std::function<void(unsigned)> go = [&](unsigned loop) {
    if (loop == loops.size())
      return visit(values);
    bool isWalked = loop == also || expr.isFunctionOfDim(loop);
    for (int64_t i = 0, e = isWalked ? loops[loop] : 1; i < e; ++i) {
      values[loop] = i;
      go(loop + 1);
    }
    values[loop] = 0;
  };
  go(0);
}

static int64_t evaluateAt(mlir::AffineExpr expr,
                          llvm::ArrayRef<int64_t> values) {
  mlir::Builder builder(expr.getContext());
  llvm::SmallVector<mlir::Attribute> constants;
  for (int64_t value : values)
    constants.push_back(builder.getI64IntegerAttr(value));
  llvm::SmallVector<mlir::Attribute> folded;
  if (failed(mlir::AffineMap::get(values.size(), 0, expr)
                 .constantFold(constants, folded)))
    return 0;
  return cast<mlir::IntegerAttr>(folded.front()).getInt();
}

Dependence Dependence::readMaps(mlir::linalg::LinalgOp op) {
  Dependence found;
  llvm::SmallVector<int64_t> loops = op.getStaticLoopRanges();
  auto add = [&](mlir::OpOperand &operand, unsigned axis, unsigned result,
                 unsigned resultAxis) {
    auto argument = cast<mlir::BlockArgument>(operand.get());
    auto getExtent = [](mlir::Value value, unsigned axis) {
      return cast<mlir::RankedTensorType>(value.getType()).getDimSize(axis);
    };
    AxisDependence &pair =
        found.pairs
            .try_emplace(
                {argument.getArgNumber(), axis, result, resultAxis},
                AxisDependence{getExtent(op->getResult(result), resultAxis),
                               getExtent(argument, axis)})
            .first->second;
    pair.changes.resize(pair.resultExtent * pair.argumentExtent);
    auto position = dyn_cast<mlir::AffineDimExpr>(
        op.getIndexingMapMatchingResult(op->getOpResult(result))
            .getResult(resultAxis));
    if (!position || !op.payloadUsesValueFromOperand(&operand))
      return;
    mlir::AffineExpr expr = op.getMatchingIndexingMap(&operand).getResult(axis);
    forEachIteration(expr, position.getPosition(), loops, [&](auto values) {
      pair.changes[values[position.getPosition()] * pair.argumentExtent +
                   evaluateAt(expr, values)] = true;
    });
  };
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (isa<mlir::BlockArgument>(operand.get()))
      for (unsigned axis = 0; axis < op.getRank(&operand); ++axis)
        for (mlir::OpResult result : op->getResults())
          for (int64_t
                   resultAxis = 0,
                   rank =
                       cast<mlir::RankedTensorType>(result.getType()).getRank();
               resultAxis < rank; ++resultAxis)
            add(operand, axis, result.getResultNumber(), resultAxis);
  return found;
}

Dependence Dependence::pairSameAxes(mlir::Operation *op) {
  Dependence found;
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    auto argument = dyn_cast<mlir::BlockArgument>(operand.get());
    auto type = dyn_cast<mlir::RankedTensorType>(operand.get().getType());
    if (!argument || !type)
      continue;
    for (unsigned result = 0; result < op->getNumResults(); ++result)
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        for (int64_t resultAxis = 0; resultAxis < type.getRank();
             ++resultAxis) {
          int64_t extent = type.getDimSize(resultAxis);
          AxisDependence pair{extent, type.getDimSize(axis)};
          pair.changes.assign(extent * pair.argumentExtent, axis != resultAxis);
          for (int64_t i = 0; axis == resultAxis && i < extent; ++i)
            pair.changes[i * extent + i] = true;
          found.pairs[{argument.getArgNumber(), unsigned(axis), result,
                       unsigned(resultAxis)}] = std::move(pair);
        }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// By trying
//===----------------------------------------------------------------------===//

/// Gives an element a value that is far from its own: above or below all
/// others, in turns, so that few of them hide it.
static void change(ElementType type, char *element, const InputKind &kind,
                   int64_t bound, bool isUp) {
  constexpr int64_t kFar = 100;
  if (type == ElementType::I1) {
    storeInteger(type, element, loadInteger(type, element) == 0);
  } else if (kind.kind == "below") {
    int64_t step = isUp ? 1 : bound - 1;
    storeInteger(type, element,
                 (loadInteger(type, element) + step) %
                     std::max<int64_t>(bound, 1));
  } else if (isInteger(type)) {
    storeInteger(type, element,
                 loadInteger(type, element) + (isUp ? kFar : -kFar));
  } else {
    storeFloat(type, element,
               loadFloat(type, element) + double(isUp ? kFar : -kFar));
  }
}

/// The positions of an element in row-major order.
static void getPositions(int64_t element, llvm::ArrayRef<int64_t> shape,
                         llvm::MutableArrayRef<int64_t> positions) {
  for (size_t axis = shape.size(); axis-- > 0;) {
    positions[axis] = element % shape[axis];
    element /= shape[axis];
  }
}

/// Runs the program. Returns nothing if it raises an error.
static std::optional<std::vector<HostTensor>> run(CompiledProgram &compiled,
                                                  const Inputs &inputs) {
  auto invocation = Invocation::create(compiled.getSignature(), inputs);
  if (!invocation) {
    llvm::consumeError(invocation.takeError());
    return std::nullopt;
  }
  if (llvm::Error error = compiled.run(*invocation)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  auto results = invocation->joinResults();
  if (results)
    return std::move(*results);
  llvm::consumeError(results.takeError());
  return std::nullopt;
}

/// A copy in which one position of an axis has other values.
static std::shared_ptr<HostTensor>
changePosition(const HostTensor &tensor, unsigned axis, int64_t position,
               const InputKind &kind, int64_t bound) {
  ElementType type = tensor.getElementType();
  auto copy = std::make_shared<HostTensor>(
      llvm::cantFail(HostTensor::create(type, tensor.getShape())));
  std::memcpy(copy->getData(), tensor.getData(), tensor.getNumBytes());
  llvm::SmallVector<int64_t> positions(tensor.getShape().size());
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    getPositions(i, tensor.getShape(), positions);
    if (positions[axis] == position)
      change(type, copy->getData() + i * getByteSize(type), kind, bound,
             i % 2 == 0);
  }
  return copy;
}

/// For each axis, the positions at which elements differ.
static std::vector<std::vector<bool>> findChanges(const HostTensor &before,
                                                  const HostTensor &after) {
  llvm::ArrayRef<int64_t> shape = before.getShape();
  std::vector<std::vector<bool>> changes;
  for (int64_t extent : shape)
    changes.emplace_back(extent);
  unsigned size = getByteSize(before.getElementType());
  llvm::SmallVector<int64_t> positions(shape.size());
  for (int64_t i = 0; i < before.getNumElements(); ++i) {
    if (std::memcmp(before.getData() + i * size, after.getData() + i * size,
                    size) == 0)
      continue;
    getPositions(i, shape, positions);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      changes[axis][positions[axis]] = true;
  }
  return changes;
}

/// Longer axes are not tried, since the program runs once for each position.
static constexpr int64_t kMaxTriedExtent = 128;

std::optional<Dependence> Dependence::tryAll(const Case &testCase,
                                             const Extents &extents,
                                             const Inputs &inputs,
                                             CompiledProgram &compiled) {
  std::optional<std::vector<HostTensor>> before = run(compiled, inputs);
  if (!before)
    return std::nullopt;
  Dependence found;
  // Everything depends on each position of the axis.
  auto addAll = [&](unsigned argument, unsigned axis, int64_t extent) {
    for (auto [result, tensor] : llvm::enumerate(*before))
      for (auto [resultAxis, resultExtent] : llvm::enumerate(tensor.getShape()))
        found.pairs[{argument, axis, unsigned(result), unsigned(resultAxis)}] =
            {resultExtent, extent,
             std::vector<bool>(resultExtent * extent, true)};
  };
  auto addChanges = [&](unsigned argument, unsigned axis, int64_t extent,
                        int64_t position,
                        const std::vector<HostTensor> &after) {
    for (auto [result, tensor] : llvm::enumerate(after)) {
      auto changes = findChanges((*before)[result], tensor);
      for (auto [resultAxis, changed] : llvm::enumerate(changes)) {
        AxisDependence &pair =
            found.pairs
                .try_emplace(
                    {argument, axis, unsigned(result), unsigned(resultAxis)},
                    AxisDependence{int64_t(changed.size()), extent})
                .first->second;
        pair.changes.resize(pair.resultExtent * pair.argumentExtent);
        for (auto [i, isChanged] : llvm::enumerate(changed))
          if (isChanged)
            pair.changes[i * extent + position] = true;
      }
    }
  };
  for (auto [argument, tensor] : llvm::enumerate(inputs)) {
    InputKind kind;
    if (auto it = testCase.inputs.find(argument); it != testCase.inputs.end())
      kind = it->second;
    int64_t bound =
        kind.bound.empty() ? 0 : llvm::cantFail(evaluate(kind.bound, extents));
    for (auto [axis, extent] : llvm::enumerate(tensor->getShape())) {
      if (extent > kMaxTriedExtent) {
        addAll(argument, axis, extent);
        continue;
      }
      for (int64_t position = 0; position < extent; ++position) {
        Inputs changed = inputs;
        changed[argument] =
            changePosition(*tensor, axis, position, kind, bound);
        std::optional<std::vector<HostTensor>> after = run(compiled, changed);
        if (!after)
          return std::nullopt;
        addChanges(argument, axis, extent, position, *after);
      }
    }
  }
  return found;
}

std::optional<Dependence> Dependence::find(const Case &testCase,
                                           const Extents &extents,
                                           mlir::ModuleOp program,
                                           mlir::Operation *op,
                                           ProgramCompiler &oneDevice) {
  if (auto structured = dyn_cast<mlir::linalg::LinalgOp>(op))
    return readMaps(structured);
  if (mlir::OpTrait::hasElementwiseMappableTraits(op))
    return pairSameAxes(op);
  mlir::OwningOpRef<mlir::ModuleOp> module = program.clone();
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics(module->getContext(), os);
  auto compiled = oneDevice.compile(llvm::cantFail(findEntry(*module, "")));
  if (failed(compiled))
    return std::nullopt;
  llvm::Expected<Inputs> inputs =
      makeInputs(testCase, extents, (*compiled)->getSignature());
  if (inputs)
    return tryAll(testCase, extents, *inputs, **compiled);
  llvm::consumeError(inputs.takeError());
  return std::nullopt;
}

} // namespace dtensor
