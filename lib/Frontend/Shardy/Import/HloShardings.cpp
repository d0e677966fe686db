//===- HloShardings.cpp - Shardings of XLA in a program -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloShardings.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::sdy;
using Kind = HloSharding::Kind;

void HloShardings::addGrids(HloSharding sharding, StringAttr text,
                            SmallVectorImpl<DeviceGrid> &grids) {
  if (sharding.kind == Kind::Tuple) {
    texts[text].isTuple = true;
    // The elements of nested tuples are consecutive values.
    for (HloSharding &element : sharding.elements)
      addGrids(std::move(element), text, grids);
    return;
  }
  if (sharding.kind == Kind::Tiled) {
    DeviceGrid &grid = grids.emplace_back();
    for (auto [axis, size] : llvm::enumerate(sharding.tiles))
      grid.axes.push_back({"d" + std::to_string(axis), size});
    grid.devices = sharding.devices;
  }
  unsigned grid = grids.empty() ? 0 : grids.size() - 1;
  texts[text].leaves.push_back({std::move(sharding), grid});
}

DictionaryAttr sdy::getAnnotations(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "stablehlo" || dialect == "chlo"
             ? op->getDiscardableAttrDictionary()
             : op->getAttrDictionary();
}

LogicalResult HloShardings::read(ModuleOp module,
                                 SmallVectorImpl<DeviceGrid> &grids) {
  llvm::SetVector<StringAttr> found;
  // This visits each attribute once, however many ops have it.
  AttrTypeWalker walker;
  walker.addWalk([&](DictionaryAttr dictionary) {
    if (auto text = dictionary.getAs<StringAttr>(kHloShardingName))
      found.insert(text);
  });
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    DictionaryAttr annotations = getAnnotations(op);
    if (annotations.empty())
      return WalkResult::advance();
    found.clear();
    walker.walk(annotations);
    for (StringAttr text : found) {
      if (texts.contains(text))
        continue;
      llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
      if (!sharding) {
        op->emitError() << llvm::toString(sharding.takeError());
        return WalkResult::interrupt();
      }
      addGrids(std::move(*sharding), text, grids);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

std::optional<int64_t> HloShardings::getGroup(StringAttr text) const {
  auto known = texts.find(text);
  if (known == texts.end() || known->second.isTuple)
    return std::nullopt;
  return known->second.leaves.front().sharding.group;
}

DimList HloShardings::getManualDims(StringAttr text,
                                    const CommonMesh &common) const {
  DimList dims;
  auto known = texts.find(text);
  if (known == texts.end())
    return dims;
  const Leaf &leaf = known->second.leaves.front();
  if (leaf.sharding.kind == Kind::Manual)
    llvm::append_range(dims,
                       llvm::seq<unsigned>(0, common.mesh.getNumDimensions()));
  if (leaf.sharding.kind == Kind::Tiled)
    for (auto [subgroup, kind] : llvm::enumerate(leaf.sharding.subgroups))
      if (kind == Kind::Manual)
        for (CommonMesh::Part part :
             common.grids[leaf.grid][leaf.sharding.getRank() + subgroup])
          dims.push_back(part.dim);
  llvm::sort(dims);
  return dims;
}

FailureOr<Attribute> HloShardings::convert(Operation *op, StringAttr text,
                                           unsigned index, unsigned count,
                                           Type type, ArrayRef<int64_t> open,
                                           bool isInside,
                                           const CommonMesh &common,
                                           FlatSymbolRefAttr meshName) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto known = texts.find(text);
  if (!tensor || known == texts.end())
    return Attribute();
  const Text &all = known->second;
  if (all.isTuple && all.leaves.size() != count)
    return op->emitError("requires a sharding for each of ")
           << count << " values, found " << text;
  const Leaf &leaf = all.leaves[all.isTuple ? index : 0];
  const HloSharding &sharding = leaf.sharding;
  auto unsupported =
      [&](StringRef what) {
        return op->emitError()
               << what
               << " in mhlo.sharding is not supported; export the program "
               << "with Shardy, found " << text;
      };
  switch (sharding.kind) {
  case Kind::Unknown:
    return Attribute();
  case Kind::Manual:
    if (isInside)
      return Attribute();
    return unsupported("a manual computation");
  case Kind::Maximal:
    return convertSingleDevice(op, sharding.device, tensor, common, meshName);
  case Kind::Unreduced:
    return unsupported("an unreduced value without devices");
  case Kind::Tuple:
  case Kind::Replicated:
  case Kind::Tiled:
    break;
  }
  // If all values are replicated, the program determines no mesh.
  if (!meshName)
    return Attribute();
  Layout layout(tensor.getRank());
  if (sharding.kind == Kind::Tiled) {
    if (static_cast<int64_t>(sharding.getRank()) != tensor.getRank())
      return op->emitError("requires tiles of ")
             << tensor.getRank() << " axes for a value of type " << type
             << ", found " << text;
    const auto &grid = common.grids[leaf.grid];
    auto getDims = [&](unsigned axis) {
      DimList dims;
      for (CommonMesh::Part part : grid[axis])
        dims.push_back(part.dim);
      return dims;
    };
    for (unsigned axis = 0; axis < sharding.getRank(); ++axis)
      layout.setAxis(axis, getDims(axis));
    SmallVector<PartialDim> partial;
    for (auto [subgroup, kind] : llvm::enumerate(sharding.subgroups)) {
      if (kind == Kind::Manual && !isInside)
        return unsupported("a manual computation");
      if (kind == Kind::Unreduced)
        for (unsigned dim : getDims(sharding.getRank() + subgroup))
          partial.push_back({dim, Combiner::Add});
    }
    layout.setPartial(partial);
  }
  if (open.empty())
    return Attribute(LayoutAttr::get(meshName, common.mesh, layout));
  if (layout.isPartial())
    return unsupported("an unreduced value with unspecified axes");
  SmallVector<ArrayAttr> names;
  SmallVector<bool> isOpen;
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    names.push_back(ArrayAttr::get(
        op->getContext(), llvm::map_to_vector(layout.getAxis(axis),
                                              [&](unsigned dim) -> Attribute {
                                                return StringAttr::get(
                                                    op->getContext(),
                                                    common.mesh.getName(dim));
                                              })));
    isOpen.push_back(llvm::is_contained(open, static_cast<int64_t>(axis)));
  }
  return Attribute(ConstraintAttr::get(op->getContext(), meshName, names,
                                       isOpen, ArrayRef<StringAttr>(),
                                       SmallVector<int64_t>(isOpen.size(), 0)));
}

FailureOr<Attribute> dtensor::sdy::convertSingleDevice(
    Operation *op, int64_t device, RankedTensorType type,
    const CommonMesh &common, FlatSymbolRefAttr meshName) {
  if (!meshName)
    return Attribute();
  if (device >= common.mesh.getNumDevices())
    return op->emitError("requires a device of the mesh ")
           << common.mesh.str() << ", found " << device;
  op->emitWarning("a value that is on device ")
      << device << " alone is replicated: all devices have it";
  return Attribute(
      LayoutAttr::get(meshName, common.mesh, Layout(type.getRank())));
}

FailureOr<SmallVector<int64_t>>
dtensor::sdy::readUnspecifiedDims(stablehlo::CustomCallOp op) {
  SmallVector<int64_t> axes;
  auto config = dyn_cast_or_null<StringAttr>(
      op.getBackendConfig() ? *op.getBackendConfig() : Attribute());
  if (!config || config.empty())
    return axes;
  StringRef text = config;
  bool isKnown =
      text.consume_front("unspecified_dims=[") && text.consume_back("]");
  SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    isKnown &= !part.trim().getAsInteger(10, axes.emplace_back());
  if (!isKnown)
    return op.emitOpError("@Sharding requires a list of axes such as "
                          "unspecified_dims=[0,1], found ")
           << config;
  return axes;
}
