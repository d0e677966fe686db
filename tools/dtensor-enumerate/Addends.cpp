//===- Addends.cpp - What devices have of a partial argument --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addends.h"

#include "dtensor/Host/Element.h"
#include <map>

namespace dtensor {

static bool isExact(ElementType type, std::complex<double> value) {
  char stored[16];
  storeFloat(type, stored, value);
  return loadFloat(type, stored) == value;
}

/// Adds `addend` to all `numZeros` zeros of a sum, and takes it off the one
/// with the value.
static void spread(ElementType type, char *value, char *zero, int64_t numZeros,
                   int64_t addend) {
  if (isInteger(type)) {
    storeInteger(type, zero, addend);
    storeInteger(type, value, loadInteger(type, value) - numZeros * addend);
    return;
  }
  std::complex<double> old = loadFloat(type, value);
  std::complex<double> part(addend, isComplex(type) ? -addend : 0);
  // Whatever the order of the sum.
  for (int64_t i = 1; i <= numZeros; ++i)
    for (double count : {double(i), -double(i)})
      if (!isExact(type, old + count * part) || !isExact(type, count * part))
        return;
  storeFloat(type, zero, part);
  storeFloat(type, value, old - static_cast<double>(numZeros) * part);
}

static bool isSum(const Layout &layout) {
  return layout.isPartial() &&
         llvm::all_of(layout.getPartial(), [](PartialDim partial) {
           return partial.combiner == Combiner::Add;
         });
}

static void spread(const Mesh &mesh, const ValueSignature &argument,
                   const Components &components) {
  // Devices of the same part, and which of their tensors has the value.
  struct Sharers {
    HostTensor *value = nullptr, *zeros = nullptr;
  };
  std::map<std::vector<int64_t>, Sharers> sharers;
  int64_t numSharers = 1;
  for (PartialDim partial : argument.layout.getPartial())
    numSharers *= mesh.getSize(partial.dim);
  for (auto [device, component] : llvm::enumerate(components)) {
    std::vector<int64_t> key;
    for (Slice slice :
         argument.layout.getOwnedBox(mesh, argument.shape, device))
      key.insert(key.end(), {slice.offset, slice.extent});
    auto coordinates = mesh.getCoordinates(device);
    bool hasValue =
        llvm::all_of(argument.layout.getPartial(), [&](PartialDim partial) {
          return coordinates[partial.dim] == 0;
        });
    (hasValue ? sharers[key].value : sharers[key].zeros) = component.get();
  }
  unsigned size = getByteSize(argument.elementType);
  for (const auto &[key, each] : sharers) {
    if (!each.value || !each.zeros)
      continue;
    for (int64_t i = 0, e = each.value->getNumElements(); i < e; ++i)
      spread(argument.elementType, each.value->getData() + i * size,
             each.zeros->getData() + i * size, numSharers - 1,
             /*addend=*/1 + i % 2);
  }
}

void spreadAddends(const Signature &signature, Invocation &invocation) {
  for (auto [number, argument] : llvm::enumerate(signature.arguments))
    if (argument.isTensor && isSum(argument.layout) &&
        argument.elementType != ElementType::I1)
      spread(signature.mesh, argument, invocation.getArgument(number));
}

} // namespace dtensor
