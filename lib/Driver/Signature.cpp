//===- Signature.cpp - The signature of an entry function -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/Signature.h"

#include "dtensor/Dialect/Comm/IR/SharedMemory.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"

using namespace mlir;

namespace dtensor {

/// The attribute in which JAX says which part of a function's result a result
/// is: `result['loss']`.
static constexpr StringLiteral kJaxResultInfo = "jax.result_info";

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

void readSharedResults(func::FuncOp entry, Signature &signature) {
  unsigned first = entry.getNumArguments() - signature.results.size();
  for (auto [i, result] : llvm::enumerate(signature.results))
    result.isShared = entry.getArgAttr(first + i, kSharedAttr) != nullptr;
}

/// Adds a value of the source. Import makes one value of each element of a
/// tuple.
static void addSourceValue(Type type, const Twine &name,
                           SmallVectorImpl<SourceSignature::Value> &values) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (auto [i, element] : llvm::enumerate(tuple.getTypes()))
      addSourceValue(element, name + "." + Twine(i), values);
    return;
  }
  values.push_back(
      {name.str(), getElementTypeOrSelf(type).isUnsignedInteger()});
}

SourceSignature readSourceSignature(func::FuncOp entry) {
  SourceSignature signature;
  for (BlockArgument argument : entry.getArguments())
    addSourceValue(argument.getType(),
                   StringRef(describeValue(argument)).ltrim('%'),
                   signature.arguments);
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes())) {
    auto info = entry.getResultAttrOfType<StringAttr>(i, kJaxResultInfo);
    std::string name =
        info && !info.empty() ? info.str() : "result" + std::to_string(i);
    addSourceValue(type, name, signature.results);
  }
  return signature;
}

void SourceSignature::addTo(Signature &signature) const {
  auto add = [](ArrayRef<Value> from, StringRef kind,
                MutableArrayRef<ValueSignature> to) {
    for (auto [i, value] : llvm::enumerate(to)) {
      value.name = i < from.size() ? from[i].name : (kind + Twine(i)).str();
      value.isUnsigned = i < from.size() && from[i].isUnsigned;
    }
  };
  add(arguments, "arg", signature.arguments);
  add(results, "result", signature.results);
}

} // namespace dtensor
