//===- Invocation.cpp - The memory of one call of a program ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Invocation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <cstring>

namespace dtensor {

llvm::Error Invocation::addArgument(const ValueSignature &argument,
                                    std::shared_ptr<HostTensor> input) {
  llvm::Expected<Components> components =
      splitIntoComponents(signature.mesh, argument.layout, std::move(input));
  if (!components)
    return components.takeError();
  values.push_back(std::move(*components));
  return llvm::Error::success();
}

/// Copies components that devices share, or that belong to the caller.
static llvm::Error separate(Components &components, const HostTensor *caller) {
  llvm::SmallPtrSet<const HostTensor *, 8> seen = {caller};
  for (std::shared_ptr<HostTensor> &component : components) {
    if (seen.insert(component.get()).second)
      continue;
    llvm::Expected<HostTensor> copy =
        HostTensor::create(component->getElementType(), component->getShape());
    if (!copy)
      return copy.takeError();
    std::memcpy(copy->getData(), component->getData(),
                component->getNumBytes());
    component = std::make_shared<HostTensor>(std::move(*copy));
  }
  return llvm::Error::success();
}

llvm::Error
Invocation::separateDonors(llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs) {
  for (const ValueSignature &result : signature.results)
    if (result.donor)
      if (llvm::Error error =
              separate(values[*result.donor], inputs[*result.donor].get()))
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
  Components components;
  for (int64_t device = 0, e = signature.mesh.getNumDevices(); device < e;
       ++device) {
    Box box = result.layout.getOwnedBox(signature.mesh, result.shape, device);
    llvm::Expected<HostTensor> component =
        HostTensor::create(result.elementType, getBoxShape(box));
    if (!component)
      return component.takeError();
    components.push_back(std::make_shared<HostTensor>(std::move(*component)));
  }
  values.push_back(std::move(components));
  return llvm::Error::success();
}

/// A memref descriptor: two pointers, the offset, sizes, strides.
static std::vector<int64_t> makeDescriptor(HostTensor &tensor) {
  auto address =
      static_cast<int64_t>(reinterpret_cast<intptr_t>(tensor.getData()));
  llvm::ArrayRef<int64_t> shape = tensor.getShape();
  std::vector<int64_t> descriptor = {address, address, 0};
  llvm::append_range(descriptor, shape);
  descriptor.resize(3 + 2 * shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    descriptor[3 + shape.size() + axis] = stride;
  return descriptor;
}

void Invocation::makeDescriptors() {
  auto isTensor = [&](size_t value) {
    size_t numArguments = signature.arguments.size();
    return value < numArguments
               ? signature.arguments[value].isTensor
               : signature.results[value - numArguments].isTensor;
  };
  int64_t numDevices = signature.mesh.getNumDevices();
  // Pointers into the vectors are taken, so they must not grow any more.
  descriptors.reserve(numDevices * values.size());
  pointers.resize(numDevices);
  for (int64_t device = 0; device < numDevices; ++device) {
    for (auto [value, components] : llvm::enumerate(values)) {
      HostTensor &component = *components[device];
      if (isTensor(value)) {
        descriptors.push_back(makeDescriptor(component));
        pointers[device].push_back(descriptors.back().data());
      } else {
        pointers[device].push_back(component.getData());
      }
    }
    devices.push_back(pointers[device].data());
  }
}

void Invocation::setArgument(unsigned number, Components components) {
  for (auto [i, result] : llvm::enumerate(signature.results))
    if (result.donor == number)
      values[signature.arguments.size() + i] = components;
  values[number] = std::move(components);
  descriptors.clear();
  pointers.clear();
  devices.clear();
  makeDescriptors();
}

llvm::Expected<Invocation>
Invocation::create(const Signature &signature,
                   llvm::ArrayRef<std::shared_ptr<HostTensor>> inputs) {
  if (inputs.size() != signature.arguments.size())
    return llvm::createStringError(
        "required " + llvm::Twine(signature.arguments.size()) +
        " inputs, found " + llvm::Twine(inputs.size()));
  Invocation invocation(signature);
  for (auto [i, argument, input] :
       llvm::enumerate(signature.arguments, inputs)) {
    if (llvm::Error error = invocation.addArgument(argument, input))
      return llvm::createStringError("argument " + llvm::Twine(i) + ": " +
                                     llvm::toString(std::move(error)));
  }
  if (llvm::Error error = invocation.separateDonors(inputs))
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
