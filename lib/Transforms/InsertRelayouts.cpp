//===- InsertRelayouts.cpp - Make every change of layout explicit ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Transforms/LayoutGraph.h"
#include "dtensor/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {
#define GEN_PASS_DEF_INSERTRELAYOUTS
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// One operand that must be in another layout than its value.
struct Need {
  OpOperand *use;
  Layout layout;
  std::string reason;
  /// The whole value goes to every device though no annotation asks for it.
  bool isUnforced;
};

/// A result that its op makes in another layout than its users expect.
struct Make {
  OpResult result;
  Layout made;
  Layout expected;
  std::string reason;
};

class Inserter {
public:
  explicit Inserter(LayoutGraph &graph) : graph(graph) {}

  void run() {
    for (const Site &site : graph.getSites())
      collect(site);
    for (Make &make : makes)
      applyMake(make);
    for (Need &need : needs)
      applyNeed(need);
    for (RelayoutOp relayout : llvm::reverse(inserted))
      shorten(relayout);
  }

private:
  void collect(const Site &site) {
    ChoiceProblem problem = graph.getProblem(site);
    FactorSharding sharding = chooseFactorSharding(problem);
    if (site.isEdge) {
      // An edge does nothing: its value arrives in the layout of its target.
      const Layout &source = graph.getSlots()[site.operands[0]].state.layout;
      const Layout &target = graph.getSlots()[site.results[0]].state.layout;
      if (target != source && !isa<RelayoutOp>(site.op))
        needs.push_back({site.uses[0], target, describeEdge(site),
                         isCapture(site) &&
                             target.isReplicated(graph.getMesh()) &&
                             isUnused(source, {})});
      return;
    }
    OpLayouts layouts = chooseOpLayouts(problem);
    for (auto [index, slot] : llvm::enumerate(site.operands))
      if (slot >= 0 &&
          layouts.operands[index] != graph.getSlots()[slot].state.layout)
        needs.push_back(
            {site.uses[index], layouts.operands[index],
             describeNeed(site, index, layouts.operands[index]),
             layouts.operands[index].isReplicated(graph.getMesh()) &&
                 isUnused(graph.getSlots()[slot].state.layout, sharding)});
    for (auto [index, slot] : llvm::enumerate(site.results))
      if (slot >= 0 &&
          layouts.results[index] != graph.getSlots()[slot].state.layout)
        makes.push_back({site.op->getResult(index), layouts.results[index],
                         graph.getSlots()[slot].state.layout,
                         describeMake(site, sharding, layouts.results[index],
                                      graph.getSlots()[slot].state.layout)});
  }

  /// Whether a mesh dimension that shards `layout` shards nothing of the op.
  bool isUnused(const Layout &layout, const FactorSharding &sharding) const {
    for (const DimList &dims : layout.getAxes())
      for (unsigned dim : dims)
        if (graph.getMesh().getSize(dim) > 1 &&
            llvm::none_of(sharding, [&](const DimList &used) {
              return llvm::is_contained(used, dim);
            }))
          return true;
    return false;
  }

  /// Whether the site is the use of a tensor inside of a structured op's body.
  static bool isCapture(const Site &site) {
    return site.isEdge && !site.op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<LoopLikeOpInterface, CallOpInterface, ConstrainOp, RelayoutOp,
                LocalMapOp>(site.op);
  }

  LayoutAttr getAttr(const Layout &layout) const {
    return LayoutAttr::get(graph.getMeshName(), graph.getMesh(), layout);
  }

  /// The op keeps the layout it makes; everybody else gets the expected one.
  void applyMake(Make &make) {
    Operation *op = make.result.getOwner();
    auto layouts = op->getAttrOfType<ArrayAttr>(kLayoutsAttr);
    SmallVector<Attribute> updated(layouts.getValue());
    updated[make.result.getResultNumber()] = getAttr(make.made);
    op->setAttr(kLayoutsAttr, ArrayAttr::get(op->getContext(), updated));
    RelayoutOp relayout =
        create(make.result, make.expected, make.reason, op->getLoc());
    make.result.replaceAllUsesExcept(relayout.getResult(), relayout);
  }

  void applyNeed(Need &need) {
    RelayoutOp &relayout = existing[{need.use->get(), getAttr(need.layout)}];
    bool isNew = !relayout;
    if (isNew)
      relayout = create(need.use->get(), need.layout, need.reason,
                        need.use->getOwner()->getLoc());
    // One who is entitled to it is enough.
    if (need.isUnforced && isNew)
      relayout->setAttr(kUnforcedAttr, UnitAttr::get(relayout.getContext()));
    else if (!need.isUnforced)
      relayout->removeAttr(kUnforcedAttr);
    need.use->set(relayout.getResult());
  }

  RelayoutOp create(Value value, const Layout &layout, StringRef reason,
                    Location loc) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    auto relayout =
        RelayoutOp::create(builder, loc, value.getType(), value,
                           getAttr(layout), builder.getStringAttr(reason));
    inserted.push_back(relayout);
    return relayout;
  }

  /// A relayout of a value that only it relays is one way, not two.
  void shorten(RelayoutOp relayout) {
    auto before = relayout.getSource().getDefiningOp<RelayoutOp>();
    if (!before || !before.getResult().hasOneUse() ||
        !llvm::is_contained(inserted, before))
      return;
    relayout.getSourceMutable().assign(before.getSource());
    if (before.getReason())
      relayout.setReasonAttr(StringAttr::get(
          relayout.getContext(),
          *before.getReason() + "; " + relayout.getReason().value_or("")));
    llvm::erase(inserted, before);
    before.erase();
  }

  //===--------------------------------------------------------------------===//
  // Reasons
  //===--------------------------------------------------------------------===//

  static std::string getName(Operation *op) {
    return op->getName().getStringRef().str();
  }

  std::string describeDims(ArrayRef<unsigned> dims) const {
    std::string text;
    for (unsigned dim : dims)
      text += (text.empty() ? "" : "+") + graph.getMesh().getName(dim).str();
    return text;
  }

  std::string describeLayout(const Layout &layout) const {
    if (layout.isReplicated(graph.getMesh()))
      return "replicated";
    return "as [" + layout.str(graph.getMesh()) + "]";
  }

  std::string describeEdge(const Site &site) const {
    const Layout &target = graph.getSlots()[site.results[0]].state.layout;
    std::string what;
    if (isa<func::ReturnOp>(site.op))
      what = "result " + std::to_string(site.uses[0]->getOperandNumber()) +
             " of the function";
    else if (isa<ConstrainOp>(site.op))
      what = "the annotation of " + describeValue(site.uses[0]->get());
    else if (site.op->hasTrait<OpTrait::IsTerminator>())
      what = "what " + getName(site.op->getParentOp()) + " hands on";
    else
      what = "operand " + std::to_string(site.uses[0]->getOperandNumber()) +
             " of " + getName(site.op);
    return what + " is needed " + describeLayout(target);
  }

  std::string describeNeed(const Site &site, unsigned operand,
                           const Layout &layout) const {
    return getName(site.op) + " needs operand " + std::to_string(operand) +
           " (" + describeValue(site.uses[operand]->get()) + ") " +
           describeLayout(layout);
  }

  std::string describeMake(const Site &site, const FactorSharding &sharding,
                           const Layout &made, const Layout &expected) const {
    std::string text = getName(site.op);
    for (auto [factor, dims] : llvm::enumerate(sharding)) {
      if (dims.empty() ||
          site.rule.factors[factor].kind != FactorKind::Reduction)
        continue;
      for (auto [operand, axes] : llvm::enumerate(site.rule.operands)) {
        auto axis = llvm::find_if(axes, [&](const AxisFactors &factors) {
          return llvm::is_contained(factors, factor);
        });
        if (axis == axes.end())
          continue;
        text += " contracts axis " + std::to_string(axis - axes.begin()) +
                " of " + describeValue(site.uses[operand]->get()) +
                ", sharded on " + describeDims(dims) + ";";
        break;
      }
    }
    return text + " result is needed " + describeLayout(expected);
  }

  LayoutGraph &graph;
  std::vector<Need> needs;
  std::vector<Make> makes;
  SmallVector<RelayoutOp> inserted;
  llvm::DenseMap<std::pair<Value, Attribute>, RelayoutOp> existing;
};

struct InsertRelayouts : dtensor::impl::InsertRelayoutsBase<InsertRelayouts> {
  using InsertRelayoutsBase::InsertRelayoutsBase;

  void runOnOperation() override {
    FailureOr<std::optional<LayoutGraph>> graph =
        LayoutGraph::buildAnnotated(getOperation(), replicateUnknown);
    if (failed(graph))
      return signalPassFailure();
    if (*graph)
      Inserter(**graph).run();
  }
};

} // namespace
