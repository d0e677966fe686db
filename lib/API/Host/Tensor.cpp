//===- Tensor.cpp - A tensor in the memory of one device ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Tensor.h"

#include "Errors.h"
#include "Implementation.h"

#include <cstring>

namespace dt {

using dtensor::HostTensor;

const std::shared_ptr<HostTensor> &unwrap(const Tensor &tensor) {
  return Access::impl(tensor)->tensor;
}

Tensor wrap(std::shared_ptr<HostTensor> tensor, DType dtype) {
  llvm::ArrayRef<int64_t> shape = tensor->getShape();
  return Access::make<Tensor>(std::make_shared<Tensor::Impl>(
      Tensor::Impl{std::move(tensor), dtype, {shape.begin(), shape.end()}}));
}

static Tensor wrap(llvm::Expected<HostTensor> tensor, DType dtype) {
  return wrap(std::make_shared<HostTensor>(check(std::move(tensor))), dtype);
}

std::string describe(const Shape &shape, DType dtype) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text.append(to_string(dtype));
}

Tensor::Tensor(std::shared_ptr<Impl> impl) : impl(std::move(impl)) {}

Tensor Tensor::empty(const Shape &shape, DType dtype) {
  return wrap(HostTensor::createUninitialized(getElementType(dtype), shape),
              dtype);
}

Tensor Tensor::zeros(const Shape &shape, DType dtype) {
  requireZero("Tensor::zeros", dtype);
  return wrap(HostTensor::create(getElementType(dtype), shape), dtype);
}

Tensor Tensor::borrow(const void *data, const Shape &shape, DType dtype,
                      std::shared_ptr<const void> owner) {
  dtensor::ElementType type = getElementType(dtype);
  int64_t size = check(countElements(type, shape));
  // The parts of a complex number are aligned, not the pair.
  int64_t alignment = item_size(dtype) / (dtensor::isComplex(type) ? 2 : 1);
  auto address = reinterpret_cast<uintptr_t>(data);
  if (address % alignment != 0)
    raise("a tensor " + describe(shape, dtype) +
          ": required memory at a multiple of " + llvm::Twine(alignment) +
          " bytes, found address 0x" + llvm::Twine::utohexstr(address));
  if (!data && size != 0)
    raise("a tensor " + describe(shape, dtype) +
          ": required memory, found a null pointer");
  // An empty tensor has an address too.
  if (!data)
    return empty(shape, dtype);
  return wrap(HostTensor::borrow(type, shape, data, std::move(owner)), dtype);
}

Tensor Tensor::copy(const void *data, size_t count, const Shape &shape,
                    DType dtype) {
  Tensor tensor = empty(shape, dtype);
  if (static_cast<int64_t>(count) != tensor.size())
    raise("a tensor " + describe(shape, dtype) + ": required " +
          llvm::Twine(tensor.size()) + " elements, found " +
          llvm::Twine(count));
  if (count != 0)
    std::memcpy(unwrap(tensor)->getData(), data, tensor.num_bytes());
  return tensor;
}

const Shape &Tensor::shape() const { return impl->shape; }
DType Tensor::dtype() const { return impl->dtype; }
int64_t Tensor::size() const { return impl->tensor->getNumElements(); }
const void *Tensor::data() const { return impl->tensor->getData(); }

void *Tensor::mutable_data() {
  if (!impl->tensor->ownsMemory())
    raise("a tensor " + describe(shape(), dtype()) +
          " of borrowed memory cannot be written to");
  if (impl->tensor.use_count() != 1)
    raise("a tensor " + describe(shape(), dtype()) +
          " cannot be written to while a DTensor shares its memory");
  return impl->tensor->getData();
}

void Tensor::require(DType required) const {
  if (required != dtype())
    raise("required elements of type " + nameOf(required) + ", found " +
          nameOf(dtype()));
}

bool Tensor::equals(const Tensor &other) const {
  return dtype() == other.dtype() && shape() == other.shape() &&
         std::memcmp(data(), other.data(), num_bytes()) == 0;
}

} // namespace dt
