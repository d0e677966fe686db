//===- Dependence.cpp - Which positions depend on which -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependence.h"

#include "dtensor/Driver/Invocation.h"
#include "dtensor/Frontend/Text/OneLineDiagnostics.h"
#include "dtensor/Host/Element.h"
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

bool AxisDependence::isSparse() const {
  int64_t numChanges = llvm::count(changes, true);
  return numChanges > 0 && 3 * numChanges <= int64_t(changes.size());
}

int64_t AxisDependence::countMissing(int64_t count, int64_t coordinate) const {
  Slice wanted = chunk(resultExtent, count, coordinate);
  Slice owned = chunk(argumentExtent, count, coordinate);
  int64_t numMissing = 0;
  for (int64_t argument = 0; argument < argumentExtent; ++argument) {
    if (argument >= owned.offset && argument < owned.offset + owned.extent)
      continue;
    bool isWanted = false;
    for (int64_t i = 0; i < wanted.extent; ++i)
      isWanted |= get(wanted.offset + i, argument);
    numMissing += isWanted;
  }
  return numMissing;
}

//===----------------------------------------------------------------------===//
// Of a program
//===----------------------------------------------------------------------===//

/// Gives an element another value that is far from its own: above or below all
/// others, so that none of them hides it.
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

/// Nothing if the program raises an error.
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
               const InputKind &kind, int64_t bound, bool isUp) {
  ElementType type = tensor.getElementType();
  auto copy = std::make_shared<HostTensor>(
      llvm::cantFail(HostTensor::create(type, tensor.getShape())));
  std::memcpy(copy->getData(), tensor.getData(), tensor.getNumBytes());
  llvm::SmallVector<int64_t> positions(tensor.getShape().size());
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    getPositions(i, tensor.getShape(), positions);
    if (positions[axis] == position)
      change(type, copy->getData() + i * getByteSize(type), kind, bound, isUp);
  }
  return copy;
}

/// By axis, the positions at which elements differ.
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

std::optional<Dependence::Pairs>
Dependence::findFor(const Case &testCase, const Extents &extents,
                    const Inputs &inputs, CompiledProgram &compiled) {
  std::optional<std::vector<HostTensor>> before = run(compiled, inputs);
  if (!before)
    return std::nullopt;
  Pairs pairs;
  auto addChanges = [&](unsigned argument, unsigned axis, int64_t extent,
                        int64_t position,
                        const std::vector<HostTensor> &after) {
    for (auto [result, tensor] : llvm::enumerate(after)) {
      auto changes = findChanges((*before)[result], tensor);
      for (auto [resultAxis, changed] : llvm::enumerate(changes)) {
        AxisDependence &pair =
            pairs
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
    for (auto [axis, extent] : llvm::enumerate(tensor->getShape()))
      for (int64_t position = 0; position < extent; ++position)
        for (bool isUp : {true, false}) {
          Inputs changed = inputs;
          changed[argument] =
              changePosition(*tensor, axis, position, kind, bound, isUp);
          std::optional<std::vector<HostTensor>> after = run(compiled, changed);
          if (!after)
            return std::nullopt;
          addChanges(argument, axis, extent, position, *after);
        }
  }
  return pairs;
}

std::optional<Dependence> Dependence::find(const Case &testCase,
                                           const Extents &extents,
                                           mlir::ModuleOp program,
                                           ProgramCompiler &oneDevice) {
  mlir::OwningOpRef<mlir::ModuleOp> module = program.clone();
  std::string messages;
  llvm::raw_string_ostream os(messages);
  OneLineDiagnostics diagnostics(module->getContext(), os);
  auto compiled = oneDevice.compile(llvm::cantFail(findEntry(*module, "")));
  if (failed(compiled))
    return std::nullopt;
  Dependence found;
  // Far from those of the trials.
  constexpr uint64_t kOtherSeed = 1000;
  for (auto [seed, pairs] : {std::pair(uint64_t(1), &found.first),
                             std::pair(kOtherSeed, &found.second)}) {
    llvm::Expected<Inputs> inputs =
        makeInputs(testCase, extents, (*compiled)->getSignature(), seed);
    if (!inputs) {
      llvm::consumeError(inputs.takeError());
      return std::nullopt;
    }
    std::optional<Pairs> some = findFor(testCase, extents, *inputs, **compiled);
    if (!some)
      return std::nullopt;
    *pairs = std::move(*some);
  }
  return found;
}

bool Dependence::isFixed(unsigned argument, unsigned argumentAxis,
                         unsigned result, unsigned resultAxis) const {
  Key key{argument, argumentAxis, result, resultAxis};
  return first.at(key).changes == second.at(key).changes;
}

} // namespace dtensor
