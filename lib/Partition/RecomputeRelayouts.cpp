//===- RecomputeRelayouts.cpp - Computing instead of moving ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecomputeRelayouts.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/FactorProjection.h"
#include "dtensor/Layout/OperandFetch.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// The largest number of ops that are computed again, and the largest number of
/// them one after the other.
constexpr unsigned kMaxOps = 8;
constexpr unsigned kMaxDepth = 4;
/// The largest number of users of a value that are searched for relayouts.
constexpr size_t kMaxUsers = 64;

class Recomputer {
public:
  Recomputer(RelayoutOp relayout, MeshOp meshOp)
      : relayout(relayout), mesh(meshOp.getMesh()),
        meshName(relayout.getLayout().getMesh()), builder(relayout) {}

  bool run() {
    auto type = cast<RankedTensorType>(relayout.getType());
    std::optional<Layout> from = resolve(getLayout(relayout.getSource()));
    if (!from ||
        getLowerBound(
            mesh, *from, llvm::cantFail(relayout.getLayout().resolve(mesh)),
            type.getShape(), getElementBits(type.getElementType())) == 0)
      return false;
    Value value = compute(relayout.getSource(),
                          llvm::cantFail(relayout.getLayout().resolve(mesh)),
                          /*depth=*/0);
    if (!value) {
      for (Operation *op : llvm::reverse(made))
        op->erase();
      return false;
    }
    relayout.getResult().replaceAllUsesWith(value);
    relayout.erase();
    return true;
  }

private:
  /// `value` in a layout, if it is available in it. Otherwise null.
  Value find(Value value, const Layout &layout) const {
    std::optional<Layout> own = resolve(getLayout(value));
    if (!own)
      return {};
    if (*own == layout)
      return value;
    // Relayouts are the last users that were added, and the use list begins
    // with these.
    size_t left = kMaxUsers;
    for (Operation *user : value.getUsers()) {
      if (left-- == 0)
        break;
      if (auto other = dyn_cast<RelayoutOp>(user);
          other && other != relayout &&
          other->getBlock() == relayout->getBlock() &&
          other->isBeforeInBlock(relayout) &&
          resolve(other.getLayout()) == layout)
        return other.getResult();
    }
    return {};
  }

  std::optional<Layout> resolve(LayoutAttr attribute) const {
    if (!attribute)
      return std::nullopt;
    llvm::Expected<Layout> layout = attribute.resolve(mesh);
    if (layout)
      return *layout;
    llvm::consumeError(layout.takeError());
    return std::nullopt;
  }

  /// Whether the op reduces an axis. The rule would give the same answer, but
  /// later.
  static bool reduces(Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    return structured &&
           llvm::any_of(llvm::zip(structured.getIteratorTypesArray(),
                                  structured.getStaticLoopRanges()),
                        [](auto loop) {
                          auto [iterator, extent] = loop;
                          return iterator == utils::IteratorType::reduction &&
                                 extent != 1;
                        });
  }

  /// Computes `value` again in `layout` by the same ops on operands in other
  /// layouts, without moving data. Null if this is impossible.
  Value compute(Value value, const Layout &layout, unsigned depth) {
    Operation *op = value.getDefiningOp();
    if (!op || depth == kMaxDepth || numLeft == 0 || op->getNumResults() != 1 ||
        op->getBlock() != relayout->getBlock() || !isMemoryEffectFree(op) ||
        isa<DTensorDialect>(op->getDialect()))
      return {};
    if (reduces(op))
      return {};
    --numLeft;
    FailureOr<ShardingRule> rule = getShardingRule(op);
    if (failed(rule) || llvm::any_of(rule->factors, [](const Factor &factor) {
          return factor.kind != FactorKind::Parallel;
        }))
      return {};
    FactorSharding sharding =
        projectToFactors(mesh, *rule, rule->results[0], layout);
    if (projectToAxes(mesh, *rule, rule->results[0], sharding) != layout ||
        restrictToTensors(mesh, *rule, sharding) != sharding)
      return {};
    SmallVector<Value> operands;
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      operands.push_back(operand);
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!type)
        continue;
      Layout needed =
          projectToAxes(mesh, *rule, rule->operands[index], sharding);
      if (rule->isWindowed(index) &&
          needsFetch(mesh, *rule, index, needed, type.getShape(), sharding))
        return {};
      operands.back() = find(operand, needed);
      if (operands.back())
        continue;
      operands.back() = compute(operand, needed, depth + 1);
      if (!operands.back())
        return {};
    }
    Operation *again = builder.clone(*op);
    made.push_back(again);
    again->setOperands(operands);
    again->removeAttr(kOriginsAttr);
    again->setAttr(kLayoutsAttr, builder.getArrayAttr(
                                     LayoutAttr::get(meshName, mesh, layout)));
    return again->getResult(0);
  }

  RelayoutOp relayout;
  Mesh mesh;
  FlatSymbolRefAttr meshName;
  OpBuilder builder;
  SmallVector<Operation *> made;
  unsigned numLeft = kMaxOps;
};

} // namespace

bool dtensor::recompute(RelayoutOp relayout) {
  Operation *op = relayout.getSource().getDefiningOp();
  MeshOp meshOp =
      op ? lookupMeshOrNull(relayout, relayout.getLayout().getMesh())
         : MeshOp();
  return meshOp && Recomputer(relayout, meshOp).run();
}
