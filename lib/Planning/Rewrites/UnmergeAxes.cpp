//===- UnmergeAxes.cpp - Computing on unmerged axes -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnmergeAxes.h"
#include "../Proposals/Proposals.h"
#include "ElementwiseOps.h"
#include "SplitLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// The largest number of ops, one after the other, that are computed again for
/// one operand.
constexpr unsigned kMaxRepeated = 6;

Parts getParts(ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  return llvm::map_to_vector(groups, [&](const ReassociationIndices &group) {
    return llvm::map_to_vector(group,
                               [&](int64_t axis) { return shape[axis]; });
  });
}

/// Splits the axes of values that reshapes have merged. It goes forward, from a
/// reshape to all values that are computed from its result, and handles several
/// axes at a time. In contrast, `AxisExpander` goes backward, from a sliced
/// value to the values that it is computed from. Both use `splitLoops` for the
/// loops of structured ops.
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
        else if (canCompute(user))
          replace(user, createApart(user, parts), {parts}, left);
        else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
          partSlice(slice, parts, left);
        else if (auto join = dyn_cast<tensor::ConcatOp>(user))
          partJoin(join, parts, left);
      }
      if (merge->use_empty())
        rewriter.eraseOp(merge);
    }
    llvm::SetVector<Operation *> unused(repeated.begin(), repeated.end());
    repeated.clear();
    while (!unused.empty())
      if (Operation *op = unused.pop_back_val(); isOpTriviallyDead(op))
        eraseUnused(op, unused);
  }

private:
  /// Handles a merge of axes that is followed by another split of them. First
  /// the axes are split into the common refinement of both shapes, if there is
  /// one.
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
    if (!isWhole(before))
      apart = tensor::ExpandShapeOp::create(rewriter, split.getLoc(),
                                            getSplitType(from, before), apart,
                                            getReassociation(before));
    if (isWhole(after))
      rewriter.replaceOp(split, apart);
    else
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
          split, to, apart, getReassociation(after));
  }

  /// Finds the common refinement `best` of two ways, `a` and `b`, to split one
  /// axis. Returns false if positions of one lie across those of the other.
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
    // The strides at which axes of either shape end.
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

  /// `value` with its axes split.
  Value part(Value value, const Parts &parts) {
    if (isWhole(parts))
      return value;
    auto type = cast<RankedTensorType>(value.getType());
    RankedTensorType apart = getSplitType(type, parts);
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
    if (!canRepeat(value, parts, /*depth=*/0))
      return tensor::ExpandShapeOp::create(rewriter, loc, apart, value, groups);
    Operation *op = value.getDefiningOp();
    repeated.push_back(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return createApart(structured, *getLoops(structured, parts))
          ->getResult(0);
    return createApart(op, parts)->getResult(0);
  }

  /// Whether `value` can be computed with split axes from values that need not
  /// be split. An example is a mask that is broadcast along the merged axes.
  bool canRepeat(Value value, const Parts &parts, unsigned depth) {
    Operation *op = value.getDefiningOp();
    SplatElementsAttr splat;
    if (isWhole(parts) || (op && isa<tensor::EmptyOp>(op)) ||
        matchPattern(value, m_Constant(&splat)))
      return true;
    if (!op || depth == kMaxRepeated || op->getNumResults() != 1 ||
        op->hasAttr(kLayoutsAttr))
      return false;
    if (auto fill = dyn_cast<linalg::FillOp>(op))
      return canRepeat(fill.output(), parts, depth + 1);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      std::optional<Parts> loops = getLoops(structured, parts);
      return loops && isApart(structured, *loops) &&
             structured.getNumParallelLoops() == structured.getNumLoops() &&
             llvm::all_of(op->getOpOperands(), [&](OpOperand &use) {
               return canRepeat(use.get(),
                                getOperandParts(structured, use, *loops),
                                depth + 1);
             });
    }
    return canCompute(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return canRepeat(operand, parts, depth + 1);
           });
  }

  /// Replaces `op`. Its remaining users get a merged value as before.
  void replace(Operation *op, Operation *apart, ArrayRef<Parts> results,
               SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    SmallVector<Value> merged;
    for (auto [result, parts, type] :
         llvm::zip_equal(apart->getResults(), results, op->getResultTypes())) {
      if (isWhole(parts)) {
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

  /// Annotated values stay as they are.
  static bool canCompute(Operation *op) {
    return isElementwiseOnTensors(op) && !op->hasAttr(kLayoutsAttr);
  }

  /// Makes an elementwise op on split axes.
  Operation *createApart(Operation *op, const Parts &parts) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(part(operand, parts));
    Operation *apart = rewriter.clone(*op);
    apart->setOperands(operands);
    Value result = apart->getResult(0);
    result.setType(
        getSplitType(cast<RankedTensorType>(result.getType()), parts));
    return apart;
  }

  void partStructured(tensor::CollapseShapeOp merge, Operation *user,
                      const Parts &parts,
                      SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    auto op = cast<linalg::LinalgOp>(user);
    Parts loops = getWholeLoops(op);
    for (OpOperand &use : user->getOpOperands())
      if (use.get() == merge.getResult() &&
          !addLoops(op.getMatchingIndexingMap(&use), parts, loops))
        return;
    if (isWhole(loops) || !isApart(op, loops))
      return;
    SmallVector<Parts> results;
    for (OpOperand &init : op.getDpsInitsMutable())
      results.push_back(getOperandParts(op, init, loops));
    replace(op, createApart(op, loops), results, left);
  }

  /// Handles a slice that takes all positions of the merged axes.
  void partSlice(tensor::ExtractSliceOp op, const Parts &parts,
                 SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    if (op->hasAttr(kLayoutsAttr) || !op.getOffsets().empty() ||
        !op.getSizes().empty() || !op.getStrides().empty() ||
        op.getType().getRank() != op.getSourceType().getRank())
      return;
    SmallVector<OpFoldResult> offsets, sizes, strides;
    Parts taken;
    for (auto [part, offset, size, stride] :
         llvm::zip_equal(parts, op.getStaticOffsets(), op.getStaticSizes(),
                         op.getStaticStrides())) {
      bool isWhole =
          offset == 0 && stride == 1 && llvm::product_of(part) == size;
      if (part.size() > 1 && !isWhole)
        return;
      taken.push_back(part.size() > 1 ? part : SmallVector<int64_t>{size});
      for (int64_t extent : taken.back()) {
        offsets.push_back(rewriter.getIndexAttr(offset));
        sizes.push_back(rewriter.getIndexAttr(extent));
        strides.push_back(rewriter.getIndexAttr(stride));
      }
    }
    Value source = part(op.getSource(), parts);
    auto apart = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), getSplitType(op.getType(), taken), source,
        offsets, sizes, strides);
    replace(op, apart, {taken}, left);
  }

  /// Handles a concatenation along an axis that was not merged.
  void partJoin(tensor::ConcatOp op, const Parts &parts,
                SmallVectorImpl<tensor::CollapseShapeOp> &left) {
    RankedTensorType type = op.getType();
    size_t joined = op.getDim();
    if (op->hasAttr(kLayoutsAttr) || parts[joined].size() > 1 ||
        !type.hasStaticShape())
      return;
    int64_t dim = 0;
    for (size_t axis = 0; axis < joined; ++axis)
      dim += parts[axis].size();
    auto getJoined = [&](Value value) {
      Parts own = parts;
      own[joined] = {
          cast<RankedTensorType>(value.getType()).getDimSize(joined)};
      return own;
    };
    for (Value operand : op.getInputs())
      if (!cast<RankedTensorType>(operand.getType()).hasStaticShape())
        return;
    SmallVector<Value> operands;
    for (Value operand : op.getInputs())
      operands.push_back(part(operand, getJoined(operand)));
    Parts results = getJoined(op.getResult());
    auto apart = tensor::ConcatOp::create(
        rewriter, op.getLoc(), getSplitType(type, results), dim, operands);
    replace(op, apart, {results}, left);
  }

  /// The extents of each split loop, given the split axes of the only result.
  static std::optional<Parts> getLoops(linalg::LinalgOp op,
                                       const Parts &parts) {
    Parts loops = getWholeLoops(op);
    if (!addLoops(op.getMatchingIndexingMap(op.getDpsInitOperand(0)), parts,
                  loops))
      return std::nullopt;
    return loops;
  }

  /// Splits the loops that walk split axes. Returns false if no single loop
  /// walks such an axis, or if the loop is already split in another way.
  static bool addLoops(AffineMap map, const Parts &parts, Parts &loops) {
    for (auto [position, part] : llvm::zip_equal(map.getResults(), parts)) {
      if (part.size() == 1)
        continue;
      auto loop = dyn_cast<AffineDimExpr>(position);
      if (!loop)
        return false;
      SmallVector<int64_t> &apart = loops[loop.getPosition()];
      if (apart.size() > 1 && apart != part)
        return false;
      apart = part;
    }
    return true;
  }

  /// Whether the op computes the same with these split loops. A loop that walks
  /// an axis together with another loop cannot be split.
  static bool isApart(linalg::LinalgOp op, const Parts &loops) {
    if (op.hasIndexSemantics() || !op.hasPureTensorSemantics() ||
        op->hasAttr(kLayoutsAttr) ||
        op.getBlock()->getNumArguments() != op->getNumOperands())
      return false;
    for (AffineMap map : op.getIndexingMapsArray())
      for (AffineExpr position : map.getResults())
        for (auto [loop, apart] : llvm::enumerate(loops))
          if (apart.size() > 1 && !isa<AffineDimExpr>(position) &&
              position.isFunctionOfDim(loop))
            return false;
    return llvm::all_of(op->getOperandTypes(), [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return !tensor || tensor.hasStaticShape();
    });
  }

  Operation *createApart(linalg::LinalgOp op, const Parts &loops) {
    return splitLoops(rewriter, op, loops,
                      [&](OpOperand &use, const Parts &parts) {
                        return part(use.get(), parts);
                      });
  }

  /// Erases `op`. Adds the ops that only `op` used to `unused`.
  void eraseUnused(Operation *op, llvm::SetVector<Operation *> &unused) {
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp())
        unused.insert(maker);
    rewriter.eraseOp(op);
  }

  IRRewriter rewriter;
  /// Ops that were computed again.
  SmallVector<Operation *> repeated;
};

/// Each trial visits the whole module. A module with more sites is left as it
/// is.
constexpr size_t kMaxSites = 40000;
/// The largest number of ops that are examined between a reshape that moves
/// elements and the reshapes behind it that merge axes.
constexpr size_t kMaxBetween = 32;

bool hasMerges(tensor::CollapseShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t axis) {
                                 return op.getSrcType().getDimSize(axis) != 1;
                               }) > 1;
                      });
}

/// Adds the reshapes that merge axes of values computed from `op`.
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

/// Finds reshapes that merge axes, at reshapes where elements move, or behind
/// them. If the axes are split, their shardings are separate. The merged axis
/// may have asked for another sharding before.
llvm::SetVector<tensor::CollapseShapeOp> findMerges(LayoutGraph &graph) {
  llvm::SetVector<tensor::CollapseShapeOp> merges;
  for (const Site &site : graph.getSites()) {
    if (site.isEdge || !site.rule->isReshape || !site.operands[0])
      continue;
    const TensorState &source = graph[*site.operands[0]].state;
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

bool dtensor::unmergeAxes(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  llvm::SetVector<tensor::CollapseShapeOp> merges = findMerges(*graph);
  if (merges.empty() || plan.isTooLarge("merged-axes", kMaxSites))
    return false;
  Change change{[merges](Edit &edit) {
                  Unmerger unmerger(edit.getModule().getContext());
                  // Looked up before any is erased.
                  auto found = llvm::map_to_vector(
                      merges, [&](tensor::CollapseShapeOp merge) {
                        return edit.get(merge);
                      });
                  for (tensor::CollapseShapeOp merge : found)
                    unmerger.run(merge);
                },
                "merged axes apart", merges.front()->getLoc(), bit(Rule::Form)};
  if (!plan.adoptIfBetter(change))
    return false;
  plan.splitMesh();
  return true;
}
