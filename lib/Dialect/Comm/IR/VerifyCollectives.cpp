//===- VerifyCollectives.cpp - Which layouts a collective goes between ----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::comm;

LogicalResult comm::detail::verifyCollective(CollectiveOpInterface op) {
  auto source = cast<ShapedType>(op.getSource().getType());
  auto dest = cast<ShapedType>(op.getDest().getType());
  if (!source.hasRank() || !dest.hasRank() ||
      isa<TensorType>(source) != isa<TensorType>(dest))
    return op->emitOpError("requires two ranked tensors or two ranked buffers, "
                           "found ")
           << source << " and " << dest;
  if (source.getElementType() != dest.getElementType())
    return op->emitOpError("source and destination must have one element type, "
                           "found ")
           << source.getElementType() << " and " << dest.getElementType();
  unsigned numDynamic =
      llvm::count_if(op.getGlobalShape(), ShapedType::isDynamic);
  if (numDynamic != op.getGlobalExtents().size())
    return op->emitOpError("requires one operand per dynamic global extent, "
                           "found ")
           << op.getGlobalExtents().size() << " for " << numDynamic;
  int64_t rank = op.getGlobalShape().size();
  if (source.getRank() != rank || dest.getRank() != rank)
    return op->emitOpError("source and destination must have the ")
           << rank << " axes of the global shape, found " << source << " and "
           << dest;
  if (op.getFrom().getMesh() != op.getTo().getMesh())
    return op->emitOpError("both layouts must be on one mesh, found ")
           << op.getFrom().getMesh() << " and " << op.getTo().getMesh();
  return success();
}

//===----------------------------------------------------------------------===//
// Pairs of layouts
//===----------------------------------------------------------------------===//

static bool startsWith(ArrayRef<unsigned> dims, ArrayRef<unsigned> prefix) {
  return dims.take_front(prefix.size()) == prefix;
}

/// Whether dimensions are dropped at the minor end of axes of `from`, and
/// nothing else changes.
static bool isAllGather(const Mesh &, const Layout &from, const Layout &to) {
  if (from.getPartial() != to.getPartial() || from.getAxes() == to.getAxes())
    return false;
  for (unsigned axis = 0; axis < from.getRank(); ++axis)
    if (!startsWith(from.getAxis(axis), to.getAxis(axis)))
      return false;
  return true;
}

/// Whether every partial dimension of `to` is one of `from`, and `from` has
/// more.
static bool losesPartial(const Layout &from, const Layout &to) {
  return from.getPartial().size() > to.getPartial().size() &&
         llvm::all_of(to.getPartial(), [&](const PartialDim &partial) {
           return llvm::is_contained(from.getPartial(), partial);
         });
}

static bool isAllReduce(const Mesh &, const Layout &from, const Layout &to) {
  return losesPartial(from, to) && from.getAxes() == to.getAxes();
}

/// Whether partial dimensions become the minor dimensions of axes.
static bool isReduceScatter(const Mesh &, const Layout &from,
                            const Layout &to) {
  if (!losesPartial(from, to) || from.getAxes() == to.getAxes())
    return false;
  for (unsigned axis = 0; axis < from.getRank(); ++axis) {
    ArrayRef<unsigned> before = from.getAxis(axis), after = to.getAxis(axis);
    if (!startsWith(after, before))
      return false;
    for (unsigned dim : after.drop_front(before.size()))
      if (!from.getPartial(dim))
        return false;
  }
  return true;
}

/// Whether the same dimensions shard, but on other axes.
static bool isAllToAll(const Mesh &mesh, const Layout &from, const Layout &to) {
  if (from.getPartial() != to.getPartial())
    return false;
  bool moves = false;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    std::optional<unsigned> before = from.getShardedAxis(dim);
    std::optional<unsigned> after = to.getShardedAxis(dim);
    if (before.has_value() != after.has_value())
      return false;
    moves |= before != after;
  }
  return moves;
}

/// Whether each axis is divided into as many parts as before.
static bool isPermute(const Mesh &mesh, const Layout &from, const Layout &to) {
  if (from.getPartial() != to.getPartial())
    return false;
  for (unsigned axis = 0; axis < from.getRank(); ++axis)
    if (mesh.getGroupSize(from.getAxis(axis)) !=
        mesh.getGroupSize(to.getAxis(axis)))
      return false;
  return true;
}

static bool isExchange(const Mesh &, const Layout &from, const Layout &to) {
  return from.getPartial() == to.getPartial();
}

namespace {
/// The layouts that a kind of collective requires.
struct Requirement {
  bool (*isMet)(const Mesh &, const Layout &, const Layout &);
  StringRef text;
};
} // namespace

static Requirement getRequirement(Operation *op) {
  return llvm::TypeSwitch<Operation *, Requirement>(op)
      .Case<AllGatherOp>([](auto) {
        return Requirement{isAllGather,
                           "drop minor mesh dimensions of axes, and no more"};
      })
      .Case<AllReduceOp>([](auto) {
        return Requirement{isAllReduce,
                           "drop partial mesh dimensions, and no more"};
      })
      .Case<ReduceScatterOp>([](auto) {
        return Requirement{isReduceScatter,
                           "turn partial mesh dimensions into minor ones of "
                           "axes"};
      })
      .Case<AllToAllOp>([](auto) {
        return Requirement{isAllToAll,
                           "move mesh dimensions from axis to axis, and no "
                           "more"};
      })
      .Case<PermuteOp>([](auto) {
        return Requirement{isPermute, "keep the number of parts of each axis, "
                                      "and what is partial"};
      })
      .Case<ExchangeOp>(
          [](auto) { return Requirement{isExchange, "keep what is partial"}; });
}

LogicalResult
comm::detail::verifyCollectiveLayouts(CollectiveOpInterface op,
                                      SymbolTableCollection &symbols) {
  if (failed(verifyLayout(op, "the source", op.getFrom(),
                          op.getSource().getType(), &symbols)) ||
      failed(verifyLayout(op, "the destination", op.getTo(),
                          op.getDest().getType(), &symbols)))
    return failure();
  FailureOr<Mesh> mesh = verifyMesh(op, op.getFrom().getMesh(), &symbols);
  if (failed(mesh))
    return failure();
  Layout from = llvm::cantFail(op.getFrom().resolve(*mesh));
  Layout to = llvm::cantFail(op.getTo().resolve(*mesh));
  Requirement requirement = getRequirement(op);
  // Mesh dimensions of size 1 have no effect.
  if (!requirement.isMet(*mesh, from, to) &&
      !requirement.isMet(*mesh, from.withoutTrivialDims(*mesh),
                         to.withoutTrivialDims(*mesh)))
    return op->emitOpError("the layouts must ")
           << requirement.text << "; found [" << from.str(*mesh) << "] to ["
           << to.str(*mesh) << "] on <" << mesh->str() << ">";
  if (failed(verifyComponent(op, "the source",
                             cast<ShapedType>(op.getSource().getType()),
                             op.getGlobalShape(), *mesh, from)))
    return failure();
  return verifyComponent(op, "the destination",
                         cast<ShapedType>(op.getDest().getType()),
                         op.getGlobalShape(), *mesh, to);
}
