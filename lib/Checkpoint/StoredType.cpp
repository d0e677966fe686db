//===- StoredType.cpp - Types of elements in safetensors files ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/StoredType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace dtensor {

// Of several rows with one type in the file, the first is that of a file of
// another program.
static constexpr StoredType kTypes[] = {
    {"bool", ElementType::I1, false, "BOOL"},
    {"int8", ElementType::I8, false, "I8"},
    {"int16", ElementType::I16, false, "I16"},
    {"int32", ElementType::I32, false, "I32"},
    {"int64", ElementType::I64, false, "I64"},
    {"uint8", ElementType::I8, true, "U8"},
    {"uint16", ElementType::I16, true, "U16"},
    {"uint32", ElementType::I32, true, "U32"},
    {"uint64", ElementType::I64, true, "U64"},
    {"float16", ElementType::F16, false, "F16"},
    {"bfloat16", ElementType::BF16, false, "BF16"},
    {"float32", ElementType::F32, false, "F32"},
    {"float64", ElementType::F64, false, "F64"},
    {"complex64", ElementType::C64, false, "C64"},
    {"complex128", ElementType::C128, false, "F64", /*isPair=*/true},
    {"float8_e5m2", ElementType::F8E5M2, false, "F8_E5M2"},
    {"float8_e4m3fn", ElementType::F8E4M3FN, false, "F8_E4M3"},
    {"float8_e4m3", ElementType::F8E4M3, false, "U8"},
    {"float8_e5m2fnuz", ElementType::F8E5M2FNUZ, false, "F8_E5M2FNUZ"},
    {"float8_e4m3fnuz", ElementType::F8E4M3FNUZ, false, "F8_E4M3FNUZ"},
    {"float8_e4m3b11fnuz", ElementType::F8E4M3B11FNUZ, false, "U8"},
    {"float8_e3m4", ElementType::F8E3M4, false, "U8"},
    {"float8_e8m0fnu", ElementType::F8E8M0FNU, false, "F8_E8M0"},
};

llvm::ArrayRef<StoredType> getStoredTypes() { return kTypes; }

const StoredType &getStoredType(ElementType type, bool isUnsigned) {
  const StoredType *found = nullptr;
  for (const StoredType &each : kTypes)
    // Types without a sign are there once.
    if (each.type == type && (!found || each.isUnsigned == isUnsigned))
      found = &each;
  assert(found && "each element type has a row");
  return *found;
}

const StoredType *findStoredType(llvm::StringRef name) {
  for (const StoredType &each : kTypes)
    if (each.name == name)
      return &each;
  return nullptr;
}

const StoredType *findTypeInFile(llvm::StringRef inFile) {
  for (const StoredType &each : kTypes)
    if (each.inFile == inFile)
      return &each;
  return nullptr;
}

std::optional<unsigned> getBitsInFile(llvm::StringRef inFile) {
  unsigned bits =
      llvm::StringSwitch<unsigned>(inFile)
          .Case("F4", 4)
          .Cases({"F6_E2M3", "F6_E3M2"}, 6)
          .Cases({"BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0"}, 8)
          .Cases({"F8_E4M3FNUZ", "F8_E5M2FNUZ"}, 8)
          .Cases({"I16", "U16", "F16", "BF16"}, 16)
          .Cases({"I32", "U32", "F32"}, 32)
          .Cases({"I64", "U64", "F64", "C64"}, 64)
          .Default(0);
  return bits ? std::optional(bits) : std::nullopt;
}

} // namespace dtensor
