//===- Plan.cpp - Layouts for parameters by their names -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Plan.h"

#include "Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

namespace dt {

Style::Style(Kind kind, std::string dim, int64_t axis)
    : kind(kind), dim(std::move(dim)), axis(axis) {}

Style Style::column_wise(std::string dim) {
  return Style(Kind::column_wise, std::move(dim));
}

Style Style::row_wise(std::string dim) {
  return Style(Kind::row_wise, std::move(dim));
}

Style Style::sequence(std::string dim, int64_t axis) {
  if (axis < 0)
    raise("the axis of a sequence must be at least 0, found " +
          llvm::Twine(axis));
  return Style(Kind::sequence, std::move(dim), axis);
}

Style Style::replicated() { return Style(Kind::replicated, ""); }

Style Style::layout(const Layout &layout) {
  Style style(Kind::layout, "");
  style.fixed = layout;
  return style;
}

Layout Style::get(const Mesh &mesh, int64_t rank) const {
  auto shard = [&](int64_t axis) {
    // A name that the mesh does not have is an error for every rank.
    mesh.dim_size(dim);
    return axis < 0 || axis >= rank
               ? Layout::replicated(mesh, rank)
               : Layout::batch_sharded(mesh, dim, rank, axis);
  };
  switch (kind) {
  case Kind::column_wise:
    return shard(rank - 1);
  case Kind::row_wise:
    return shard(rank - 2);
  case Kind::sequence:
    return shard(axis);
  case Kind::replicated:
    return Layout::replicated(mesh, rank);
  case Kind::layout:
    break;
  }
  if (fixed->mesh() != mesh)
    raise("required a layout of mesh '" + mesh.str() + "', found one of '" +
          fixed->mesh().str() + "'");
  if (fixed->rank() != rank)
    raise("required a layout of rank " + llvm::Twine(rank) + ", found '" +
          fixed->str() + "' of rank " + llvm::Twine(fixed->rank()));
  return *fixed;
}

Plan &Plan::add(std::string pattern, Style style) {
  check(llvm::GlobPattern::create(pattern).takeError(),
        "pattern '" + pattern + "': ");
  rules.push_back({std::move(pattern), std::move(style)});
  return *this;
}

/// The names that are most alike, for a pattern that matches none.
static std::string listNear(llvm::StringRef pattern,
                            const std::map<std::string, Shape> &shapes) {
  std::vector<std::pair<unsigned, std::string>> names;
  for (const auto &[name, shape] : shapes)
    names.push_back({pattern.edit_distance(name), name});
  llvm::sort(names);
  constexpr size_t kMost = 3;
  names.resize(std::min(names.size(), kMost));
  return llvm::join(
      llvm::map_range(names,
                      [](const auto &each) { return "'" + each.second + "'"; }),
      ", ");
}

std::map<std::string, Layout>
Plan::layouts(const std::map<std::string, Shape> &shapes) const {
  std::map<std::string, Layout> layouts;
  std::vector<bool> matches(rules.size());
  for (const auto &[name, shape] : shapes) {
    const Rule *first = nullptr;
    for (auto [i, rule] : llvm::enumerate(rules)) {
      if (!check(llvm::GlobPattern::create(rule.pattern)).match(name))
        continue;
      matches[i] = true;
      if (!first)
        first = &rule;
    }
    if (!first)
      raise("no pattern of the plan matches parameter '" + name +
            "'; add one, or '*' as the last one");
    try {
      layouts.emplace(name, first->style.get(mesh, shape.size()));
    } catch (const Error &error) {
      raise("pattern '" + first->pattern + "', parameter '" + name +
            "': " + error.what());
    }
  }
  for (auto [rule, isMatched] : llvm::zip(rules, matches))
    if (!isMatched)
      raise("pattern '" + rule.pattern + "' matches no parameter" +
            (shapes.empty()
                 ? "; there are none"
                 : "; the nearest are " + listNear(rule.pattern, shapes)));
  return layouts;
}

std::map<std::string, DTensor>
Plan::distribute(const std::map<std::string, Tensor> &parameters) const {
  std::map<std::string, Shape> shapes;
  for (const auto &[name, parameter] : parameters)
    shapes.emplace(name, parameter.shape());
  std::map<std::string, DTensor> result;
  for (const auto &[name, layout] : layouts(shapes))
    result.emplace(name, distribute_tensor(parameters.at(name), layout));
  return result;
}

} // namespace dt
