//===- SourceName.cpp - Names of values in the source ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Visitors.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace dtensor;

NameLoc dtensor::nameResults(Location location, ArrayRef<ResultGroup> groups) {
  // A single group has all results, whatever their number.
  if (groups.size() == 1)
    return NameLoc::get(StringAttr::get(location.getContext(), groups[0].name),
                        location);
  std::string names =
      llvm::join(llvm::map_range(groups,
                                 [](const ResultGroup &group) {
                                   std::string name = group.name.str();
                                   if (group.size != 1)
                                     name += ":" + std::to_string(group.size);
                                   return name;
                                 }),
                 ",");
  return NameLoc::get(StringAttr::get(location.getContext(), names), location);
}

/// The outermost name. Of a fused location, it is that of the first part with a
/// name.
static StringRef findName(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName();
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findName(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (StringRef name = findName(part); !name.empty())
        return name;
  return {};
}

static std::string reference(StringRef name, unsigned index, unsigned size) {
  std::string text = ("%" + name).str();
  return size == 1 ? text : text + "#" + std::to_string(index);
}

std::string dtensor::getSourceName(Value value) {
  StringRef names = findName(value.getLoc());
  if (names.empty())
    return {};
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return reference(names, 0, 1);
  unsigned index = result.getResultNumber();
  if (!names.contains(','))
    return reference(names, index, result.getOwner()->getNumResults());
  for (StringRef group : llvm::split(names, ',')) {
    auto [name, sizeText] = group.split(':');
    unsigned size = 1;
    if (!sizeText.empty() && sizeText.getAsInteger(10, size))
      return {};
    if (index < size)
      return reference(name, index, size);
    index -= size;
  }
  return {};
}

StringRef dtensor::findSourceOp(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return findSourceOp(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return findSourceOp(call.getCallee());
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return {};
  // Other users put texts there too, but no names of ops.
  auto text = dyn_cast_or_null<StringAttr>(fused.getMetadata());
  if (text &&
      RegisteredOperationName::lookup(text.getValue(), location.getContext()))
    return text;
  for (Location part : fused.getLocations())
    if (StringRef found = findSourceOp(part); !found.empty())
      return found;
  return {};
}

void dtensor::markSourceOp(Operation *op) {
  // If another op was decomposed into this one, it is that op to the user.
  if (findSourceOp(op->getLoc()).empty())
    op->setLoc(FusedLoc::get(op->getContext(), {op->getLoc()},
                             op->getName().getIdentifier()));
}

StringRef dtensor::getSourceOp(Operation *op) {
  StringRef source = findSourceOp(op->getLoc());
  return source.empty() ? op->getName().getStringRef() : source;
}

std::string dtensor::describeValue(Value value) {
  std::string name = getSourceName(value);
  if (!name.empty())
    return name;
  if (Operation *op = value.getDefiningOp()) {
    std::string index =
        op->getNumResults() == 1
            ? ""
            : " " + std::to_string(cast<OpResult>(value).getResultNumber());
    return "the result" + index + " of " + getSourceOp(op).str();
  }
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  std::string index = std::to_string(argument.getArgNumber());
  if (isa_and_present<FunctionOpInterface>(parent))
    return "%arg" + index;
  return "argument " + index + " of " +
         (parent ? getSourceOp(parent).str() : "a block");
}

std::string dtensor::getSourcePosition(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file || file.getLine() == 0)
    return file ? file.getFilename().str() : std::string();
  return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
         std::to_string(file.getColumn());
}

std::optional<Location> dtensor::getCaller(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return getCaller(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return call.getCaller();
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::optional<Location> caller = getCaller(part))
        return caller;
  return std::nullopt;
}

std::string dtensor::getOneName(Location location) {
  StringRef names = findName(location);
  return names.empty() || names.contains(',') || names.contains(':')
             ? std::string()
             : reference(names, 0, 1);
}

/// Whether a value is made of nothing but constants.
static bool isFactory(Value value) {
  Operation *op = value.getDefiningOp();
  return op && llvm::all_of(op->getOperands(), isFactory);
}

Value dtensor::findBySourceName(Operation *scope, StringRef name) {
  std::string wanted = (name.starts_with("%") ? name : "%" + name).str();
  // Import may give the name of one op to several values. The value that the
  // result starts from (a fill, a constant) then stands before the result.
  Value found;
  auto isWanted = [&](Value value) {
    if (getSourceName(value) != wanted)
      return false;
    bool isMeant = !isFactory(value);
    if (!found || isMeant || value.getLoc() == found.getLoc())
      found = value;
    return isMeant;
  };
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (llvm::any_of(op->getResults(), isWanted))
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (llvm::any_of(block.getArguments(), isWanted))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return found;
}
