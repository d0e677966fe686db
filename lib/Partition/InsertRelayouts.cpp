//===- InsertRelayouts.cpp - Makes changes of layout explicit -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImplicitRelayouts.h"
#include "RelayoutReasons.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Partition/Passes.h"
#include "dtensor/Propagation/PropagatedLayouts.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_INSERTRELAYOUTS
#include "dtensor/Partition/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// An operand that must be in another layout than its value.
struct Need {
  OpOperand *use;
  Layout layout;
  std::string reason;
  /// Whether all devices get the whole value though no annotation asks for it.
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
  explicit Inserter(LayoutGraph &graph)
      : graph(graph), reasons(graph),
        originsName(
            StringAttr::get(graph.getMeshName().getContext(), kOriginsAttr)),
        writtenName(
            StringAttr::get(graph.getMeshName().getContext(), kWrittenAttr)) {}

  /// Emits an error if a relayout moves data that the program does not ask to
  /// move.
  LogicalResult checkWritten() {
    ImplicitRelayouts implicit(graph, reasons);
    for (const Site &site : graph.getSites()) {
      if (site.isEdge) {
        if (Layout to = graph.getArriving(site);
            to != graph[*site.operands[0]].state.layout)
          implicit.checkEdge(site, to);
        continue;
      }
      const OpLayouts &layouts = graph.getChoice(site).layouts;
      for (auto [index, slot] : llvm::enumerate(site.operands))
        if (slot && layouts.operands[index] != graph[*slot].state.layout)
          implicit.checkNeed(site, index, layouts.operands[index]);
      for (auto [index, slot] : llvm::enumerate(site.results))
        if (slot && layouts.results[index] != graph[*slot].state.layout)
          implicit.checkMake(site, index, layouts.results[index]);
    }
    return implicit.report();
  }

  void run() {
    for (const Site &site : graph.getSites()) {
      size_t before = needs.size() + makes.size();
      collect(site);
      if (needs.size() + makes.size() > before && !site.isEdge &&
          !graph.getChoice(site).isConflictFree)
        addConflict(site);
    }
    for (Make &make : makes)
      applyMake(make);
    for (Need &need : needs)
      applyNeed(need);
    for (RelayoutOp relayout : llvm::reverse(inserted))
      if (present.contains(relayout))
        shorten(relayout);
    for (const Site &site : graph.getSites()) {
      site.op->removeDiscardableAttr(originsName);
      site.op->removeDiscardableAttr(writtenName);
    }
  }

  /// The conflicts: the chosen layouts and their alternatives.
  ArrayRef<Attribute> getConflicts() const { return conflicts; }

private:
  /// Records that the layouts around the op do not fit together and that one of
  /// them was changed.
  void addConflict(const Site &site) {
    Builder builder(site.op->getContext());
    SmallVector<Attribute> choices;
    SmallVector<std::string> texts;
    for (const Alternative &choice : listAlternatives(graph.getProblem(site))) {
      std::string layouts = reasons.describeLayouts(site, choice.layouts);
      texts.push_back(layouts + ": " + std::to_string(choice.bytesReceived) +
                      " bytes");
      choices.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("bytes_received", builder.getI64IntegerAttr(
                                                      choice.bytesReceived)),
           builder.getNamedAttr("layouts", builder.getStringAttr(layouts))}));
    }
    std::string text = "chosen " + texts.front();
    if (texts.size() > 1)
      text += "; instead of " + llvm::join(llvm::drop_begin(texts), "; or ");
    remark::analysis(
        site.op->getLoc(),
        remark::RemarkOpts::name("conflict").category("dtensor-layouts"))
        << text;
    conflicts.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("choices", builder.getArrayAttr(choices)),
         builder.getNamedAttr(
             "location",
             builder.getStringAttr(getSourcePosition(site.op->getLoc()))),
         builder.getNamedAttr("op",
                              builder.getStringAttr(getSourceOp(site.op)))}));
  }

  void collect(const Site &site) {
    if (site.isEdge) {
      // An edge computes nothing: its value arrives in the layout of its
      // target.
      const Layout &source = graph[*site.operands[0]].state.layout;
      Layout target = graph.getArriving(site);
      if (target != source && !isa<RelayoutOp>(site.op))
        needs.push_back(
            {site.uses[0], target, reasons.describeEdge(site),
             (isCapture(site) ||
              (isa<ConstrainOp>(site.op) && site.op->hasAttr(kUnforcedAttr))) &&
                 target.isReplicated(graph.getMesh()) &&
                 isUnused(source, site.uses[0]->get(), {})});
      return;
    }
    const Choice &choice = graph.getChoice(site);
    const FactorSharding &sharding = choice.sharding;
    const OpLayouts &layouts = choice.layouts;
    for (auto [index, slot] : llvm::enumerate(site.operands))
      if (slot && layouts.operands[index] != graph[*slot].state.layout)
        needs.push_back(
            {site.uses[index], layouts.operands[index],
             reasons.describeNeed(site, index, layouts.operands[index]),
             layouts.operands[index].isReplicated(graph.getMesh()) &&
                 isUnused(graph[*slot].state.layout, site.uses[index]->get(),
                          sharding)});
    for (auto [index, slot] : llvm::enumerate(site.results))
      if (slot && layouts.results[index] != graph[*slot].state.layout)
        makes.push_back(
            {site.op->getResult(index), layouts.results[index],
             graph[*slot].state.layout,
             reasons.describeMake(site, index, graph[*slot].state.layout)});
  }

  /// Whether a mesh dimension that shards `layout` shards nothing of the op. An
  /// axis of extent 1 does not count as sharded, whatever its layout says,
  /// since one device has all of it.
  bool isUnused(const Layout &layout, Value value,
                const FactorSharding &sharding) const {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    // A tensor without elements is on no device.
    if (llvm::is_contained(shape, 0))
      return false;
    for (auto [dims, extent] : llvm::zip_equal(layout.getAxes(), shape))
      for (unsigned dim : dims)
        if (extent > 1 && graph.getMesh().getSize(dim) > 1 &&
            llvm::none_of(sharding, [&](const DimList &used) {
              return llvm::is_contained(used, dim);
            }))
          return true;
    return false;
  }

  /// Whether the site is the use of a tensor in the body of a structured op.
  static bool isCapture(const Site &site) {
    return site.isEdge && !site.op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<LoopLikeOpInterface, CallOpInterface, ConstrainOp, RelayoutOp,
                LocalMapOp>(site.op);
  }

  LayoutAttr getAttr(const Layout &layout) const {
    return LayoutAttr::get(graph.getMeshName(), graph.getMesh(), layout);
  }

  /// Keeps the layout that the op makes. All other users get the expected
  /// layout.
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
    // One user that is entitled to the whole value is enough.
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
    present.insert(relayout);
    remark::passed(
        loc, remark::RemarkOpts::name("relayout").category("dtensor-layouts"))
        << reason;
    return relayout;
  }

  /// Merges two relayouts if the second is the only user of the first.
  void shorten(RelayoutOp relayout) {
    auto before = relayout.getSource().getDefiningOp<RelayoutOp>();
    if (!before || !before.getResult().hasOneUse() || !present.contains(before))
      return;
    relayout.getSourceMutable().assign(before.getSource());
    if (before.getReason())
      relayout.setReasonAttr(StringAttr::get(
          relayout.getContext(),
          *before.getReason() + "; " + relayout.getReason().value_or("")));
    present.erase(before);
    before.erase();
  }

  LayoutGraph &graph;
  RelayoutReasons reasons;
  StringAttr originsName, writtenName;
  std::vector<Need> needs;
  std::vector<Make> makes;
  SmallVector<RelayoutOp> inserted;
  /// The relayouts that have not been erased.
  llvm::DenseSet<Operation *> present;
  SmallVector<Attribute> conflicts;
  llvm::DenseMap<std::pair<Value, Attribute>, RelayoutOp> existing;
};

/// Builds with assertions build the graph anew, and compare.
#ifdef NDEBUG
constexpr bool kChecksGraph = false;
#else
constexpr bool kChecksGraph = true;

/// Whether two graphs have equal sites in equal order, with the same layouts
/// and choices around them.
bool areAlike(LayoutGraph &a, LayoutGraph &b) {
  auto haveSame = [&](ArrayRef<std::optional<SlotId>> ofA,
                      ArrayRef<std::optional<SlotId>> ofB) {
    return llvm::equal(ofA, ofB, [&](auto slotA, auto slotB) {
      return slotA.has_value() == slotB.has_value() &&
             (!slotA || (a[*slotA].value == b[*slotB].value &&
                         a[*slotA].state.layout == b[*slotB].state.layout));
    });
  };
  return llvm::equal(
      a.getSites(), b.getSites(), [&](const Site &siteA, const Site &siteB) {
        if (siteA.op != siteB.op || siteA.isEdge != siteB.isEdge ||
            siteA.uses != siteB.uses ||
            !haveSame(siteA.operands, siteB.operands) ||
            !haveSame(siteA.results, siteB.results))
          return false;
        if (siteA.isEdge)
          return a.getArriving(siteA) == b.getArriving(siteB);
        const Choice &choiceA = a.getChoice(siteA),
                     &choiceB = b.getChoice(siteB);
        return choiceA.sharding == choiceB.sharding &&
               choiceA.layouts.operands == choiceB.layouts.operands &&
               choiceA.layouts.results == choiceB.layouts.results &&
               choiceA.isConflictFree == choiceB.isConflictFree;
      });
}
#endif

struct InsertRelayouts : dtensor::impl::InsertRelayoutsBase<InsertRelayouts> {
  using InsertRelayoutsBase::InsertRelayoutsBase;

  void runOnOperation() override {
    // Propagation may have left the graph.
    auto propagated = getCachedAnalysis<PropagatedLayouts>();
    LayoutGraph *graph = propagated ? propagated->get().getWritten() : nullptr;
    FailureOr<std::optional<LayoutGraph>> built = std::optional<LayoutGraph>();
    if (!graph || kChecksGraph) {
      built = LayoutGraph::buildAnnotated(getOperation(), replicateUnknown);
      if (failed(built))
        return signalPassFailure();
      if (!*built)
        return;
      assert((!graph || areAlike(*graph, **built)) &&
             "propagation has left another graph than annotations define");
      graph = graph ? graph : &**built;
    }
    Inserter inserter(*graph);
    if (strict && failed(inserter.checkWritten()))
      return signalPassFailure();
    inserter.run();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SignatureAttrs attrs(function);
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        attrs.ofArgument(i).erase(kWrittenAttr);
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        attrs.ofResult(i).erase(kWrittenAttr);
      attrs.write();
    }
    if (!inserter.getConflicts().empty())
      getOperation()->setAttr(
          kConflictsAttr,
          ArrayAttr::get(&getContext(), inserter.getConflicts()));
  }
};

} // namespace
