//===- Signature.cpp - The signature of an entry function -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/Signature.h"

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"

using namespace mlir;

namespace dtensor {

static llvm::Expected<ValueSignature> readValue(const Twine &name,
                                                const Mesh &mesh, Type type,
                                                Attribute globalType,
                                                Attribute layout) {
  if (auto attribute = dyn_cast_or_null<TypeAttr>(globalType))
    type = attribute.getValue();
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> elementType =
      getElementType(tensor ? tensor.getElementType() : type);
  if (!elementType) {
    std::string found;
    llvm::raw_string_ostream(found) << type;
    return llvm::createStringError(
        name + ": required a ranked tensor or a number of a type that hosts " +
        "have, found " + found);
  }
  ValueSignature value{*elementType, tensor != nullptr, {}, Layout(0), false};
  if (!tensor)
    return value;
  for (int64_t extent : tensor.getShape())
    value.shape.push_back(ShapedType::isDynamic(extent) ? INT64_MIN : extent);
  value.layout = Layout(value.shape.size());
  if (auto attribute = dyn_cast_or_null<LayoutAttr>(layout)) {
    llvm::Expected<Layout> resolved = attribute.resolve(mesh);
    if (!resolved)
      return llvm::createStringError(name + ": " +
                                     llvm::toString(resolved.takeError()));
    value.layout = std::move(*resolved);
  }
  return value;
}

llvm::Expected<Signature> readSignature(func::FuncOp entry) {
  Signature signature;
  for (MeshOp mesh : entry->getParentOfType<ModuleOp>().getOps<MeshOp>())
    signature.mesh = mesh.getMesh();
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    llvm::Expected<ValueSignature> value = readValue(
        "argument " + Twine(i), signature.mesh, type,
        entry.getArgAttr(i, kGlobalTypeAttr), entry.getArgAttr(i, kLayoutAttr));
    if (!value)
      return value.takeError();
    signature.arguments.push_back(std::move(*value));
  }
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes())) {
    llvm::Expected<ValueSignature> value =
        readValue("result " + Twine(i), signature.mesh, type,
                  entry.getResultAttr(i, kGlobalTypeAttr),
                  entry.getResultAttr(i, kLayoutAttr));
    if (!value)
      return value.takeError();
    signature.results.push_back(std::move(*value));
  }
  for (const Donation &donation : matchDonations(entry))
    if (donation.result)
      signature.results[*donation.result].donor = donation.argument;
  return signature;
}

SmallVector<bool> findUnsignedResults(func::FuncOp entry) {
  SmallVector<bool> isUnsigned;
  SmallVector<Type> types(llvm::reverse(entry.getResultTypes()));
  while (!types.empty()) {
    Type type = types.pop_back_val();
    if (auto tuple = dyn_cast<TupleType>(type))
      llvm::append_range(types, llvm::reverse(tuple.getTypes()));
    else
      isUnsigned.push_back(getElementTypeOrSelf(type).isUnsignedInteger());
  }
  return isUnsigned;
}

} // namespace dtensor
