//===- UnmergeAxes.cpp - Computing on axes before they merge --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmergeAxes.h"
#include "LayoutPropagation.h"
#include "PlanCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// What at most is left of the bytes where the program is changed for them.
constexpr double kWorthChange = 0.9;

/// The extents that the axes of a tensor have apart, per axis.
using Parts = SmallVector<SmallVector<int64_t>>;

bool isTrivial(const Parts &parts) {
  return llvm::all_of(parts, [](const auto &part) { return part.size() == 1; });
}

SmallVector<ReassociationIndices> getReassociation(const Parts &parts) {
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (const SmallVector<int64_t> &part : parts) {
    groups.emplace_back();
    for (size_t i = 0; i < part.size(); ++i)
      groups.back().push_back(next++);
  }
  return groups;
}

RankedTensorType getApart(RankedTensorType type, const Parts &parts) {
  SmallVector<int64_t> shape;
  for (const SmallVector<int64_t> &part : parts)
    shape.append(part);
  return type.clone(shape);
}

Parts getParts(ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  return llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
    return llvm::map_to_vector(group,
                               [&](int64_t axis) { return shape[axis]; });
  });
}

/// Takes the axes of values apart that reshapes have merged.
class Unmerger {
public:
  explicit Unmerger(MLIRContext *context) : rewriter(context) {}

  void run(tensor::CollapseShapeOp first) {
    SmallVector<tensor::CollapseShapeOp> left = {first};
    while (!left.empty()) {
      tensor::CollapseShapeOp merge = left.pop_back_val();
      if (!merge.getSrcType().hasStaticShape())
        continue;
      Parts parts = getParts(merge.getSrcType().getShape(),
                             merge.getReassociationIndices());
      SmallVector<Operation *> users;
      for (Operation *user : merge->getUsers())
        if (!llvm::is_contained(users, user))
          users.push_back(user);
      for (Operation *user : users) {
        rewriter.setInsertionPoint(user);
        if (auto split = dyn_cast<tensor::ExpandShapeOp>(user))
          cancel(merge, split);
        else if (isa<linalg::LinalgOp>(user))
          partStructured(merge, user, parts, left);
        else if (user->hasTrait<OpTrait::Elementwise>())
          partElementwise(user, parts, left);
      }
      if (merge->use_empty())
        rewriter.eraseOp(merge);
    }
  }

private:
  /// Axes that merge and part again otherwise: they part first, into what both
  /// sides have in common, if there is such a thing.
  void cancel(tensor::CollapseShapeOp merge, tensor::ExpandShapeOp split) {
    RankedTensorType from = merge.getSrcType(), to = split.getResultType();
    if (!to.hasStaticShape() || !split->getBlock())
      return;
    Parts before, after;
    for (auto [a, b] : llvm::zip_equal(
             getParts(from.getShape(), merge.getReassociationIndices()),
             getParts(to.getShape(), split.getReassociationIndices())))
      if (!refine(a, b, before, after))
        return;
    Value apart = merge.getSrc();
    if (!isTrivial(before))
      apart = tensor::ExpandShapeOp::create(rewriter, split.getLoc(),
                                            getApart(from, before), apart,
                                            getReassociation(before));
    if (isTrivial(after))
      rewriter.replaceOp(split, apart);
    else
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
          split, to, apart, getReassociation(after));
  }

  /// Parts axes of extents `a` and those of `b`, two ways to part one axis,
  /// into the same; false if positions of one lie across the other.
  static bool refine(ArrayRef<int64_t> a, ArrayRef<int64_t> b, Parts &before,
                     Parts &after) {
    if (a == b) {
      for (Parts *parts : {&before, &after})
        for (int64_t extent : a)
          parts->push_back({extent});
      return true;
    }
    if (llvm::any_of(llvm::concat<const int64_t>(a, b),
                     [](int64_t extent) { return extent <= 1; }))
      return false;
    // How many positions are behind the places where axes of either end.
    SmallVector<int64_t> ends = {1};
    for (ArrayRef<int64_t> extents : {a, b}) {
      int64_t end = 1;
      for (int64_t extent : llvm::reverse(extents))
        ends.push_back(end *= extent);
    }
    llvm::sort(ends);
    ends.erase(llvm::unique(ends), ends.end());
    for (size_t i = 1; i < ends.size(); ++i)
      if (ends[i] % ends[i - 1] != 0)
        return false;
    auto addParts = [&](ArrayRef<int64_t> extents, Parts &parts) {
      Parts minorFirst;
      size_t next = 1;
      for (int64_t extent : llvm::reverse(extents)) {
        SmallVector<int64_t> part;
        for (int64_t left = extent; left > 1; ++next) {
          part.insert(part.begin(), ends[next] / ends[next - 1]);
          left /= part.front();
        }
        minorFirst.push_back(std::move(part));
      }
      parts.append(minorFirst.rbegin(), minorFirst.rend());
    };
    addParts(a, before);
    addParts(b, after);
    return true;
  }

  /// `value` with its axes apart.
  Value part(Value value, const Parts &parts) {
    if (isTrivial(parts))
      return value;
    auto type = cast<RankedTensorType>(value.getType());
    RankedTensorType apart = getApart(type, parts);
    SmallVector<ReassociationIndices> groups = getReassociation(parts);
    Location loc = value.getLoc();
    if (auto merge = value.getDefiningOp<tensor::CollapseShapeOp>())
      if (merge.getSrcType() == apart &&
          merge.getReassociationIndices() == groups)
        return merge.getSrc();
    if (value.getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(rewriter, loc, apart.getShape(),
                                     apart.getElementType());
    if (auto fill = value.getDefiningOp<linalg::FillOp>())
      return linalg::FillOp::create(rewriter, loc, fill.value(),
                                    part(fill.output(), parts))
          .getResult(0);
    SplatElementsAttr splat;
    if (matchPattern(value, m_Constant(&splat)))
      return arith::ConstantOp::create(
          rewriter, loc,
          SplatElementsAttr::get(apart, splat.getSplatValue<Attribute>()));
    return tensor::ExpandShapeOp::create(rewriter, loc, apart, value, groups);
  }

  /// What users of `op` see is merged as before.
  void replace(Operation *op, Operation *apart, ArrayRef<Parts> results,
               SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    SmallVector<Value> merged;
    for (auto [result, parts, type] :
         llvm::zip_equal(apart->getResults(), results, op->getResultTypes())) {
      if (isTrivial(parts)) {
        merged.push_back(result);
        continue;
      }
      auto merge = tensor::CollapseShapeOp::create(
          rewriter, op->getLoc(), type, result, getReassociation(parts));
      left.push_back(merge);
      merged.push_back(merge);
    }
    rewriter.replaceOp(op, merged);
  }

  void partElementwise(Operation *op, const Parts &parts,
                       SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
        op->hasAttr(kLayoutsAttr))
      return;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    for (Value operand : op->getOperands()) {
      auto own = dyn_cast<RankedTensorType>(operand.getType());
      if (!type || !own || own.getShape() != type.getShape())
        return;
    }
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(part(operand, parts));
    Operation *apart = rewriter.clone(*op);
    apart->setOperands(operands);
    apart->getResult(0).setType(getApart(type, parts));
    replace(op, apart, {parts}, left);
  }

  void partStructured(tensor::CollapseShapeOp merge, Operation *user,
                      const Parts &parts,
                      SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    auto op = cast<linalg::LinalgOp>(user);
    if (op.hasIndexSemantics() || !op.hasPureTensorSemantics() ||
        op->hasAttr(kLayoutsAttr) ||
        op.getBlock()->getNumArguments() != op->getNumOperands())
      return;
    // The extents of each loop apart.
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    Parts loops = llvm::map_to_vector(
        extents, [](int64_t extent) { return SmallVector<int64_t>{extent}; });
    bool changes = false;
    for (OpOperand &use : user->getOpOperands()) {
      if (use.get() != merge.getResult())
        continue;
      for (auto [position, part] : llvm::zip_equal(
               op.getMatchingIndexingMap(&use).getResults(), parts)) {
        auto loop = dyn_cast<AffineDimExpr>(position);
        if (part.size() == 1)
          continue;
        if (!loop)
          return;
        SmallVector<int64_t> &apart = loops[loop.getPosition()];
        if (apart.size() > 1 && apart != part)
          return;
        apart = part;
        changes = true;
      }
    }
    if (!changes)
      return;
    // A loop that walks an axis together with another one is no axis.
    for (AffineMap map : op.getIndexingMapsArray())
      for (AffineExpr position : map.getResults())
        for (auto [loop, apart] : llvm::enumerate(loops))
          if (apart.size() > 1 && !isa<AffineDimExpr>(position) &&
              position.isFunctionOfDim(loop))
            return;
    for (Value operand : user->getOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.getType());
          type && !type.hasStaticShape())
        return;
    createApart(op, loops, left);
  }

  void createApart(linalg::LinalgOp op, const Parts &loops,
                   SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    SmallVector<unsigned> starts;
    SmallVector<utils::IteratorType> iterators;
    for (auto [iterator, apart] :
         llvm::zip_equal(op.getIteratorTypesArray(), loops)) {
      starts.push_back(iterators.size());
      iterators.append(apart.size(), iterator);
    }
    SmallVector<AffineMap> maps;
    SmallVector<Parts> tensors;
    for (OpOperand &use : op->getOpOperands()) {
      SmallVector<AffineExpr> positions;
      Parts parts;
      AffineMap map = op.getMatchingIndexingMap(&use);
      ArrayRef<int64_t> shape = op.getShape(&use);
      for (auto [axis, position] : llvm::enumerate(map.getResults())) {
        auto loop = dyn_cast<AffineDimExpr>(position);
        size_t count = loop ? loops[loop.getPosition()].size() : 1;
        if (count == 1) {
          // Loops behind have other numbers now.
          positions.push_back(position);
          parts.push_back({shape[axis]});
          continue;
        }
        for (size_t i = 0; i < count; ++i)
          positions.push_back(nullptr);
        parts.push_back(loops[loop.getPosition()]);
      }
      renumber(map, loops, starts, positions);
      maps.push_back(AffineMap::get(iterators.size(), 0, positions,
                                    rewriter.getContext()));
      tensors.push_back(std::move(parts));
    }
    SmallVector<Value> operands;
    for (auto [value, parts] : llvm::zip_equal(op->getOperands(), tensors))
      operands.push_back(
          isa<RankedTensorType>(value.getType()) ? part(value, parts) : value);
    size_t numInputs = op.getNumDpsInputs();
    ArrayRef<Value> all(operands);
    SmallVector<Parts> results(tensors.begin() + numInputs, tensors.end());
    SmallVector<Type> types;
    for (Value init : all.drop_front(numInputs))
      types.push_back(init.getType());
    auto generic = linalg::GenericOp::create(
        rewriter, op.getLoc(), types, all.take_front(numInputs),
        all.drop_front(numInputs), maps, iterators);
    rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                               generic.getRegion().end());
    replace(op, generic, results, left);
  }

  /// Fills in the positions of a map when loop i begins at loop `starts[i]`.
  void renumber(AffineMap map, const Parts &loops, ArrayRef<unsigned> starts,
                MutableArrayRef<AffineExpr> positions) {
    SmallVector<AffineExpr> numbers =
        llvm::map_to_vector(starts, [&](unsigned start) {
          return rewriter.getAffineDimExpr(start);
        });
    size_t next = 0;
    for (AffineExpr position : map.getResults()) {
      auto loop = dyn_cast<AffineDimExpr>(position);
      size_t count = loop ? loops[loop.getPosition()].size() : 1;
      if (count == 1) {
        positions[next++] = position.replaceDims(numbers);
        continue;
      }
      for (size_t i = 0; i < count; ++i)
        positions[next++] =
            rewriter.getAffineDimExpr(starts[loop.getPosition()] + i);
    }
  }

  IRRewriter rewriter;
};

/// A trial goes through the whole module: one with more sites is left as it is.
constexpr size_t kMaxSites = 40000;
/// How many ops are looked at between a reshape that moves elements and those
/// that merge axes behind it.
constexpr size_t kMaxBetween = 32;

bool hasMerges(tensor::CollapseShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t axis) {
                                 return op.getSrcType().getDimSize(axis) != 1;
                               }) > 1;
                      });
}

/// Adds the reshapes that merge axes of what is computed from `op`.
void addMergesBehind(Operation *op,
                     llvm::SetVector<tensor::CollapseShapeOp> &merges) {
  llvm::SetVector<Operation *> between;
  between.insert(op);
  for (size_t next = 0; next < between.size() && next < kMaxBetween; ++next)
    for (Operation *user : between[next]->getUsers()) {
      auto merge = dyn_cast<tensor::CollapseShapeOp>(user);
      if (!merge || !hasMerges(merge))
        between.insert(user);
      else
        merges.insert(merge);
    }
}

/// Reshapes that merge axes, at or behind those at which elements move: where
/// axes are apart, their shardings are, and the merged one may have asked for
/// another one before.
llvm::SetVector<tensor::CollapseShapeOp> findMerges(LayoutGraph &graph) {
  llvm::SetVector<tensor::CollapseShapeOp> merges;
  for (const Site &site : graph.getSites()) {
    if (site.isEdge || !site.rule->isReshape || site.operands[0] < 0)
      continue;
    const TensorState &source = graph.getSlots()[site.operands[0]].state;
    if (source.isFree || !source.layout.isSharded() || graph.getDerived(site))
      continue;
    auto merge = dyn_cast<tensor::CollapseShapeOp>(site.op);
    if (merge && hasMerges(merge))
      merges.insert(merge);
    else
      addMergesBehind(site.op, merges);
  }
  return merges;
}

} // namespace

bool dtensor::unmergeAxes(LayoutGraph &graph, ModuleOp module, MeshOp meshOp,
                          bool replicateUnknown) {
  if (graph.getSites().size() > kMaxSites)
    return false;
  llvm::SetVector<tensor::CollapseShapeOp> merges = findMerges(graph);
  if (merges.empty())
    return false;
  PlanCost before = getPlanCost(graph);
  // Tried on a copy.
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy(
      cast<ModuleOp>(module.getOperation()->clone(mapping)));
  Unmerger unmerger(module.getContext());
  auto change = [&](auto &&lookup) {
    // One may be gone together with another one before.
    for (tensor::CollapseShapeOp merge : merges)
      unmerger.run(lookup(merge));
  };
  change([&](tensor::CollapseShapeOp merge) {
    return cast<tensor::CollapseShapeOp>(mapping.lookup(merge.getOperation()));
  });
  auto copiedMesh = cast<MeshOp>(mapping.lookup(meshOp.getOperation()));
  FailureOr<LayoutGraph> changed =
      LayoutGraph::build(*copy, copiedMesh, replicateUnknown);
  if (failed(changed))
    return false;
  propagateLayouts(*changed, ForcedLayouts(), nullptr);
  PlanCost after = getPlanCost(*changed);
  if (after.moved > kWorthChange * before.moved ||
      after.getTotal() >= before.getTotal())
    return false;
  change([](tensor::CollapseShapeOp merge) { return merge; });
  return true;
}
