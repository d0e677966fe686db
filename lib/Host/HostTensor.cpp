//===- HostTensor.cpp - A tensor in the host's memory ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/HostTensor.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
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

llvm::Expected<HostTensor> HostTensor::create(ElementType type,
                                              llvm::ArrayRef<int64_t> shape) {
  constexpr int64_t alignment = 64;
  std::optional<int64_t> numElements = 1;
  for (int64_t extent : shape)
    if (numElements)
      numElements = llvm::checkedMul(*numElements, extent);
  std::optional<int64_t> numBytes;
  if (numElements)
    numBytes = llvm::checkedMulAdd<int64_t>(*numElements, getByteSize(type),
                                            alignment - 1);
  // Never null, so that a tensor without elements still has an address.
  void *data = nullptr;
  if (numBytes && *numBytes >= 0) {
    size_t allocated = std::max(*numBytes / alignment, int64_t(1)) * alignment;
    data = std::aligned_alloc(alignment, allocated);
    if (data)
      std::memset(data, 0, allocated);
  }
  if (!data)
    return llvm::createStringError("not enough memory for a tensor " +
                                   formatTensorType(shape, type));
  return HostTensor(type, shape, *numElements, static_cast<char *>(data));
}

void HostTensor::Free::operator()(char *pointer) const { std::free(pointer); }

} // namespace dtensor
