//===- InterpretedProgram.cpp - A module for the interpreter --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/InterpretedProgram.h"

#include "dtensor/Partition/UnrollLocalMaps.h"
#include "dtensor/Pipelines/PartitionPipeline.h"
#include "mlir/Pass/PassManager.h"
#include <cstring>

using namespace mlir;

namespace dtensor {

FailureOr<InterpretedProgram> InterpretedProgram::create(func::FuncOp entry) {
  ModuleOp module = entry->getParentOfType<ModuleOp>();
  std::string name = entry.getName().str();
  SourceSignature source = readSourceSignature(entry);
  PassManager importing(entry.getContext());
  buildFrontendPipeline(importing);
  if (failed(importing.run(module)) || failed(unrollLocalMaps(module)))
    return failure();
  entry = module.lookupSymbol<func::FuncOp>(name);
  llvm::Expected<Signature> signature = readSignature(entry);
  if (!signature)
    return emitError(UnknownLoc::get(module.getContext()))
           << llvm::toString(signature.takeError());
  source.addTo(*signature);
  return InterpretedProgram(entry, std::move(*signature));
}

static llvm::Error checkInput(unsigned position, const ValueSignature &argument,
                              const HostTensor &input) {
  bool fits =
      input.getElementType() == argument.elementType &&
      input.getShape().size() == argument.shape.size() &&
      llvm::all_of(llvm::zip(input.getShape(), argument.shape), [](auto pair) {
        auto [found, required] = pair;
        return required == INT64_MIN || required == found;
      });
  if (fits)
    return llvm::Error::success();
  return llvm::createStringError(
      "argument " + Twine(position) + ": required " +
      formatTensorType(argument.shape, argument.elementType) + ", found " +
      formatTensorType(input.getShape(), input.getElementType()));
}

llvm::Expected<std::vector<HostTensor>>
InterpretedProgram::run(ArrayRef<std::shared_ptr<HostTensor>> inputs,
                        const reference::InterpretOptions &options) {
  if (inputs.size() != signature.arguments.size())
    return llvm::createStringError("required " +
                                   Twine(signature.arguments.size()) +
                                   " inputs, found " + Twine(inputs.size()));
  std::vector<reference::Tensor> arguments;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (llvm::Error error = checkInput(i, signature.arguments[i], *input))
      return std::move(error);
    arguments.push_back(input);
  }
  auto values = reference::interpret(entry, arguments, options);
  if (!values)
    return values.takeError();
  // The interpreter shares equal values; the results are the caller's own.
  std::vector<HostTensor> results;
  for (const reference::Tensor &value : *values) {
    llvm::Expected<HostTensor> result =
        HostTensor::create(value->getElementType(), value->getShape());
    if (!result)
      return result.takeError();
    std::memcpy(result->getData(), value->getData(), value->getNumBytes());
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace dtensor
