//===- Addends.cpp - Addends of partial arguments -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addends.h"

#include "dtensor/Host/Element.h"
#include <cstring>
#include <map>

namespace dtensor {

static bool isExact(ElementType type, std::complex<double> value) {
  char stored[16];
  storeFloat(type, stored, value);
  return loadFloat(type, stored) == value;
}

static bool isWide(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64 ||
         isComplex(type);
}

namespace {
/// The elements at one position, on the devices that have addends of it.
class Parts {
public:
  Parts(ElementType type, llvm::ArrayRef<char *> elements)
      : type(type), elements(elements) {}

  /// The first device has the value, and the others zeros. Each of the others
  /// gets an addend, and the first gets the value less these. Every other
  /// integer is a sum that wraps around; extending the addends of such a sum
  /// does not give the extended sum.
  void spreadSum(int64_t position) {
    int64_t numOthers = elements.size() - 1;
    int64_t addend = 1 + position % 2;
    char *first = elements.front();
    if (isInteger(type)) {
      if (position % 2 == 0)
        addend = int64_t(-1) << (8 * getByteSize(type) - 1);
      storeInteger(type, first,
                   int64_t(uint64_t(loadInteger(type, first)) -
                           uint64_t(numOthers) * uint64_t(addend)));
      for (char *element : elements.drop_front())
        storeInteger(type, element, addend);
      return;
    }
    std::complex<double> value = loadFloat(type, first);
    // Rounding is linear on integers. Narrow types have no spare bits.
    double size = double(addend) + (isWide(type) ? 0.5 : 0);
    std::complex<double> part(size, isComplex(type) ? -size : 0);
    // The sum is exact in any order.
    for (int64_t i = 1; i <= numOthers; ++i)
      for (double count : {double(i), -double(i)})
        if (!isExact(type, value + count * part) ||
            !isExact(type, count * part))
          return;
    storeFloat(type, first, value - double(numOthers) * part);
    for (char *element : elements.drop_front())
      storeFloat(type, element, part);
  }

  /// All devices have the value. All but number `holder` get a smaller one.
  void spreadMax(int64_t holder) {
    for (auto [i, element] : llvm::enumerate(elements)) {
      if (int64_t(i) == holder % int64_t(elements.size()))
        continue;
      if (isInteger(type)) {
        int64_t less = loadInteger(type, element) - 1;
        char stored[8];
        storeInteger(type, stored, less);
        if (loadInteger(type, stored) == less)
          storeInteger(type, element, less);
        continue;
      }
      std::complex<double> less = loadFloat(type, element) - 1.0;
      if (isExact(type, less))
        storeFloat(type, element, less);
    }
  }

private:
  ElementType type;
  llvm::ArrayRef<char *> elements;
};
} // namespace

/// The combiner of all partial dimensions, or nothing if there are several.
static std::optional<Combiner> getCombiner(const Layout &layout) {
  if (!layout.isPartial())
    return std::nullopt;
  Combiner combiner = layout.getPartial().front().combiner;
  for (PartialDim partial : layout.getPartial())
    if (partial.combiner != combiner)
      return std::nullopt;
  return combiner;
}

static llvm::Expected<Components> copy(const Components &components) {
  Components copies;
  for (const std::shared_ptr<HostTensor> &component : components) {
    llvm::Expected<HostTensor> copied =
        HostTensor::create(component->getElementType(), component->getShape());
    if (!copied)
      return copied.takeError();
    std::memcpy(copied->getData(), component->getData(),
                component->getNumBytes());
    copies.push_back(std::make_shared<HostTensor>(std::move(*copied)));
  }
  return copies;
}

/// Groups of devices with addends of the same component, by all of their
/// coordinates except the partial ones. Devices at coordinate 0 come first.
static std::map<std::vector<int64_t>, llvm::SmallVector<HostTensor *>>
groupParts(const Mesh &mesh, const Layout &layout,
           const Components &components) {
  std::map<std::vector<int64_t>, llvm::SmallVector<HostTensor *>> groups;
  for (auto [device, component] : llvm::enumerate(components)) {
    auto coordinates = mesh.getCoordinates(device);
    for (PartialDim partial : layout.getPartial())
      coordinates[partial.dim] = 0;
    groups[{coordinates.begin(), coordinates.end()}].push_back(component.get());
  }
  return groups;
}

llvm::Error spreadAddends(const Signature &signature, Invocation &invocation) {
  for (auto [number, argument] : llvm::enumerate(signature.arguments)) {
    std::optional<Combiner> combiner = getCombiner(argument.layout);
    ElementType type = argument.elementType;
    bool isMax = combiner == Combiner::MaxSigned ||
                 combiner == Combiner::Maximum || combiner == Combiner::MaxNum;
    if (!argument.isTensor || type == ElementType::I1 ||
        (combiner != Combiner::Add && !isMax))
      continue;
    llvm::Expected<Components> components =
        copy(invocation.getArgument(number));
    if (!components)
      return components.takeError();
    for (const auto &[coordinates, tensors] :
         groupParts(signature.mesh, argument.layout, *components))
      for (int64_t i = 0, e = tensors.front()->getNumElements(); i < e; ++i) {
        llvm::SmallVector<char *> elements;
        for (HostTensor *tensor : tensors)
          elements.push_back(tensor->getData() + i * getByteSize(type));
        Parts parts(type, elements);
        if (isMax)
          parts.spreadMax(number + i);
        else
          parts.spreadSum(i);
      }
    invocation.setArgument(number, std::move(*components));
  }
  return llvm::Error::success();
}

} // namespace dtensor
