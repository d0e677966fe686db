//===- Indexing.cpp - Parts of values at computed positions ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

static IndexedAxes getAxes(const Attributes &attributes) {
  return {attributes.integers("window"), attributes.integers("collapsed"),
          attributes.integers("indexed"), attributes.integers("batch")};
}

/// Whether the window has no axis for this axis, along which it has extent 1.
static bool isLeftOut(const IndexedAxes &axes, int64_t axis) {
  return llvm::is_contained(axes.collapsed, axis) ||
         llvm::is_contained(axes.batch, axis);
}

/// The shape of gather's result and of scatter's updates: the axes of the
/// indices, without the coordinates, and those of the window between them.
static bool getWindowShape(Inference &inference, const Shape &sizes,
                           Shape &shape) {
  const TensorType &type = inference.type(0), &indices = inference.type(1);
  IndexedAxes axes = getAxes(inference.attributes);
  if (!inference.checkKind(1, kInteger))
    return false;
  if (sizes.size() != type.shape.size() || indices.rank() < 1 ||
      indices.shape.back() != static_cast<int64_t>(axes.indexed.size()))
    return inference.fail(
        "required coordinates of " + llvm::Twine(axes.indexed.size()) +
        " axes along the last axis of operand 1, found " + indices.str());
  shape.assign(indices.shape.begin(), indices.shape.end() - 1);
  unsigned next = 0;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    if (size < 0 || size > type.shape[axis])
      return inference.fail("a window of shape " + toString(sizes) +
                            " does not fit into " + type.str());
    if (isLeftOut(axes, axis))
      continue;
    if (next == axes.window.size() ||
        axes.window[next] > static_cast<int64_t>(shape.size()))
      return inference.fail("required a place for each axis of the window");
    shape.insert(shape.begin() + axes.window[next++], size);
  }
  return true;
}

static bool inferGather(Inference &inference) {
  Shape shape;
  return getWindowShape(inference, inference.attributes.integers("sizes"),
                        shape) &&
         inference.give({inference.type(0).dtype, shape});
}

static bool inferScatter(Inference &inference) {
  Shape shape;
  const TensorType &type = inference.type(0);
  return getWindowShape(inference, inference.attributes.integers("sizes"),
                        shape) &&
         inference.checkType(2, {type.dtype, shape}) && inference.give(type);
}

static void deriveGather(Pullback &p) {
  p.give(0, scatter(zerosLike(p.x()), p.x(1), p.ct(),
                    getAxes(p.node.attributes), /*assign=*/false));
}

static void deriveScatter(Pullback &p) {
  IndexedAxes axes = getAxes(p.node.attributes);
  bool assign = p.node.attributes.flag("assign");
  Value ct = p.ct();
  if (p.wanted[0])
    p.give(0, assign ? scatter(ct, p.x(1), zerosLike(p.x(2)), axes, true) : ct);
  if (p.wanted[2])
    p.give(2, gather(ct, p.x(1), axes, p.node.attributes.integers("sizes")));
}

/// The axes of a batch, under the names that the op gives them.
static std::string batchOf(const IndexedAxes &axes, llvm::StringRef operand,
                           llvm::StringRef indices) {
  if (axes.batch.empty())
    return "";
  std::string list = listOf(axes.batch);
  return (", " + operand + " = " + list + ", " + indices + " = " + list).str();
}

static void printGather(Printer &printer, const Node &node) {
  IndexedAxes axes = getAxes(node.attributes);
  printer.begin(node)
      << "\"stablehlo.gather\"(" << printer.join(node.operands)
      << ") <{dimension_numbers = #stablehlo.gather<offset_dims = "
      << listOf(axes.window)
      << ", collapsed_slice_dims = " << listOf(axes.collapsed)
      << batchOf(axes, "operand_batching_dims", "start_indices_batching_dims")
      << ", start_index_map = " << listOf(axes.indexed)
      << ", index_vector_dim = "
      << printer.graph.getType(node.operands[1]).rank() - 1
      << ">, indices_are_sorted = false, slice_sizes = array<i64"
      << (node.attributes.integers("sizes").empty() ? "" : ": ")
      << joinIntegers(node.attributes.integers("sizes"))
      << ">}> : " << printer.signature(node) << '\n';
}

static void printScatter(Printer &printer, const Node &node) {
  IndexedAxes axes = getAxes(node.attributes);
  TensorType scalar{printer.graph.getType(node.operands[0]).dtype, {}};
  std::string old = printer.fresh(), update = printer.fresh();
  printer.begin(node)
      << "\"stablehlo.scatter\"(" << printer.join(node.operands)
      << ") <{indices_are_sorted = false, scatter_dimension_numbers = "
         "#stablehlo.scatter<update_window_dims = "
      << listOf(axes.window)
      << ", inserted_window_dims = " << listOf(axes.collapsed)
      << batchOf(axes, "input_batching_dims", "scatter_indices_batching_dims")
      << ", scatter_dims_to_operand_dims = " << listOf(axes.indexed)
      << ", index_vector_dim = "
      << printer.graph.getType(node.operands[1]).rank() - 1
      << ">, unique_indices = false}> ({\n";
  printer.line() << "^bb0(" << old << ": " << scalar.mlir() << ", " << update
                 << ": " << scalar.mlir() << "):\n";
  printer.indent(1);
  std::string result = update;
  if (!node.attributes.flag("assign")) {
    result = printer.fresh();
    printer.line() << result << " = stablehlo.add " << old << ", " << update
                   << " : " << scalar.mlir() << '\n';
  }
  printer.line() << "stablehlo.return " << result << " : " << scalar.mlir()
                 << '\n';
  printer.indent(-1);
  printer.line() << "}) : " << printer.signature(node) << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getIndexingPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::gather, "stablehlo.gather", inferGather, printGather,
       deriveGather},
      {Primitive::scatter, "stablehlo.scatter", inferScatter, printScatter,
       deriveScatter},
  };
  return rows;
}

Value prim::gather(Value x, Value indices, const IndexedAxes &axes,
                   Shape sizes) {
  if (!x || !indices)
    return {};
  return x.getGraph()->record(Primitive::gather, {x, indices},
                              {{"window", axes.window},
                               {"collapsed", axes.collapsed},
                               {"indexed", axes.indexed},
                               {"batch", axes.batch},
                               {"sizes", std::move(sizes)}})[0];
}

Value prim::scatter(Value x, Value indices, Value updates,
                    const IndexedAxes &axes, bool assign) {
  if (!x || !indices || !updates)
    return {};
  Shape sizes(x.rank(), 1);
  unsigned next = 0;
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    if (!isLeftOut(axes, axis) && next < axes.window.size() &&
        axes.window[next] < updates.rank())
      sizes[axis] = updates.dim(axes.window[next++]);
  return x.getGraph()->record(Primitive::scatter, {x, indices, updates},
                              {{"window", axes.window},
                               {"collapsed", axes.collapsed},
                               {"indexed", axes.indexed},
                               {"batch", axes.batch},
                               {"sizes", std::move(sizes)},
                               {"assign", assign}})[0];
}

} // namespace dtensor::recording
