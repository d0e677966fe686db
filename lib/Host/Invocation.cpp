//===- Invocation.cpp - The memory of one call of a program ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Invocation.h"

#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace dtensor {

llvm::Error Invocation::addArgument(const ValueSignature &argument,
                                    std::shared_ptr<HostTensor> input) {
  llvm::Expected<Components> components = splitIntoComponents(
      signature.mesh, argument.layout, std::move(input), signature.devices);
  if (!components)
    return components.takeError();
  values.push_back(std::move(*components));
  return llvm::Error::success();
}

llvm::Error Invocation::separateDonors() {
  for (const ValueSignature &result : signature.results)
    if (result.donor)
      if (llvm::Error error = makeExclusive(values[*result.donor]))
        return llvm::createStringError("argument " +
                                       llvm::Twine(*result.donor) + ": " +
                                       llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error Invocation::addResult(const ValueSignature &result) {
  if (result.donor) {
    values.push_back(values[*result.donor]);
    return llvm::Error::success();
  }
  // The host makes the memory before the program computes any extent.
  if (llvm::is_contained(result.shape, INT64_MIN))
    return llvm::createStringError(
        "result " + llvm::Twine(values.size() - signature.arguments.size()) +
        ": required static extents, found " +
        formatTensorType(result.shape, result.elementType));
  llvm::Expected<Components> components = allocateComponents(
      result.elementType,
      getComponentShapes(signature.mesh, result.layout, result.shape),
      getOwners(signature.mesh, result.layout, result.shape, result.isShared,
                signature.devices));
  if (!components)
    return components.takeError();
  // Elements that the program leaves undefined are equal on all devices.
  for (const std::shared_ptr<HostTensor> &component : *components)
    if (component)
      std::memset(component->getData(), 0, component->getNumBytes());
  values.push_back(std::move(*components));
  return llvm::Error::success();
}

void Invocation::makeDescriptors() {
  std::vector<const Components *> pointers;
  for (const Components &components : values)
    pointers.push_back(&components);
  descriptors.emplace(signature, pointers);
}

void Invocation::setArgument(unsigned number, Components components) {
  for (auto [i, result] : llvm::enumerate(signature.results))
    if (result.donor == number)
      values[signature.arguments.size() + i] = components;
  values[number] = std::move(components);
  makeDescriptors();
}

llvm::Expected<Invocation>
Invocation::create(const Signature &signature,
                   std::vector<std::shared_ptr<HostTensor>> inputs) {
  if (inputs.size() != signature.arguments.size())
    return llvm::createStringError(
        "required " + llvm::Twine(signature.arguments.size()) +
        " inputs, found " + llvm::Twine(inputs.size()));
  Invocation invocation(signature);
  for (auto [i, argument, input] :
       llvm::enumerate(signature.arguments, inputs)) {
    if (llvm::Error error = invocation.addArgument(argument, std::move(input)))
      return llvm::createStringError("argument " + llvm::Twine(i) + ": " +
                                     llvm::toString(std::move(error)));
  }
  if (llvm::Error error = invocation.separateDonors())
    return std::move(error);
  for (const ValueSignature &result : signature.results)
    if (llvm::Error error = invocation.addResult(result))
      return std::move(error);
  invocation.makeDescriptors();
  return invocation;
}

llvm::Expected<std::vector<HostTensor>> Invocation::joinResults() const {
  std::vector<HostTensor> results;
  llvm::ArrayRef<Components> components =
      llvm::ArrayRef(values).drop_front(signature.arguments.size());
  for (auto [i, result] : llvm::enumerate(signature.results)) {
    llvm::Expected<HostTensor> global =
        joinComponents(signature.mesh, result.layout, result.elementType,
                       result.shape, components[i]);
    if (!global)
      return llvm::createStringError("result " + llvm::Twine(i) + ": " +
                                     llvm::toString(global.takeError()));
    results.push_back(std::move(*global));
  }
  return results;
}

} // namespace dtensor
