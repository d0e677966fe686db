//===- Plan.h - Layouts for parameters by their names -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_PLAN_H
#define DT_PLAN_H

#include "dt/DTensor.h"

#include <map>
#include <optional>

namespace dt {

/// How a parameter is divided, whatever its rank is.
class DT_EXPORT Style {
public:
  /// The last axis is sharded: a matrix (in x out) by the features that it
  /// makes, and its bias.
  static Style column_wise(std::string dim);
  /// The axis before the last is sharded: a matrix by the features that it
  /// reads. A parameter with fewer axes is replicated, as the bias, which is
  /// added to the sum.
  static Style row_wise(std::string dim);
  /// An axis of a sequence is sharded. A parameter without this axis is
  /// replicated, as the weights of a normalisation.
  static Style sequence(std::string dim, int64_t axis = 1);
  static Style replicated();
  /// Any layout, for parameters of its rank.
  static Style layout(const Layout &layout);

  /// The layout of a tensor of this rank. Errors: a dimension that the mesh
  /// does not have, a layout of another rank or mesh.
  Layout get(const Mesh &mesh, int64_t rank) const;

private:
  enum class Kind { column_wise, row_wise, sequence, replicated, layout };
  Style(Kind kind, std::string dim, int64_t axis = 0);

  Kind kind;
  std::string dim;
  int64_t axis;
  std::optional<Layout> fixed;
};

/// Styles by patterns of names, as PyTorch's plans of `parallelize_module`.
///
///     Plan plan(mesh);
///     plan.add("*.up.weight", Style::column_wise("x"));
///     plan.add("*.down.weight", Style::row_wise("x"));
///     plan.add("*", Style::replicated());
class DT_EXPORT Plan {
public:
  explicit Plan(const Mesh &mesh) : mesh(mesh) {}

  /// Adds a pattern: `*` is any text, `?` a character, and `[ab]` one of
  /// several. The first pattern that matches a name counts. Errors: a pattern
  /// that does not parse.
  Plan &add(std::string pattern, Style style);

  /// The layouts of parameters, by their names. Errors: a pattern that matches
  /// no name, a name that no pattern matches, or a layout that a parameter
  /// cannot have.
  std::map<std::string, Layout>
  layouts(const std::map<std::string, Shape> &shapes) const;
  /// Divides the parameters so. The errors are those of `layouts`.
  std::map<std::string, DTensor>
  distribute(const std::map<std::string, Tensor> &parameters) const;

private:
  struct Rule {
    std::string pattern;
    Style style;
  };
  Mesh mesh;
  std::vector<Rule> rules;
};

} // namespace dt

#endif // DT_PLAN_H
