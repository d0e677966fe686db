//===- HostType.cpp - Which elements a host has for a type ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Reference/HostType.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace dtensor {

std::optional<ElementType> getElementType(Type type) {
  if (type.isIndex())
    return ElementType::I64;
  if (type.isInteger(1))
    return ElementType::I1;
  if (type.isInteger(8))
    return ElementType::I8;
  if (type.isInteger(16))
    return ElementType::I16;
  if (type.isInteger(32))
    return ElementType::I32;
  if (type.isInteger(64))
    return ElementType::I64;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return ElementType::C64;
    if (complex.getElementType().isF64())
      return ElementType::C128;
  }
  return llvm::TypeSwitch<Type, std::optional<ElementType>>(type)
      .Case([](Float8E5M2Type) { return ElementType::F8E5M2; })
      .Case([](Float8E4M3FNType) { return ElementType::F8E4M3FN; })
      .Case([](Float8E4M3Type) { return ElementType::F8E4M3; })
      .Case([](Float8E5M2FNUZType) { return ElementType::F8E5M2FNUZ; })
      .Case([](Float8E4M3FNUZType) { return ElementType::F8E4M3FNUZ; })
      .Case([](Float8E4M3B11FNUZType) { return ElementType::F8E4M3B11FNUZ; })
      .Case([](Float8E3M4Type) { return ElementType::F8E3M4; })
      .Case([](Float8E8M0FNUType) { return ElementType::F8E8M0FNU; })
      .Default(std::nullopt);
}

} // namespace dtensor
