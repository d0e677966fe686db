//===- Evaluation.cpp - Shared code of evaluations ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include <cstring>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

llvm::Expected<HostTensor> reference::copy(const HostTensor &tensor) {
  llvm::Expected<HostTensor> made =
      HostTensor::create(tensor.getElementType(), tensor.getShape());
  if (made && tensor.getNumBytes() != 0)
    std::memcpy(made->getData(), tensor.getData(), tensor.getNumBytes());
  return made;
}

llvm::Expected<SmallVector<HostTensor>>
reference::copyAll(ArrayRef<Tensor> tensors) {
  SmallVector<HostTensor> copies;
  for (const Tensor &tensor : tensors) {
    llvm::Expected<HostTensor> made = copy(*tensor);
    if (!made)
      return made.takeError();
    copies.push_back(std::move(*made));
  }
  return copies;
}

Results reference::share(HostTensor tensor) {
  return {std::make_shared<const HostTensor>(std::move(tensor))};
}

Results reference::share(SmallVector<HostTensor> tensors) {
  Results results;
  for (HostTensor &tensor : tensors)
    results.push_back(std::make_shared<const HostTensor>(std::move(tensor)));
  return results;
}
