//===- LayoutGraphBuilder.cpp - From a module to its layout graph ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Factories.h"
#include "ManualCalls.h"
#include "OpFacts.h"
#include "ResolveCombiners.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <map>

using namespace mlir;
using namespace dtensor;

/// The rule of an edge. Each axis is a factor of its own, and partial values do
/// not pass.
static ShardingRule getIdentityRule(RankedTensorType type) {
  ShardingRule rule;
  TensorFactors factors;
  for (int64_t extent : type.getShape()) {
    factors.push_back({unsigned(rule.factors.size())});
    rule.factors.push_back(
        {ShapedType::isDynamic(extent) ? Factor::kDynamic : extent});
  }
  rule.operands.push_back(factors);
  rule.results.push_back(factors);
  return rule;
}

namespace {

class LayoutGraphBuilder {
public:
  /// Fills `graph`, which must not have slots yet.
  LayoutGraphBuilder(LayoutGraph &graph, ModuleOp module, bool replicateUnknown)
      : graph(graph), module(module), manualCalls(module, graph.getMesh()),
        facts(graph.getCache(), replicateUnknown) {}

  LogicalResult run() {
    // Ops in the regions of structured ops are not counted, since their values
    // have no slots.
    size_t numValues = 0;
    for (auto function : module.getOps<func::FuncOp>())
      for (Block &block : function.getBody())
        numValues += block.getNumArguments() + block.getOperations().size() +
                     block.getTerminator()->getNumOperands();
    graph.reserve(numValues);
    // All functions get their slots first, so that every call can refer to the
    // slots of its callee.
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(addFunction(function)))
        return failure();
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() &&
          failed(addBlock(function.getBody().front())))
        return failure();
    if (!isOrDeclared)
      for (SlotId slot : graph.getSlotIds())
        graph[slot].state.isOrSum = canBeSum(graph[slot].type);
    return success();
  }

private:
  /// Adds a site whose slots have been added before.
  void addSite(Site &&site, const OpFacts &facts) {
    site.rule = &graph.getCache().getRule(facts.rule);
    site.workPerPoint = facts.workPerPoint;
    site.structure = getStructure(site, facts);
    graph.addSite(std::move(site));
  }

  /// The structure of the site of an op. The structures of similar ops differ
  /// by the ops that make their operands.
  unsigned getStructure(const Site &site, const OpFacts &facts) {
    auto compute = [&] {
      return graph.getCache().getStructure(facts.rule, facts.workPerPoint,
                                           SiteStates(graph, site).get());
    };
    if (!facts.group || site.operands.size() > 63 ||
        llvm::any_of(site.operands, [&](std::optional<SlotId> slot) {
          return slot && !graph[*slot].state.data.empty();
        }))
      return compute();
    auto isFreeSlot = [&](std::optional<SlotId> slot) {
      return slot && graph[*slot].state.isFree;
    };
    uint64_t free = 0;
    for (std::optional<SlotId> slot : site.operands)
      free = free << 1 | isFreeSlot(slot);
    // All results of an op are free, or none is.
    free = free << 1 | llvm::any_of(site.results, isFreeSlot);
    auto [structure, isNew] = structureOf.try_emplace({*facts.group, free});
    if (isNew)
      structure->second = compute();
    return structure->second;
  }

  /// Adds a slot for a value of this type. Returns nothing if the type is not a
  /// tensor type.
  std::optional<SlotId> addSlot(Type type, Value value, bool isFree = false) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return std::nullopt;
    SlotId id = graph.addSlot();
    Slot &slot = graph[id];
    slot.type = tensor;
    slot.value = value;
    slot.state.isTensor = true;
    slot.state.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    slot.state.elementBits = getElementBits(tensor.getElementType());
    slot.state.isFree = isFree;
    slot.state.layout = Layout(tensor.getRank());
    // The part of an axis that a device owns depends on the global extent of
    // the axis. The extent of a dynamic axis is not known.
    for (int64_t extent : tensor.getShape())
      slot.state.open.push_back(!ShapedType::isDynamic(extent));
    return id;
  }

  std::optional<SlotId> addValue(Value value, bool isFree = false) {
    std::optional<SlotId> slot = addSlot(value.getType(), value, isFree);
    if (slot)
      graph.setSlot(value, *slot);
    return slot;
  }

  /// Adds the slot of a value that a loop carries. Its axes of extent 1 are not
  /// sharded. Otherwise one device would own the whole axis. No op computes
  /// with such a layout, so each iteration would move the value there and back.
  void addCarried(Value value) {
    std::optional<SlotId> slot = addValue(value);
    if (!slot)
      return;
    TensorState &state = graph[*slot].state;
    for (auto [axis, extent] : llvm::enumerate(state.shape))
      if (extent == 1)
        state.open[axis] = false;
  }

  /// Gives `value` the layout of `other`.
  void unify(Value value, Value other) {
    if (std::optional<SlotId> slot = graph.getSlot(other))
      graph.setSlot(value, *slot);
  }

  /// Whether addends represent a sum of such elements. Those of very few bits
  /// do not.
  static bool canBeSum(RankedTensorType type) {
    auto element = dyn_cast<FloatType>(type.getElementType());
    return element && element.getWidth() > 8;
  }

  LogicalResult annotate(std::optional<SlotId> slot, Attribute attribute,
                         Operation *op) {
    if (!slot || !attribute)
      return success();
    Slot &annotated = graph[*slot];
    TensorState &state = annotated.state;
    auto lookup = [&](Attribute name) -> FailureOr<unsigned> {
      StringRef text = cast<StringAttr>(name).getValue();
      if (std::optional<unsigned> dim = graph.getMesh().lookup(text))
        return *dim;
      return op->emitError("the layout names mesh dimension '")
             << text << "', but the mesh is " << graph.getMesh().str();
    };
    if (auto layout = dyn_cast<LayoutAttr>(attribute)) {
      auto [known, isNew] = resolvedLayouts.try_emplace(layout);
      if (isNew) {
        llvm::Expected<Layout> resolved = layout.resolve(graph.getMesh());
        if (!resolved)
          return op->emitError(llvm::toString(resolved.takeError()));
        known->second = std::move(*resolved);
      }
      state.layout = known->second;
      state.open.assign(state.layout.getRank(), false);
      annotated.priority = 0;
      if (failed(resolveCombiners(state.layout, annotated.type, op)))
        return failure();
      // Other annotations are those that propagation has written.
      isOrDeclared |=
          isa<func::FuncOp, ConstrainOp, LocalMapOp>(op) &&
          canBeSum(annotated.type) &&
          llvm::any_of(state.layout.getPartial(), [](PartialDim partial) {
            return partial.combiner == Combiner::Or;
          });
      return checkAnnotated(annotated, op);
    }
    auto constraint = dyn_cast<ConstraintAttr>(attribute);
    if (!constraint)
      return op->emitError("required: a layout or a constraint; found: ")
             << attribute;
    for (auto [axis, names] : llvm::enumerate(constraint.getAxes())) {
      DimList dims;
      for (Attribute name : names) {
        FailureOr<unsigned> dim = lookup(name);
        if (failed(dim))
          return failure();
        dims.push_back(*dim);
      }
      state.layout.setAxis(axis, dims);
      state.open[axis] = state.open[axis] && constraint.getOpen()[axis];
    }
    for (Attribute name : constraint.getReplicated()) {
      FailureOr<unsigned> dim = lookup(name);
      if (failed(dim))
        return failure();
      state.replicated.push_back(*dim);
    }
    annotated.axisPriorities.assign(constraint.getPriorities().begin(),
                                    constraint.getPriorities().end());
    annotated.priority = annotated.axisPriorities.empty()
                             ? 0
                             : *llvm::min_element(annotated.axisPriorities);
    return checkAnnotated(annotated, op);
  }

  LogicalResult checkAnnotated(const Slot &slot, Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      function = op->getParentOfType<func::FuncOp>();
    for (unsigned dim : manualCalls.getDims(function))
      if (slot.state.layout.getShardedAxis(dim) ||
          llvm::any_of(slot.state.layout.getPartial(),
                       [&](PartialDim partial) { return partial.dim == dim; }))
        return op->emitError("requires layouts of dimensions that are not "
                             "manual where '")
               << function.getSymName()
               << "' is called, in a dtensor.local_map; found "
               << graph.getMesh().getName(dim);
    for (auto [axis, extent] : llvm::enumerate(slot.state.shape))
      if (ShapedType::isDynamic(extent) &&
          !slot.state.layout.getAxis(axis).empty())
        return op->emitError("axis ")
               << axis << " of " << slot.type
               << " has a dynamic extent and cannot be sharded; give it a "
                  "static one, or shard another axis";
    return success();
  }

  LogicalResult addFunction(func::FuncOp function) {
    for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
      std::optional<SlotId> slot = addSlot(type, {});
      graph.addResultSlot(function, slot);
      if (failed(annotate(slot, function.getResultAttr(index, kLayoutAttr),
                          function)))
        return failure();
    }
    if (function.isExternal())
      return function.emitError("a function without a body cannot be "
                                "partitioned; give its body, or call it from "
                                "a dtensor.local_map");
    if (!function.getBody().hasOneBlock())
      return function.emitError("required: structured control flow (scf); "
                                "found: a function of several blocks");
    for (BlockArgument arg : function.getArguments()) {
      std::optional<SlotId> slot = addValue(arg);
      Attribute annotation =
          function.getArgAttr(arg.getArgNumber(), kLayoutAttr);
      if (failed(annotate(slot, annotation, function)))
        return failure();
      if (slot)
        graph[*slot].state.isGiven = !annotation && function.isPublic();
    }
    return success();
  }

  void addEdge(OpOperand &use, std::optional<SlotId> to,
               Spread spread = Spread::Both,
               std::unique_ptr<const Border> border = {}) {
    std::optional<SlotId> source = graph.getSlot(use.get());
    if (!source || !to || source == to)
      return;
    Site site;
    site.op = use.getOwner();
    site.isEdge = true;
    site.spread = spread;
    site.uses = {&use};
    site.operands = {source};
    site.results = {to};
    bool leaves = border && !border->enters;
    RankedTensorType type = graph[leaves ? *source : *to].type;
    site.border = std::move(border);
    auto [rule, isNew] = identityRules.try_emplace(type);
    if (isNew)
      rule->second = graph.getCache().addRule(getIdentityRule(type));
    addSite(std::move(site), OpFacts{rule->second, /*isFree=*/false,
                                     /*hasCaptures=*/false,
                                     /*workPerPoint=*/0});
  }

  void addEdges(MutableArrayRef<OpOperand> from, ValueRange to) {
    for (auto [use, target] : llvm::zip_equal(from, to))
      addEdge(use, graph.getSlot(target));
  }

  LogicalResult addBlock(Block &block) {
    for (Operation &op : block)
      if (failed(addOp(op)))
        return failure();
    return success();
  }

  LogicalResult addOp(Operation &op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return addFor(loop);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return addWhile(loop);
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return addBranch(op);
    if (auto call = dyn_cast<func::CallOp>(op))
      return addCall(call);
    if (auto ret = dyn_cast<func::ReturnOp>(op)) {
      auto function = cast<func::FuncOp>(ret->getParentOp());
      for (OpOperand &use : ret->getOpOperands())
        addEdge(use, graph.getResultSlot(function, use.getOperandNumber()));
      return success();
    }
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      return addConstrain(constrain);
    if (auto relayout = dyn_cast<RelayoutOp>(op)) {
      std::optional<SlotId> slot = addValue(relayout.getResult());
      addEdge(relayout.getSourceMutable(), slot);
      return annotate(slot, relayout.getLayout(), &op);
    }
    if (auto map = dyn_cast<LocalMapOp>(op))
      return addLocalMap(map);
    return addPlainOp(op);
  }

  LogicalResult addConstrain(ConstrainOp op) {
    if (std::optional<uint64_t> group = op.getGroup()) {
      if (ConstrainOp &first = groups[*group]) {
        if (op.getType().getShape() != first.getType().getShape()) {
          InFlightDiagnostic error = op.emitOpError("is in group ")
                                     << *group << " with values of shape ["
                                     << first.getType().getShape()
                                     << "], found " << op.getType();
          error.attachNote(first.getLoc()) << "the group begins here";
          return error;
        }
        unify(op.getResult(), first.getResult());
        addEdge(op.getSourceMutable(), graph.getSlot(op.getResult()));
        return success();
      } else {
        first = op;
      }
    }
    std::optional<SlotId> slot = addValue(op.getResult());
    addEdge(op.getSourceMutable(), slot, op.getSpread());
    return annotate(slot, op.getConstraint(), op);
  }

  static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

  LogicalResult addPlainOp(Operation &op) {
    if (op.hasTrait<OpTrait::IsTerminator>() ||
        (llvm::none_of(op.getOperands(), isTensor) &&
         llvm::none_of(op.getResults(), isTensor) && op.getNumRegions() == 0))
      return success();
    FailureOr<OpFacts> known = facts.get(&op);
    if (failed(known))
      return failure();
    Site site;
    site.op = &op;
    site.isEdge = false;
    for (OpOperand &use : op.getOpOperands()) {
      site.operands.push_back(graph.getSlot(use.get()));
      site.uses.push_back(&use);
    }
    bool isMadeFreely = known->isFree || isFactory(&op);
    for (Value result : op.getResults())
      site.results.push_back(addValue(result, isMadeFreely));
    if (auto pad = dyn_cast<tensor::PadOp>(op); pad && site.results[0])
      graph[*site.results[0]].state.data = getData(pad);
    addSite(std::move(site), *known);
    if (known->hasCaptures)
      addCaptures(op);
    return annotateResults(&op);
  }

  /// The part of the result that holds the operand's elements. Empty if its
  /// extents, its position or the padding value are not known.
  static SmallVector<Slice, 0> getData(tensor::PadOp pad) {
    SmallVector<Slice, 0> data;
    if (!pad.getConstantPaddingValue() || !pad.getSourceType().hasStaticShape())
      return data;
    for (auto [low, extent] :
         llvm::zip_equal(pad.getStaticLow(), pad.getSourceType().getShape())) {
      if (ShapedType::isDynamic(low))
        return {};
      data.push_back({low, extent});
    }
    return data;
  }

  /// Requires that tensors are replicated if the body of a structured op reads
  /// them at any position.
  void addCaptures(Operation &op) {
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        for (OpOperand &use : inner->getOpOperands()) {
          if (!isTensor(use.get()) ||
              region.isAncestor(use.get().getParentRegion()))
            continue;
          std::optional<SlotId> slot = addSlot(use.get().getType(), {});
          if (!slot)
            continue;
          Slot &whole = graph[*slot];
          whole.state.open.assign(whole.type.getRank(), false);
          whole.priority = 0;
          addEdge(use, slot);
        }
      });
  }

  /// Takes over the layouts that an earlier run of propagation left on the op.
  LogicalResult annotateResults(Operation *op) {
    if (auto layouts = op->getAttrOfType<ArrayAttr>(kLayoutsAttr))
      for (auto [result, layout] : llvm::zip_equal(op->getResults(), layouts))
        if (failed(annotate(graph.getSlot(result), dyn_cast<LayoutAttr>(layout),
                            op)))
          return failure();
    return success();
  }

  LogicalResult annotateBlockArguments(Operation *op) {
    auto layouts = op->getAttrOfType<ArrayAttr>(kBlockLayoutsAttr);
    if (!layouts)
      return success();
    auto layout = layouts.begin();
    for (Region &region : op->getRegions())
      for (BlockArgument arg : region.getArguments())
        if (failed(annotate(graph.getSlot(arg), dyn_cast<LayoutAttr>(*layout++),
                            op)))
          return failure();
    return success();
  }

  LogicalResult addFor(scf::ForOp loop) {
    for (auto [arg, result] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults())) {
      addCarried(arg);
      unify(result, arg);
    }
    addEdges(loop.getInitArgsMutable(), loop.getRegionIterArgs());
    if (failed(addBlock(*loop.getBody())))
      return failure();
    addEdges(loop.getBody()->getTerminator()->getOpOperands(),
             loop.getRegionIterArgs());
    return annotateBlockArguments(loop);
  }

  LogicalResult addWhile(scf::WhileOp loop) {
    for (BlockArgument arg : loop.getBeforeArguments())
      addCarried(arg);
    for (auto [arg, result] :
         llvm::zip_equal(loop.getAfterArguments(), loop.getResults())) {
      addCarried(arg);
      unify(result, arg);
    }
    addEdges(loop.getInitsMutable(), loop.getBeforeArguments());
    if (failed(addBlock(*loop.getBeforeBody())))
      return failure();
    addEdges(loop.getConditionOp().getArgsMutable(), loop.getAfterArguments());
    if (failed(addBlock(*loop.getAfterBody())))
      return failure();
    addEdges(loop.getYieldOp()->getOpOperands(), loop.getBeforeArguments());
    return annotateBlockArguments(loop);
  }

  LogicalResult addBranch(Operation &branch) {
    for (Value result : branch.getResults())
      addValue(result);
    for (Region &region : branch.getRegions()) {
      if (region.empty())
        continue;
      if (failed(addBlock(region.front())))
        return failure();
      addEdges(region.front().getTerminator()->getOpOperands(),
               branch.getResults());
    }
    return annotateResults(&branch);
  }

  LogicalResult addCall(func::CallOp call) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee)
      return call.emitError("calls '")
             << call.getCallee() << "', which the module does not define";
    addEdges(call->getOpOperands(), callee.getArguments());
    for (auto [index, result] : llvm::enumerate(call.getResults()))
      if (std::optional<SlotId> slot = graph.getResultSlot(callee, index))
        graph.setSlot(result, *slot);
    return success();
  }

  LogicalResult addLocalMap(LocalMapOp map) {
    if (!isOpaque(map, graph.getMesh()))
      return addPartlyLocalMap(map);
    for (auto [use, layout] :
         llvm::zip_equal(map->getOpOperands(), map.getInLayouts())) {
      std::optional<SlotId> slot = addSlot(use.get().getType(), {});
      if (failed(annotate(slot, layout, map)))
        return failure();
      addEdge(use, slot);
    }
    for (auto [result, layout] :
         llvm::zip_equal(map.getOutputs(), map.getOutLayouts()))
      if (failed(annotate(addValue(result), layout, map)))
        return failure();
    return success();
  }

  /// Makes the region part of the function's graph, except for the manual
  /// dimensions.
  LogicalResult addPartlyLocalMap(LocalMapOp map) {
    DimList manual = map.getManualDims(graph.getMesh());
    auto makeBorder = [&](const Layout &layout, bool enters) {
      auto border = std::make_unique<Border>();
      border->manual = layout;
      border->dims = manual;
      border->enters = enters;
      return border;
    };
    Block &body = map.getBody().front();
    for (auto [use, layout, argument] : llvm::zip_equal(
             map->getOpOperands(), map.getInLayouts(), body.getArguments()))
      if (std::optional<SlotId> slot = addValue(argument)) {
        Layout whole =
            llvm::cantFail(cast<LayoutAttr>(layout).resolve(graph.getMesh()));
        if (failed(resolveCombiners(whole, graph[*slot].type, map)))
          return failure();
        addEdge(use, slot, Spread::Both, makeBorder(whole, /*enters=*/true));
      }
    if (failed(addBlock(body)))
      return failure();
    for (auto [use, layout, result] :
         llvm::zip_equal(body.getTerminator()->getOpOperands(),
                         map.getOutLayouts(), map.getOutputs())) {
      std::optional<SlotId> slot = addValue(result);
      if (failed(annotate(slot, layout, map)))
        return failure();
      if (!slot)
        continue;
      // Propagation may append more dimensions to each axis.
      Slot &whole = graph[*slot];
      whole.priority = Slot::kNoPriority;
      for (auto [axis, extent] : llvm::enumerate(whole.state.shape))
        whole.state.open[axis] = !ShapedType::isDynamic(extent);
      whole.state.replicated = manual;
      addEdge(use, slot, Spread::Both,
              makeBorder(whole.state.layout, /*enters=*/false));
    }
    if (failed(annotateBlockArguments(map)))
      return failure();
    return annotateResults(map);
  }

  LayoutGraph &graph;
  ModuleOp module;
  ManualCalls manualCalls;
  /// Whether the program declares floats that are partial by `or`.
  bool isOrDeclared = false;
  /// The first op of each group of values that share a layout.
  // Any number can name a group. So no number is free to mark an empty place of
  // a hash table, and this is a `std::map`.
  std::map<uint64_t, ConstrainOp> groups;
  OpFactsTable facts;
  llvm::DenseMap<std::pair<unsigned, uint64_t>, unsigned> structureOf;
  llvm::DenseMap<Type, unsigned> identityRules;
  llvm::DenseMap<Attribute, Layout> resolvedLayouts;
};

} // namespace

FailureOr<LayoutGraph> LayoutGraph::build(ModuleOp module, MeshOp meshOp,
                                          bool replicateUnknown,
                                          SharedChoices *choices) {
  Mesh mesh = meshOp.getMesh();
  LayoutGraph graph(mesh, FlatSymbolRefAttr::get(meshOp),
                    choices ? choices->get(mesh)
                            : std::make_shared<ChoiceCache>());
  if (failed(LayoutGraphBuilder(graph, module, replicateUnknown).run()))
    return failure();
  return graph;
}
