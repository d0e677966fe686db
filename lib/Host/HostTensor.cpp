//===- HostTensor.cpp - A tensor in the host's memory ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/HostTensor.h"

#include "dtensor/Host/HostMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace dtensor {

llvm::StringRef stringify(ElementType type) {
  static constexpr llvm::StringLiteral names[] = {"i1",
                                                  "i8",
                                                  "i16",
                                                  "i32",
                                                  "i64",
                                                  "f16",
                                                  "bf16",
                                                  "f32",
                                                  "f64",
                                                  "complex<f32>",
                                                  "complex<f64>",
                                                  "f8E5M2",
                                                  "f8E4M3FN",
                                                  "f8E4M3",
                                                  "f8E5M2FNUZ",
                                                  "f8E4M3FNUZ",
                                                  "f8E4M3B11FNUZ",
                                                  "f8E3M4",
                                                  "f8E8M0FNU"};
  static_assert(std::size(names) == kNumElementTypes);
  return names[static_cast<int>(type)];
}

unsigned getByteSize(ElementType type) {
  static constexpr unsigned sizes[] = {1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  if (isByteFloat(type))
    return 1;
  return sizes[static_cast<int>(type)];
}

bool isInteger(ElementType type) { return type <= ElementType::I64; }

bool isComplex(ElementType type) {
  return type == ElementType::C64 || type == ElementType::C128;
}

bool isByteFloat(ElementType type) { return type >= ElementType::F8E5M2; }

std::string formatTensorType(llvm::ArrayRef<int64_t> shape, ElementType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : shape) {
    if (extent == INT64_MIN)
      os << "?x";
    else
      os << extent << 'x';
  }
  os << stringify(type);
  return text;
}

static llvm::Error makeSizeError(ElementType type,
                                 llvm::ArrayRef<int64_t> shape) {
  return llvm::createStringError("not enough memory for a tensor " +
                                 formatTensorType(shape, type));
}

llvm::Expected<int64_t> countElements(ElementType type,
                                      llvm::ArrayRef<int64_t> shape) {
  std::optional<int64_t> numElements = 1;
  bool isEmpty = llvm::is_contained(shape, 0);
  for (int64_t extent : shape) {
    if (extent < 0)
      return llvm::createStringError(
          "required extents of at least 0, found a tensor " +
          formatTensorType(shape, type));
    if (numElements && !isEmpty)
      numElements = llvm::checkedMul(*numElements, extent);
  }
  if (isEmpty)
    return 0;
  if (!numElements ||
      !llvm::checkedMulAdd<int64_t>(*numElements, getByteSize(type), kHugePage))
    return makeSizeError(type, shape);
  return *numElements;
}

llvm::Expected<HostTensor>
HostTensor::createUninitialized(ElementType type,
                                llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<int64_t> numElements = countElements(type, shape);
  if (!numElements)
    return numElements.takeError();
  // Never null, so that a tensor without elements still has an address.
  int64_t numBytes = std::max<int64_t>(*numElements * getByteSize(type), 1);
  HostBlock memory = allocateHostMemory(numBytes);
  if (!memory.block)
    return makeSizeError(type, shape);
  return HostTensor(type, shape, *numElements,
                    Memory(memory.begin, Release{memory.block, nullptr}));
}

llvm::Expected<HostTensor> HostTensor::create(ElementType type,
                                              llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<HostTensor> tensor = createUninitialized(type, shape);
  if (tensor)
    std::memset(tensor->getData(), 0, tensor->getNumBytes());
  return tensor;
}

HostTensor HostTensor::borrow(ElementType type, llvm::ArrayRef<int64_t> shape,
                              const void *data,
                              std::shared_ptr<const void> owner) {
  char *address = static_cast<char *>(const_cast<void *>(data));
  return HostTensor(type, shape, llvm::cantFail(countElements(type, shape)),
                    Memory(address, Release{nullptr, std::move(owner)}));
}

void HostTensor::Release::operator()(char *) const { releaseHostMemory(block); }

} // namespace dtensor
