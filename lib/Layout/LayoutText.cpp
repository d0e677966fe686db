//===- LayoutText.cpp - The two notations of a layout ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

static llvm::Expected<Combiner> parseKind(StringRef text) {
  if (std::optional<Combiner> combiner = parseCombiner(text.trim()))
    return *combiner;
  return createStringError(
      "there is no kind of partial value '" + Twine(text.trim()) +
      "'; kinds are sum, avg, product, max, min, and, or, xor, max_signed, "
      "min_signed, max_unsigned, min_unsigned, max_num, min_num");
}

/// Parses `x+y`.
static llvm::Expected<DimList> parseDims(const Mesh &mesh, StringRef text) {
  DimList dims;
  llvm::SmallVector<StringRef> names;
  text.split(names, '+');
  for (StringRef name : names) {
    name = name.trim();
    if (name == "any" || name == "match")
      return createStringError("a layout must be complete, found '" +
                               Twine(name) +
                               "', which only a constraint can have");
    llvm::Expected<unsigned> dim = mesh.find(name);
    if (!dim)
      return dim.takeError();
    dims.push_back(*dim);
  }
  return dims;
}

llvm::Expected<Layout> Layout::parse(const Mesh &mesh, StringRef text) {
  llvm::SmallVector<StringRef> clauses;
  text.split(clauses, ';');

  llvm::SmallVector<DimList, 4> axes;
  llvm::SmallVector<StringRef> specs;
  if (!clauses.front().trim().empty())
    clauses.front().split(specs, ',');
  for (StringRef spec : specs) {
    if (spec.trim() == "unsharded") {
      axes.emplace_back();
      continue;
    }
    llvm::Expected<DimList> dims = parseDims(mesh, spec);
    if (!dims)
      return dims.takeError();
    axes.push_back(std::move(*dims));
  }

  llvm::SmallVector<PartialDim, 1> partial;
  for (StringRef clause : llvm::drop_begin(clauses)) {
    auto [head, names] = clause.split(':');
    StringRef kind = head.trim();
    if (!kind.consume_front("partial(") || !kind.consume_back(")"))
      return createStringError("expected 'partial(kind):dimensions' after ';', "
                               "found '" +
                               Twine(clause.trim()) + "'");
    llvm::Expected<Combiner> combiner = parseKind(kind);
    if (!combiner)
      return combiner.takeError();
    llvm::Expected<DimList> dims = parseDims(mesh, names);
    if (!dims)
      return dims.takeError();
    for (unsigned dim : *dims)
      partial.push_back({dim, *combiner});
  }

  Layout layout(axes, partial);
  if (llvm::Error error = layout.verify(mesh))
    return std::move(error);
  return layout;
}

static std::string joinNames(const Mesh &mesh, llvm::ArrayRef<unsigned> dims) {
  return llvm::join(
      llvm::map_range(dims, [&](unsigned dim) { return mesh.getName(dim); }),
      "+");
}

std::string Layout::str(const Mesh &mesh) const {
  std::string text =
      llvm::join(llvm::map_range(axes,
                                 [&](const DimList &dims) {
                                   return dims.empty()
                                              ? std::string("unsharded")
                                              : joinNames(mesh, dims);
                                 }),
                 ",");
  // One clause per combiner, in the order of each combiner's first dimension.
  llvm::SmallVector<Combiner, 2> kinds;
  for (const PartialDim &pending : partial)
    if (!llvm::is_contained(kinds, pending.combiner))
      kinds.push_back(pending.combiner);
  for (Combiner kind : kinds) {
    DimList dims;
    for (const PartialDim &pending : partial)
      if (pending.combiner == kind)
        dims.push_back(pending.dim);
    text +=
        (";partial(" + stringify(kind) + "):" + joinNames(mesh, dims)).str();
  }
  return text;
}

llvm::Expected<Layout> Layout::parsePlacements(const Mesh &mesh, unsigned rank,
                                               StringRef text) {
  llvm::SmallVector<StringRef> placements;
  if (!text.trim().empty())
    text.split(placements, ',');
  if (placements.size() != mesh.getNumDimensions())
    return createStringError("mesh " + mesh.str() + " has " +
                             Twine(mesh.getNumDimensions()) +
                             " dimensions, but " + Twine(placements.size()) +
                             " placements are given");

  llvm::SmallVector<DimList, 4> axes(rank);
  llvm::SmallVector<PartialDim, 1> partial;
  for (auto [dim, placement] : llvm::enumerate(placements)) {
    auto [head, argument] = placement.trim().split('(');
    bool closed = argument.consume_back(")");
    argument = argument.trim();
    if (head == "Replicate" && argument.empty())
      continue;
    if (head == "Shard" && closed) {
      argument.consume_front("dim=");
      int64_t axis;
      if (!argument.getAsInteger(10, axis)) {
        // As in PyTorch, negative axes count from the end.
        int64_t position = axis < 0 ? axis + rank : axis;
        if (position < 0 || position >= static_cast<int64_t>(rank))
          return createStringError("placement of mesh dimension '" +
                                   mesh.getName(dim) + "' shards axis " +
                                   Twine(axis) + " of a tensor of rank " +
                                   Twine(rank));
        axes[position].push_back(dim);
        continue;
      }
    }
    if (head == "Partial" && (closed || argument.empty())) {
      llvm::Expected<Combiner> combiner =
          parseKind(argument.empty() ? "sum" : argument);
      if (!combiner)
        return combiner.takeError();
      partial.push_back({static_cast<unsigned>(dim), *combiner});
      continue;
    }
    return createStringError("placement of mesh dimension '" +
                             mesh.getName(dim) +
                             "' must be Shard(axis), Replicate or "
                             "Partial(kind), found '" +
                             placement.trim() + "'");
  }
  Layout layout(axes, partial);
  if (llvm::Error error = layout.verify(mesh))
    return std::move(error);
  return layout;
}

std::optional<std::string> Layout::strPlacements(const Mesh &mesh) const {
  if (!llvm::all_of(axes,
                    [](const DimList &dims) { return llvm::is_sorted(dims); }))
    return std::nullopt;
  return llvm::join(
      llvm::map_range(
          llvm::seq(mesh.getNumDimensions()),
          [&](unsigned dim) -> std::string {
            if (std::optional<unsigned> axis = getShardedAxis(dim))
              return "Shard(" + std::to_string(*axis) + ")";
            if (std::optional<Combiner> combiner = getPartial(dim))
              return ("Partial(" + stringify(*combiner) + ")").str();
            return "Replicate";
          }),
      ",");
}
