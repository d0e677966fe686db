//===- TensorEvaluation.cpp - For ops of the tensor dialect ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorEvaluation.h"
#include "ScalarFunction.h"
#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

Position reference::getMixed(ArrayRef<int64_t> statics, OperandRange dynamics,
                             ArrayRef<Tensor> operands) {
  Position values(statics);
  ArrayRef<Tensor> given = getTensors(dynamics, operands);
  for (int64_t &value : values)
    if (ShapedType::isDynamic(value)) {
      value = getInteger(given.front());
      given = given.drop_front();
    }
  return values;
}

static std::string format(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
  return text;
}

llvm::Error reference::checkPosition(Operation *op, ArrayRef<int64_t> position,
                                     ArrayRef<int64_t> shape) {
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    if (index < 0 || index >= extent)
      return makeError(op, "required a position within extents " +
                               format(shape) + ", found " + format(position));
  return llvm::Error::success();
}

void reference::copyElement(HostTensor &to, int64_t number,
                            const HostTensor &from, int64_t fromNumber) {
  unsigned size = getByteSize(to.getElementType());
  std::memcpy(to.getData() + number * size, from.getData() + fromNumber * size,
              size);
}

llvm::Error
reference::generate(HostTensor &result, Region &region, Evaluator &evaluator,
                    function_ref<bool(const Position &)> isComputed) {
  llvm::Expected<ScalarFunction> body =
      ScalarFunction::create(region, evaluator);
  if (!body)
    return body.takeError();
  for (Positions at(result.getShape()); !at.isDone(); ++at) {
    if (!isComputed(*at))
      continue;
    SmallVector<Number> indices;
    for (int64_t index : *at)
      indices.push_back(Number::ofInteger(index));
    Number value;
    if (llvm::Error error = body->call(indices, value))
      return error;
    store(result, at.getNumber(), value);
  }
  return llvm::Error::success();
}
