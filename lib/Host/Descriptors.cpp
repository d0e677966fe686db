//===- Descriptors.cpp - The arguments of a program -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Descriptors.h"

#include "llvm/ADT/Sequence.h"

namespace dtensor {

/// The numbers of a memref descriptor: two pointers, the offset, sizes,
/// strides.
static size_t getSize(size_t rank) { return 3 + 2 * rank; }

static void describe(HostTensor &tensor, int64_t *descriptor) {
  llvm::ArrayRef<int64_t> shape = tensor.getShape();
  auto address =
      static_cast<int64_t>(reinterpret_cast<intptr_t>(tensor.getData()));
  descriptor[0] = address;
  descriptor[1] = address;
  descriptor[2] = 0;
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) {
    descriptor[3 + axis] = shape[axis];
    descriptor[3 + shape.size() + axis] = stride;
  }
}

Descriptors::Descriptors(const Signature &signature,
                         llvm::ArrayRef<const Components *> values) {
  llvm::SmallVector<int64_t> local = signature.devices;
  if (local.empty())
    local = llvm::to_vector(llvm::seq(signature.mesh.getNumDevices()));
  size_t numDevices = local.size();
  size_t numArguments = signature.arguments.size();
  auto getValue = [&](size_t value) -> const ValueSignature & {
    return value < numArguments ? signature.arguments[value]
                                : signature.results[value - numArguments];
  };
  size_t size = 0;
  for (size_t value = 0; value < values.size(); ++value)
    if (getValue(value).isTensor)
      size += getSize(getValue(value).shape.size());
  contents.resize(numDevices * size);
  pointers.reserve(numDevices * values.size());
  devices.reserve(numDevices);

  int64_t *next = contents.data();
  for (int64_t device : local) {
    devices.push_back(pointers.data() + pointers.size());
    for (size_t value = 0; value < values.size(); ++value) {
      HostTensor &component = *(*values[value])[device];
      if (!getValue(value).isTensor) {
        pointers.push_back(component.getData());
        continue;
      }
      describe(component, next);
      pointers.push_back(next);
      next += getSize(component.getShape().size());
    }
  }
}

} // namespace dtensor
