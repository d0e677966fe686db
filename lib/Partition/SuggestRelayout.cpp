//===- SuggestRelayout.cpp - A line that adds a relayout ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuggestRelayout.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dtensor;

namespace {
/// An axis of a mesh of JAX, or the part of one that is a dimension here.
struct Axis {
  std::string name;
  int64_t preSize, size;
  bool isWhole;
};
} // namespace

/// The axis that `dim` is a part of. For example, `x.1` is the part of `x` that
/// follows `x.0`.
static Axis getAxis(const Mesh &mesh, unsigned dim) {
  auto [base, number] = mesh.getName(dim).rsplit('.');
  unsigned index;
  Axis axis{mesh.getName(dim).str(), 1, mesh.getSize(dim), true};
  if (number.empty() || number.getAsInteger(10, index))
    return axis;
  axis.name = base.str();
  axis.isWhole = false;
  for (unsigned before = 0; before < index; ++before)
    if (std::optional<unsigned> part =
            mesh.lookup((base + "." + Twine(before)).str()))
      axis.preSize *= mesh.getSize(*part);
  return axis;
}

/// Whether the axis is complete: no part precedes it, and none follows.
static bool isAll(const Mesh &mesh, const Axis &axis) {
  int64_t total = 1;
  for (unsigned part = 0;; ++part) {
    std::optional<unsigned> dim =
        mesh.lookup(axis.name + "." + std::to_string(part));
    if (!dim)
      break;
    total *= mesh.getSize(*dim);
  }
  return axis.preSize == 1 && axis.size == total;
}

/// `dims` as axes. Parts that follow one another become one.
static SmallVector<Axis> getAxes(const Mesh &mesh, ArrayRef<unsigned> dims) {
  SmallVector<Axis> axes;
  for (unsigned dim : dims) {
    Axis next = getAxis(mesh, dim);
    if (!next.isWhole && !axes.empty() && axes.back().name == next.name &&
        axes.back().preSize * axes.back().size == next.preSize)
      axes.back().size *= next.size;
    else
      axes.push_back(next);
    axes.back().isWhole |= isAll(mesh, axes.back());
  }
  return axes;
}

static std::string spellShardy(ArrayRef<Axis> axes) {
  return "{" +
         llvm::join(llvm::map_range(axes,
                                    [](const Axis &axis) {
                                      std::string text =
                                          "\"" + axis.name + "\"";
                                      if (!axis.isWhole)
                                        text += ":(" +
                                                std::to_string(axis.preSize) +
                                                ")" + std::to_string(axis.size);
                                      return text;
                                    }),
                    ", ") +
         "}";
}

/// The axes as `'x', 'y'`. Nothing if JAX cannot name a part of an axis.
static std::optional<std::string> spellJAX(ArrayRef<Axis> axes) {
  if (!llvm::all_of(axes, [](const Axis &axis) { return axis.isWhole; }))
    return std::nullopt;
  return llvm::join(
      llvm::map_range(axes,
                      [](const Axis &axis) { return "'" + axis.name + "'"; }),
      ", ");
}

/// The layout as `jax.P('x', None)` and as `<@mesh, [{"x"}, {}]>`.
static std::pair<std::optional<std::string>, std::string>
spellSharding(const Layout &layout, const Mesh &mesh,
              FlatSymbolRefAttr meshName) {
  SmallVector<std::string> entries, dimensions;
  bool isSpoken = true;
  for (const DimList &dims : layout.getAxes()) {
    SmallVector<Axis> axes = getAxes(mesh, dims);
    dimensions.push_back(spellShardy(axes));
    std::optional<std::string> entry = spellJAX(axes);
    isSpoken &= entry.has_value();
    entries.push_back(axes.empty()       ? "None"
                      : axes.size() == 1 ? entry.value_or("")
                                         : "(" + entry.value_or("") + ")");
  }
  std::string unreduced;
  if (layout.isPartial()) {
    SmallVector<Axis> axes = getAxes(
        mesh, llvm::map_to_vector(layout.getPartial(), [](PartialDim partial) {
          return partial.dim;
        }));
    unreduced = ", unreduced=" + spellShardy(axes);
    std::optional<std::string> entry = spellJAX(axes);
    isSpoken &= entry.has_value();
    entries.push_back("unreduced={" + entry.value_or("") + "}");
  }
  std::optional<std::string> spoken;
  if (isSpoken)
    spoken = "jax.P(" + llvm::join(entries, ", ") + ")";
  return {spoken, "<@" + meshName.getValue().str() + ", [" +
                      llvm::join(dimensions, ", ") + "]" + unreduced + ">"};
}

/// Whether `location` is that of an op of StableHLO, as JAX prints it.
/// Terminators and arguments do not keep their location.
static bool isOfStableHLO(Location location) {
  StringRef dialect = findSourceOp(location).split('.').first;
  return dialect == "stablehlo" || dialect == "chlo";
}

/// The calls that lead to `location`, inner ones first.
static SmallVector<Location> getCallers(Location location) {
  SmallVector<Location> callers;
  for (std::optional<Location> caller = getCaller(location); caller;
       caller = getCaller(*caller))
    callers.push_back(*caller);
  return callers;
}

std::string dtensor::suggestRelayout(Value value, Operation *op,
                                     const Layout &layout, const Mesh &mesh,
                                     FlatSymbolRefAttr meshName,
                                     StringRef place) {
  std::string name = describeValue(value), end = place.str();
  SmallVector<Location> ofValue = getCallers(value.getLoc());
  SmallVector<Location> ofOp = getCallers(op->getLoc());
  // Removes the calls that both share. The remaining names are those in the
  // innermost common function.
  while (!ofValue.empty() && !ofOp.empty() && ofValue.back() == ofOp.back()) {
    ofValue.pop_back();
    ofOp.pop_back();
  }
  if (!ofValue.empty()) {
    name = getOneName(ofValue.back());
    if (name.empty())
      name = "the result of the call at " + getSourcePosition(ofValue.back());
  }
  if (!ofOp.empty())
    end = "before the call at " + getSourcePosition(ofOp.back()) +
          ", and pass its result to that call";
  bool isNamed = StringRef(name).starts_with("%");
  std::string line = "%relayout" + (isNamed ? "_" + name.substr(1) : "");
  std::replace(line.begin(), line.end(), '#', '_');
  llvm::raw_string_ostream stream(line);
  StringRef operand = isNamed ? StringRef(name) : "...";
  std::string of = isNamed ? "" : " of " + name;
  if (isOfStableHLO(op->getLoc()) || isOfStableHLO(value.getLoc()) ||
      isOfStableHLO(op->getParentOp()->getLoc())) {
    auto [spoken, sharding] = spellSharding(layout, mesh, meshName);
    stream << " = sdy.reshard " << operand << " " << sharding << " : "
           << value.getType() << "`";
    if (spoken)
      return "`jax.sharding.reshard(..., " + *spoken + ")` of " + name +
             ", or in the text of the program `" + line + " " + end;
    return "`" + line + of + " " + end;
  }
  std::string attr;
  llvm::raw_string_ostream(attr) << LayoutAttr::get(meshName, mesh, layout);
  StringRef form = attr;
  form.consume_front("#dtensor.layout");
  stream << " = dtensor.relayout " << operand << " : " << value.getType()
         << " to " << form << "`";
  return "`" + line + of + " " + end;
}
