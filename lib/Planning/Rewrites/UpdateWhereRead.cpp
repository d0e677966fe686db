//===- UpdateWhereRead.cpp - Fused sparse updates -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateWhereRead.h"
#include "../Proposals/Proposals.h"
#include "ElementwiseOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::GatherOp;
using linalg_ext::ScatterOp;

namespace {

/// Modules with more sites are left as they are, since each trial propagates
/// layouts through the module.
constexpr size_t kMaxSites = 20000;
/// The largest number of ops between a gather and the scatter.
constexpr size_t kMaxOps = 64;

/// The ops that compute a scatter's updates element by element.
class UpdateChain {
public:
  explicit UpdateChain(ScatterOp scatter) : scatter(scatter) {
    if (scatter.getDests().size() == 1 && scatter.getUpdates().size() == 1 &&
        scatter.getReads().empty() && scatter->getNumResults() == 1)
      visit(scatter.getUpdates().front());
  }

  /// Whether the updates are computed from positions that the scatter then
  /// writes.
  bool isFound() const { return !gathers.empty() && ops.size() <= kMaxOps; }

  void fuse();

private:
  /// Whether `value` is computed from gathered values. If so, it is added to
  /// `ops` or `gathers` after all ops that it depends on.
  bool visit(Value value);
  bool readsWhatIsWritten(GatherOp gather);
  void compute(OpBuilder &builder, Operation *op, IRMapping &scalars);
  static std::optional<TypedAttr> getScalar(Value value);
  static bool isLink(Operation *op);

  ScatterOp scatter;
  llvm::MapVector<Value, bool> visited;
  llvm::SetVector<Operation *> ops;
  SmallVector<GatherOp> gathers;
};

} // namespace

/// Whether the op can be part of a chain. Such an op computes each element of
/// its only result from the elements of its operands at the same position. It
/// is an elementwise op on tensors or a `linalg.generic`.
bool UpdateChain::isLink(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return isElementwiseOnTensors(op) && isMemoryEffectFree(op);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(generic.getRegion(), captured);
  return op->getNumResults() == 1 &&
         isa<RankedTensorType>(op->getResult(0).getType()) &&
         isMemoryEffectFree(op) && captured.empty() &&
         !generic.hasIndexSemantics() && generic.getNumDpsInits() == 1 &&
         !generic.payloadUsesValueFromOperand(generic.getDpsInitOperand(0)) &&
         llvm::all_of(generic.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         llvm::all_of(generic.getDpsInputs(), [](Value input) {
           return isa<RankedTensorType>(input.getType());
         });
}

/// Each use of a constant may have its own copy.
static bool isSame(Value a, Value b) {
  Attribute inA, inB;
  return a == b || (matchPattern(a, m_Constant(&inA)) &&
                    matchPattern(b, m_Constant(&inB)) && inA == inB);
}

bool UpdateChain::readsWhatIsWritten(GatherOp gather) {
  // A window that reaches beyond a table is shifted as a whole where it is
  // read. Where it is written, the elements outside are dropped. Rows are
  // either inside or outside, so the two agree on rows.
  if (llvm::any_of(gather.getStartAxes(), [&](int64_t axis) {
        return gather.getSliceSizes()[axis] != 1;
      }))
    return false;
  auto getShape = [](Value value) {
    return cast<ShapedType>(value.getType()).getShape();
  };
  return isSame(gather.getIndices(), scatter.getIndices()) &&
         getShape(gather.getDest()) == getShape(scatter.getUpdates().front()) &&
         getShape(gather.getSource()) == getShape(scatter.getDests().front()) &&
         gather.getOffsetAxes() == scatter.getWindowAxes() &&
         gather.getCollapsedAxes() == scatter.getInsertedAxes() &&
         gather.getOperandBatchAxes() == scatter.getDestBatchAxes() &&
         gather.getIndicesBatchAxes() == scatter.getIndicesBatchAxes() &&
         gather.getStartAxes() == scatter.getStartAxes() &&
         gather.getIndexVectorAxis() == scatter.getIndexVectorAxis();
}

bool UpdateChain::visit(Value value) {
  auto [known, isNew] = visited.insert({value, false});
  if (!isNew)
    return known->second;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != scatter->getBlock() || ops.size() > kMaxOps)
    return false;
  bool isComputed = false;
  if (auto gather = dyn_cast<GatherOp>(op)) {
    if ((isComputed = readsWhatIsWritten(gather)))
      gathers.push_back(gather);
  } else if (isLink(op)) {
    for (Value operand : isa<linalg::GenericOp>(op)
                             ? cast<linalg::GenericOp>(op).getDpsInputs()
                             : SmallVector<Value>(op->getOperands()))
      isComputed |= visit(operand);
    if (isComputed)
      ops.insert(op);
  }
  visited[value] = isComputed;
  return isComputed;
}

/// The value that all elements have, if it is known.
std::optional<TypedAttr> UpdateChain::getScalar(Value value) {
  Attribute constant;
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  if (!isa<FloatAttr, IntegerAttr>(constant))
    return std::nullopt;
  return cast<TypedAttr>(constant);
}

/// Computes one element of the result of `op`.
void UpdateChain::compute(OpBuilder &builder, Operation *op,
                          IRMapping &scalars) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    for (auto [argument, input] :
         llvm::zip(generic.getBody()->getArguments(), generic.getDpsInputs()))
      scalars.map(argument, scalars.lookup(input));
    for (Operation &nested : generic.getBody()->without_terminator())
      builder.clone(nested, scalars);
    scalars.map(
        op->getResult(0),
        scalars.lookup(generic.getBody()->getTerminator()->getOperand(0)));
    return;
  }
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(scalars.lookup(operand));
  state.addTypes(getElementTypeOrSelf(op->getResult(0)));
  state.addAttributes(op->getAttrDictionary().getValue());
  scalars.map(op->getResult(0), builder.create(state)->getResult(0));
}

void UpdateChain::fuse() {
  // The operands of the ops that the ops themselves do not compute.
  llvm::SetVector<Value> updates, reads;
  llvm::MapVector<Value, TypedAttr> constants;
  for (GatherOp gather : gathers)
    reads.insert(gather.getSource());
  for (auto [value, isComputed] : visited) {
    if (isComputed)
      continue;
    if (std::optional<TypedAttr> scalar = getScalar(value))
      constants[value] = *scalar;
    else if (llvm::any_of(value.getUsers(),
                          [&](Operation *user) { return ops.contains(user); }))
      updates.insert(value);
  }
  // One operand is needed for the shape of windows.
  if (updates.empty())
    updates.insert(gathers.front().getDest());

  OpBuilder builder(scatter);
  Location loc = scatter.getLoc();
  auto fused = ScatterOp::create(
      builder, loc, scatter->getResultTypes(), scatter.getIndices(),
      updates.getArrayRef(), reads.getArrayRef(), scatter.getDests(),
      ValueRange(), scatter.getWindowAxes(), scatter.getInsertedAxes(),
      scatter.getDestBatchAxes(), scatter.getIndicesBatchAxes(),
      scatter.getStartAxes(), scatter.getIndexVectorAxis(),
      /*partStarts=*/DenseI64ArrayAttr(), /*partShape=*/DenseI64ArrayAttr());
  Block &combine = scatter.getCombiner().front();
  SmallVector<Type> types{combine.getArgument(0).getType()};
  for (Value value : llvm::concat<const Value>(updates, reads))
    types.push_back(getElementTypeOrSelf(value));
  Block *body = builder.createBlock(&fused.getCombiner(), {}, types,
                                    SmallVector<Location>(types.size(), loc));
  IRMapping scalars;
  for (auto [index, value] : llvm::enumerate(updates))
    scalars.map(value, body->getArgument(1 + index));
  llvm::DenseMap<Value, Value> there;
  for (auto [index, value] : llvm::enumerate(reads))
    there[value] = body->getArgument(1 + updates.size() + index);
  for (GatherOp gather : gathers)
    scalars.map(gather->getResult(0), there[gather.getSource()]);
  for (auto [value, scalar] : constants)
    scalars.map(value,
                arith::ConstantOp::create(builder, loc, scalar).getResult());
  for (Operation *op : ops)
    compute(builder, op, scalars);
  scalars.map(combine.getArgument(0), body->getArgument(0));
  scalars.map(combine.getArgument(1),
              scalars.lookup(scatter.getUpdates().front()));
  for (Operation &nested : combine)
    builder.clone(nested, scalars);
  scatter->replaceAllUsesWith(fused);
  scatter.erase();
  // Erases the ops without users. Users come before their operands.
  for (Operation *op : llvm::reverse(ops.getArrayRef()))
    if (isOpTriviallyDead(op))
      op->erase();
  for (GatherOp gather : gathers)
    if (isOpTriviallyDead(gather))
      gather.erase();
}

static std::vector<UpdateChain> findChains(ModuleOp module) {
  std::vector<UpdateChain> chains;
  module.walk([&](ScatterOp scatter) {
    UpdateChain chain(scatter);
    if (chain.isFound())
      chains.push_back(std::move(chain));
  });
  return chains;
}

bool dtensor::updateWhereRead(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph || findChains(plan.getModule()).empty() ||
      plan.isTooLarge("updates-where-read", kMaxSites) ||
      plan.getCost()->received == 0)
    return false;
  // Later scatters may be computed from tables that earlier ones write, so the
  // later ones are fused first.
  return plan.adoptIfBetter({[](Edit &edit) {
                               std::vector<UpdateChain> chains =
                                   findChains(edit.getModule());
                               for (UpdateChain &chain : llvm::reverse(chains))
                                 chain.fuse();
                             },
                             "updates of rows where they are read",
                             plan.getModule().getLoc(), bit(Rule::Form)});
}
