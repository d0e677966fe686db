//===- ElementwiseOps.cpp - arith, math and complex on tensors ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "ScalarOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

/// Evaluates element by element. A scalar operand (a condition of
/// `arith.select`) is used for every element.
static llvm::Expected<Results> evaluateElements(Operation *op,
                                                ArrayRef<Tensor> operands,
                                                Evaluator &evaluator) {
  llvm::Expected<ScalarOp> scalar = ScalarOp::create(op);
  if (!scalar)
    return scalar.takeError();
  const Tensor &shaped =
      *llvm::max_element(operands, [](const Tensor &a, const Tensor &b) {
        return a->getShape().size() < b->getShape().size();
      });
  for (const Tensor &operand : operands)
    if (operand->getShape() != shaped->getShape() &&
        !operand->getShape().empty())
      return makeError(
          op,
          "required operands of equal shapes, found " +
              formatTensorType(shaped->getShape(), shaped->getElementType()) +
              " and " +
              formatTensorType(operand->getShape(), operand->getElementType()));
  SmallVector<HostTensor> results;
  for (Type type : op->getResultTypes()) {
    llvm::Expected<HostTensor> result =
        makeTensor(op, type, shaped->getShape());
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  if (llvm::Error error = evaluator.work(shaped->getNumElements()))
    return error;
  Number in[ScalarOp::kMaxOperands], out[ScalarOp::kMaxResults];
  for (int64_t i = 0, e = shaped->getNumElements(); i < e; ++i) {
    for (auto [number, operand] : llvm::zip(in, operands))
      number = load(*operand, operand->getShape().empty() ? 0 : i);
    if (const char *message = (*scalar)(in, out))
      return makeRaised(op, message);
    for (auto [number, result] : llvm::zip(out, results))
      store(result, i, number);
  }
  return share(std::move(results));
}

static Number toNumber(const APInt &value) {
  // A boolean has no sign.
  return Number::ofInteger(value.getBitWidth() == 1 ? value.getZExtValue()
                                                    : value.getSExtValue());
}

static Number toNumber(const APFloat &value) {
  return Number::ofFloat(value.convertToDouble());
}

static Number toNumber(const std::complex<APFloat> &value) {
  return Number::ofFloat(value.real().convertToDouble(),
                         value.imag().convertToDouble());
}

template <typename T>
static void fill(HostTensor &tensor, DenseElementsAttr values) {
  for (auto [i, value] : llvm::enumerate(values.getValues<T>()))
    store(tensor, i, toNumber(value));
}

static llvm::Error fill(HostTensor &tensor, arith::ConstantOp op) {
  TypedAttr value = op.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    store(tensor, 0, toNumber(integer.getValue()));
  } else if (auto number = dyn_cast<FloatAttr>(value)) {
    store(tensor, 0, toNumber(number.getValue()));
  } else if (auto elements = dyn_cast<DenseElementsAttr>(value)) {
    if (isInteger(tensor.getElementType()))
      fill<APInt>(tensor, elements);
    else if (isComplex(tensor.getElementType()))
      fill<std::complex<APFloat>>(tensor, elements);
    else
      fill<APFloat>(tensor, elements);
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    // The elements of a resource are as they are in memory.
    if (!blob ||
        static_cast<int64_t>(blob->getData().size()) != tensor.getNumBytes())
      return makeError(op, "required a resource of " +
                               Twine(tensor.getNumBytes()) + " bytes, found " +
                               Twine(blob ? blob->getData().size() : 0));
    std::memcpy(tensor.getData(), blob->getData().data(), tensor.getNumBytes());
  } else {
    return makeError(op, "required a number or dense elements");
  }
  return llvm::Error::success();
}

static llvm::Expected<Results> evaluateConstant(arith::ConstantOp op,
                                                ArrayRef<Tensor>, Evaluator &) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  llvm::Expected<HostTensor> tensor = makeTensor(
      op, op.getType(), type ? type.getShape() : ArrayRef<int64_t>());
  if (!tensor)
    return tensor.takeError();
  if (llvm::Error error = fill(*tensor, op))
    return error;
  return share(std::move(*tensor));
}

static llvm::Expected<Results>
evaluateComplexConstant(complex::ConstantOp op, ArrayRef<Tensor>, Evaluator &) {
  llvm::Expected<HostTensor> tensor = makeTensor(op, op.getType(), {});
  if (!tensor)
    return tensor.takeError();
  auto part = [&](unsigned i) {
    return cast<FloatAttr>(op.getValue()[i]).getValueAsDouble();
  };
  store(*tensor, 0, Number::ofFloat(part(0), part(1)));
  return share(std::move(*tensor));
}

void reference::addElementwiseOps(OpEvaluations &evaluations) {
  for (StringRef name : ScalarOp::getAll().keys())
    evaluations[name] = evaluateElements;
  addEvaluation<arith::ConstantOp, evaluateConstant>(evaluations);
  addEvaluation<complex::ConstantOp, evaluateComplexConstant>(evaluations);
}
