//===- HostTensor.h - A tensor in the host's memory -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_HOSTTENSOR_H
#define DTENSOR_HOST_HOSTTENSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace dtensor {

/// The type of a buffer's elements. The numbers are those of the runtime's C
/// ABI (`DtElementType`). Integers have no sign. An `I1` takes a byte, which is
/// 0 or 1.
enum class ElementType : int32_t {
  I1 = 0,
  I8 = 1,
  I16 = 2,
  I32 = 3,
  I64 = 4,
  F16 = 5,
  BF16 = 6,
  F32 = 7,
  F64 = 8,
  C64 = 9,
  C128 = 10,
  F8E5M2 = 11,
  F8E4M3FN = 12,
  F8E4M3 = 13,
  F8E5M2FNUZ = 14,
  F8E4M3FNUZ = 15,
  F8E4M3B11FNUZ = 16,
  F8E3M4 = 17,
  F8E8M0FNU = 18,
};

/// The number of element types; their numbers begin with 0.
inline constexpr int32_t kNumElementTypes = 19;

/// The type's name in MLIR: `i1`, `bf16`, `complex<f32>` ...
llvm::StringRef stringify(ElementType type);
unsigned getByteSize(ElementType type);
bool isInteger(ElementType type);
bool isComplex(ElementType type);
/// Whether it is a float of 8 bits. Numbers are stored so; sums have more bits.
bool isByteFloat(ElementType type);

/// The number of elements of a tensor of `shape`. Errors: a negative extent, a
/// size in bytes that does not fit an int64_t.
llvm::Expected<int64_t> countElements(ElementType type,
                                      llvm::ArrayRef<int64_t> shape);

/// `4x8xf32`, as in MLIR's types; a scalar is `f32`. `INT64_MIN` prints as
/// `?`.
std::string formatTensorType(llvm::ArrayRef<int64_t> shape, ElementType type);

/// A dense, row-major tensor. Its memory is its own, which is 64-byte aligned,
/// or somebody else's, which nobody writes to through the tensor.
class HostTensor {
public:
  /// Makes a tensor of zeros. Errors: a negative extent, not enough memory, or
  /// a shape whose size in bytes does not fit an int64_t.
  static llvm::Expected<HostTensor> create(ElementType type,
                                           llvm::ArrayRef<int64_t> shape);
  /// The same, with undefined elements.
  static llvm::Expected<HostTensor>
  createUninitialized(ElementType type, llvm::ArrayRef<int64_t> shape);
  /// Makes a tensor of memory that is already there. `owner` lives as long as
  /// the tensor. The size of the shape must fit an int64_t.
  static HostTensor borrow(ElementType type, llvm::ArrayRef<int64_t> shape,
                           const void *data, std::shared_ptr<const void> owner);

  ElementType getElementType() const { return type; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  int64_t getNumBytes() const { return numElements * getByteSize(type); }

  bool ownsMemory() const { return data.get_deleter().block; }

  char *getData() { return data.get(); }
  const char *getData() const { return data.get(); }
  llvm::StringRef getBytes() const {
    return llvm::StringRef(data.get(), getNumBytes());
  }

  /// The elements as `T`, which must have the size of the element type.
  template <typename T> llvm::ArrayRef<T> getElements() const {
    return llvm::ArrayRef<T>(reinterpret_cast<const T *>(data.get()),
                             getNumBytes() / sizeof(T));
  }
  template <typename T> llvm::MutableArrayRef<T> getElements() {
    return llvm::MutableArrayRef<T>(reinterpret_cast<T *>(data.get()),
                                    getNumBytes() / sizeof(T));
  }

private:
  struct Release {
    /// The memory in which the elements are; null if it is somebody else's.
    void *block;
    std::shared_ptr<const void> owner;

    void operator()(char *) const;
  };
  using Memory = std::unique_ptr<char[], Release>;

  HostTensor(ElementType type, llvm::ArrayRef<int64_t> shape,
             int64_t numElements, Memory data)
      : type(type), shape(shape), numElements(numElements),
        data(std::move(data)) {}

  ElementType type;
  llvm::SmallVector<int64_t> shape;
  int64_t numElements;
  Memory data;
};

} // namespace dtensor

#endif // DTENSOR_HOST_HOSTTENSOR_H
