//===- LayoutConstraint.cpp - What a user says of a layout ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LayoutConstraint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

LayoutConstraint::LayoutConstraint(const Layout &layout) {
  for (const DimList &dims : layout.getAxes())
    axes.push_back({dims, /*isOpen=*/false});
}

Layout LayoutConstraint::getLeastLayout() const {
  Layout layout(axes.size());
  for (auto [number, axis] : llvm::enumerate(axes))
    layout.setAxis(number, axis.dims);
  return layout;
}

llvm::Error LayoutConstraint::verify(const Mesh &mesh) const {
  Layout layout = getLeastLayout();
  if (llvm::Error error = layout.verify(mesh))
    return error;
  for (auto [place, dim] : llvm::enumerate(replicated)) {
    if (dim >= mesh.getNumDimensions())
      return createStringError("the constraint names mesh dimension " +
                               Twine(dim) + ", but mesh " + mesh.str() +
                               " has " + Twine(mesh.getNumDimensions()) +
                               " dimensions");
    if (std::optional<unsigned> axis = layout.getShardedAxis(dim))
      return createStringError("mesh dimension '" + mesh.getName(dim) +
                               "' must stay replicated, but shards axis " +
                               Twine(*axis));
    if (llvm::is_contained(llvm::ArrayRef(replicated).take_front(place), dim))
      return createStringError("mesh dimension '" + mesh.getName(dim) +
                               "' is listed as replicated twice");
  }
  if (priority < 0)
    return createStringError("a priority must not be negative, found " +
                             Twine(priority));
  return llvm::Error::success();
}

bool LayoutConstraint::isSatisfiedBy(const Layout &layout) const {
  if (layout.isPartial() || layout.getRank() != axes.size())
    return false;
  for (auto [axis, dims] : llvm::zip_equal(axes, layout.getAxes()))
    if (axis.isOpen ? !isPrefix(axis.dims, dims) : axis.dims != dims)
      return false;
  return llvm::none_of(replicated, [&](unsigned dim) {
    return layout.getShardedAxis(dim).has_value();
  });
}

/// Parses `x + any`.
static llvm::Expected<AxisConstraint> parseAxis(const Mesh &mesh,
                                                StringRef text) {
  AxisConstraint axis;
  if (text.trim() == "unsharded")
    return axis;
  llvm::SmallVector<StringRef> names;
  text.split(names, '+');
  for (auto [place, untrimmed] : llvm::enumerate(names)) {
    StringRef name = untrimmed.trim();
    if (name == "any") {
      if (place + 1 != names.size())
        return createStringError("'any' must end an axis, found '" +
                                 text.trim() + "'");
      axis.isOpen = true;
      continue;
    }
    if (name == "match")
      return createStringError("'match' stands for the layout of a named "
                               "value, not for an axis of a constraint");
    llvm::Expected<unsigned> dim = mesh.find(name);
    if (!dim)
      return dim.takeError();
    axis.dims.push_back(*dim);
  }
  return axis;
}

/// Consumes `[...]` and gives what is between.
static std::optional<StringRef> consumeBrackets(StringRef &text) {
  size_t end = text.find(']');
  if (!text.starts_with("[") || end == StringRef::npos)
    return std::nullopt;
  StringRef inside = text.slice(1, end).trim();
  text = text.drop_front(end + 1).ltrim();
  return inside;
}

/// Consumes `, word =`.
static bool consumeKey(StringRef &text, StringRef word) {
  StringRef rest = text;
  if (!rest.consume_front(","))
    return false;
  rest = rest.ltrim();
  if (!rest.consume_front(word))
    return false;
  rest = rest.ltrim();
  if (!rest.consume_front("="))
    return false;
  text = rest.ltrim();
  return true;
}

llvm::Expected<LayoutConstraint> LayoutConstraint::parse(const Mesh &mesh,
                                                         StringRef text) {
  auto fail = [&]() {
    return createStringError(
        "a constraint must be like '[x, any, y + any, unsharded], replicated = "
        "[z], priority = 1', found '" +
        text.trim() + "'");
  };
  LayoutConstraint constraint;
  StringRef rest = text.trim(), axesText = rest;
  if (rest.starts_with("[")) {
    std::optional<StringRef> inside = consumeBrackets(rest);
    if (!inside)
      return fail();
    axesText = *inside;
  } else {
    rest = "";
  }
  llvm::SmallVector<StringRef> parts;
  if (!axesText.empty())
    axesText.split(parts, ',');
  for (StringRef part : parts) {
    llvm::Expected<AxisConstraint> axis = parseAxis(mesh, part);
    if (!axis)
      return axis.takeError();
    constraint.axes.push_back(std::move(*axis));
  }

  if (consumeKey(rest, "replicated")) {
    std::optional<StringRef> inside = consumeBrackets(rest);
    if (!inside)
      return fail();
    llvm::SmallVector<StringRef> names;
    if (!inside->empty())
      inside->split(names, ',');
    for (StringRef name : names) {
      llvm::Expected<unsigned> dim = mesh.find(name.trim());
      if (!dim)
        return dim.takeError();
      constraint.replicated.push_back(*dim);
    }
  }
  if (consumeKey(rest, "priority") &&
      rest.consumeInteger(10, constraint.priority))
    return fail();
  if (!rest.trim().empty())
    return fail();
  if (llvm::Error error = constraint.verify(mesh))
    return std::move(error);
  return constraint;
}

std::string LayoutConstraint::str(const Mesh &mesh) const {
  auto getName = [&](unsigned dim) { return mesh.getName(dim).str(); };
  llvm::SmallVector<std::string> axisTexts;
  for (const AxisConstraint &axis : axes) {
    llvm::SmallVector<std::string> names =
        llvm::to_vector(llvm::map_range(axis.dims, getName));
    if (axis.isOpen)
      names.push_back("any");
    axisTexts.push_back(names.empty() ? "unsharded" : llvm::join(names, " + "));
  }
  std::string text = "[" + llvm::join(axisTexts, ", ") + "]";
  if (!replicated.empty())
    text += ", replicated = [" +
            llvm::join(llvm::map_range(replicated, getName), ", ") + "]";
  if (priority != 0)
    text += ", priority = " + std::to_string(priority);
  return text;
}
