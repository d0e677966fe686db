//===- HostTensors.h - Small tensors written out ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_HOST_HOSTTENSORS_H
#define DTENSOR_UNIT_HOST_HOSTTENSORS_H

#include "../Layout/Parsing.h"
#include "dtensor/Host/Components.h"
#include "gtest/gtest.h"

namespace dtensor {

/// A tensor with these elements, in row-major order.
template <typename T>
HostTensor makeTensor(ElementType type, llvm::ArrayRef<int64_t> shape,
                      std::initializer_list<T> elements) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(type, shape));
  EXPECT_EQ(tensor.getElements<T>().size(), elements.size());
  llvm::copy(elements, tensor.getElements<T>().begin());
  return tensor;
}

/// 0, 1, 2 ... as f32.
inline HostTensor makeIota(llvm::ArrayRef<int64_t> shape) {
  HostTensor tensor =
      llvm::cantFail(HostTensor::create(ElementType::F32, shape));
  float next = 0;
  for (float &element : tensor.getElements<float>())
    element = next++;
  return tensor;
}

inline std::shared_ptr<HostTensor> share(HostTensor tensor) {
  return std::make_shared<HostTensor>(std::move(tensor));
}

} // namespace dtensor

#endif // DTENSOR_UNIT_HOST_HOSTTENSORS_H
