//===- StoredType.h - Types of elements in safetensors files ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_STOREDTYPE_H
#define DTENSOR_CHECKPOINT_STOREDTYPE_H

#include "dtensor/Host/HostTensor.h"

namespace dtensor {

/// How elements of a type are stored in a safetensors file.
struct StoredType {
  /// The name of the Python array API, and of `ml_dtypes` for narrow floats.
  llvm::StringLiteral name;
  ElementType type;
  bool isUnsigned;
  /// The type in the file. Narrow floats that safetensors does not have are
  /// bytes, and complex128 is two F64, along a last axis that is added.
  llvm::StringLiteral inFile;
  bool isPair = false;

  unsigned getByteSize() const { return dtensor::getByteSize(type); }
};

/// All of them.
llvm::ArrayRef<StoredType> getStoredTypes();
const StoredType &getStoredType(ElementType type, bool isUnsigned);
/// The type with a name; null if there is none.
const StoredType *findStoredType(llvm::StringRef name);
/// The type of elements that another program has written as `inFile`; null if
/// tensors of this project cannot have it, as F4.
const StoredType *findTypeInFile(llvm::StringRef inFile);

/// The bits of an element of a type of safetensors 0.8; nothing for a name that
/// it does not have.
std::optional<unsigned> getBitsInFile(llvm::StringRef inFile);

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_STOREDTYPE_H
