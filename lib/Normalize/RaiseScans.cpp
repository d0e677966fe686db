//===- RaiseScans.cpp - Scans that are written as slices and joins --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleaving.h"
#include "RecursiveScan.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace dtensor {
#define GEN_PASS_DEF_RAISESCANS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReverseOp;
using linalg_ext::ScanOp;

namespace {

/// The results of one recursion, which are computed together.
class ScanGroup {
public:
  explicit ScanGroup(RecursiveScan scan) : ops(scan.ops) {
    scans.push_back(std::move(scan));
  }

  /// Whether the two recursions share ops.
  bool overlaps(const ScanGroup &other) const;
  void add(const ScanGroup &group);

  /// Whether the intermediate values of the recursion have no other users.
  bool isClosed() const;
  /// Replaces the results, and records their replacements in `raised`.
  void raise(IRRewriter &rewriter, DenseMap<Value, Value> &raised);

private:
  struct Component {
    Value elements, pairs;
    SmallVector<int64_t> axes;
    /// The place of its combiner.
    unsigned scan, term;
  };

  bool isOutermostSlice(Operation *op) const;
  void raise(IRRewriter &rewriter, ArrayRef<unsigned> numbers,
             DenseMap<Value, Value> &raised);
  unsigned getComponent(const RecursiveScan::Component &of) const;
  void collectComponents(ArrayRef<unsigned> numbers);
  Location createLocation(ArrayRef<unsigned> numbers) const;
  Value createTerm(OpBuilder &builder, unsigned scan, unsigned number,
                   ValueRange arguments);

  SmallVector<RecursiveScan, 1> scans;
  SetVector<Operation *> ops;
  SmallVector<Component> components;
  /// Terms of the body that were created.
  DenseMap<std::pair<unsigned, unsigned>, Value> created;
};

} // namespace

/// Other ops may slice the scanned tensor too.
bool ScanGroup::isOutermostSlice(Operation *op) const {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && llvm::any_of(scans, [&](const RecursiveScan &scan) {
           return llvm::any_of(scan.components,
                               [&](const RecursiveScan::Component &component) {
                                 return component.elements == slice.getSource();
                               });
         });
}

bool ScanGroup::overlaps(const ScanGroup &other) const {
  if (scans.front().axis != other.scans.front().axis)
    return false;
  return llvm::any_of(other.ops, [&](Operation *op) {
    return ops.contains(op) && !isOutermostSlice(op);
  });
}

void ScanGroup::add(const ScanGroup &group) {
  ops.insert_range(group.ops);
  llvm::append_range(scans, group.scans);
}

bool ScanGroup::isClosed() const {
  return llvm::all_of(ops, [&](Operation *op) {
    return isOutermostSlice(op) ||
           llvm::any_of(scans,
                        [&](const RecursiveScan &scan) {
                          return scan.result.getDefiningOp() == op;
                        }) ||
           llvm::all_of(op->getUsers(),
                        [&](Operation *user) { return ops.contains(user); });
  });
}

unsigned ScanGroup::getComponent(const RecursiveScan::Component &of) const {
  return llvm::find_if(components,
                       [&](const Component &component) {
                         return component.elements == of.elements &&
                                component.pairs == of.pairs &&
                                component.axes == of.axes;
                       }) -
         components.begin();
}

void ScanGroup::collectComponents(ArrayRef<unsigned> numbers) {
  components.clear();
  created.clear();
  for (unsigned number : numbers)
    for (const RecursiveScan::Component &component : scans[number].components)
      if (getComponent(component) == components.size())
        components.push_back({component.elements, component.pairs,
                              component.axes, number, component.term});
}

/// Creates the computation of `tensors`, an elementwise op, on elements.
static Value createOnElements(OpBuilder &builder, Operation *tensors,
                              ValueRange elements) {
  Location loc = tensors->getLoc();
  if (auto generic = dyn_cast<linalg::GenericOp>(tensors)) {
    IRMapping mapping;
    mapping.map(generic.getBody()->getArguments().drop_back(), elements);
    auto get = [&](Value value) {
      if (Value here = mapping.lookupOrNull(value))
        return here;
      return arith::ConstantOp::create(builder, loc, getConstantElement(value))
          .getResult();
    };
    for (Operation &op : generic.getBody()->without_terminator()) {
      for (Value operand : op.getOperands())
        mapping.map(operand, get(operand));
      builder.clone(op, mapping);
    }
    return get(generic.getBody()->getTerminator()->getOperand(0));
  }
  OperationState state(loc, tensors->getName(), elements,
                       getElementTypeOrSelf(tensors->getResult(0)));
  state.propertiesAttr = tensors->getPropertiesAsAttribute();
  return builder.create(state)->getResult(0);
}

/// The `arguments` of the body are the earlier elements of all components,
/// followed by the later ones.
Value ScanGroup::createTerm(OpBuilder &builder, unsigned scan, unsigned number,
                            ValueRange arguments) {
  if (Value value = created.lookup({scan, number}))
    return value;
  const RecursiveScan::Term &term = scans[scan].terms[number];
  Value value;
  if (term.constant) {
    value = arith::ConstantOp::create(builder, scans[scan].result.getLoc(),
                                      term.constant);
  } else if (!term.op) {
    unsigned component = getComponent(scans[scan].components[term.component]);
    value = arguments[component + (term.isLater ? components.size() : 0)];
  } else {
    SmallVector<Value> operands =
        llvm::map_to_vector(term.operands, [&](unsigned operand) {
          return createTerm(builder, scan, operand, arguments);
        });
    value = createOnElements(builder, term.op, operands);
  }
  created[{scan, number}] = value;
  return value;
}

/// The value whose reverse along `axis` is `value`; null if there is none.
static Value getReversed(Value value, int64_t axis) {
  if (auto reverse = value.getDefiningOp<ReverseOp>())
    return reverse.getAxes() == ArrayRef(axis) ? reverse.getSource() : Value();
  // A constant tensor is its own reverse.
  return getConstantElement(value) ? value : Value();
}

/// The first result that is used keeps its name. Another one is named after it.
Location ScanGroup::createLocation(ArrayRef<unsigned> numbers) const {
  Value first = scans[numbers.front()].result;
  MLIRContext *context = first.getContext();
  Location loc =
      FusedLoc::get(context, {first.getLoc()},
                    StringAttr::get(context, ScanOp::getOperationName()));
  std::string name = StringRef(getSourceName(first)).ltrim('%').str();
  if (name.empty())
    return loc;
  SmallVector<std::string> names;
  for (unsigned i = 0; i < components.size(); ++i)
    names.push_back(name + "#" + std::to_string(i));
  for (unsigned number : numbers)
    names[getComponent(scans[number].components.front())] =
        StringRef(getSourceName(scans[number].result)).ltrim('%').str();
  return nameResults(loc,
                     llvm::map_to_vector(names, [](const std::string &name) {
                       return ResultGroup{name, 1};
                     }));
}

/// `source`, which has the axes `axes` of `dest`, repeated along all others.
static Value createRepeated(OpBuilder &builder, Location loc, Value source,
                            Value dest, ArrayRef<int64_t> axes) {
  if (source.getType() == dest.getType())
    return source;
  int64_t rank = cast<RankedTensorType>(dest.getType()).getRank();
  SmallVector<AffineExpr> results =
      llvm::map_to_vector(axes, [&](int64_t axis) {
        return axis < 0 ? builder.getAffineConstantExpr(0)
                        : builder.getAffineDimExpr(axis);
      });
  SmallVector<AffineMap> maps{
      AffineMap::get(rank, 0, results, builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, TypeRange(dest.getType()), source, dest, maps, loops,
             [](OpBuilder &inner, Location loc, ValueRange elements) {
               linalg::YieldOp::create(inner, loc, elements[0]);
             })
      .getResult(0);
}

/// Creates one op for the results of some of the scans, in the place of the
/// first one.
void ScanGroup::raise(IRRewriter &rewriter, ArrayRef<unsigned> numbers,
                      DenseMap<Value, Value> &raised) {
  collectComponents(numbers);
  const RecursiveScan &first = scans[numbers.front()];
  Location loc = createLocation(numbers);
  int64_t axis = first.axis;
  rewriter.setInsertionPoint(first.result.getDefiningOp());

  auto type = cast<RankedTensorType>(first.result.getType());
  SmallVector<Value> sources, reversed, dests;
  SmallVector<Type> elementTypes;
  for (const Component &component : components) {
    Value source = raised.lookup(component.elements);
    sources.push_back(source ? source : component.elements);
    reversed.push_back(
        getReversed(sources.back(),
                    llvm::find(component.axes, axis) - component.axes.begin()));
    elementTypes.push_back(getElementTypeOrSelf(sources.back()));
    dests.push_back(tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                            elementTypes.back()));
  }
  // The op reads from the end, and users reverse its result again.
  bool isReverse =
      llvm::all_of(reversed, [](Value source) { return bool(source); }) &&
      llvm::all_of(numbers, [&](unsigned number) {
        return llvm::all_of(scans[number].result.getUsers(),
                            [&](Operation *user) {
                              return isa<ReverseOp>(user) &&
                                     getReversed(user->getResult(0), axis);
                            });
      });
  if (isReverse)
    sources = reversed;
  for (auto [source, dest, component] :
       llvm::zip_equal(sources, dests, components))
    source = createRepeated(rewriter, loc, source, dest, component.axes);
  auto scan =
      ScanOp::create(rewriter, loc, TypeRange(ValueRange(dests)), sources,
                     /*inits=*/ValueRange(), dests,
                     /*hasInits=*/Value(), rewriter.getI64IntegerAttr(axis),
                     /*exclusive=*/UnitAttr(),
                     isReverse ? rewriter.getUnitAttr() : UnitAttr());
  {
    OpBuilder::InsertionGuard guard(rewriter);
    SmallVector<Type> arguments(elementTypes);
    llvm::append_range(arguments, elementTypes);
    Block *body =
        rewriter.createBlock(&scan.getCombiner(), {}, arguments,
                             SmallVector<Location>(arguments.size(), loc));
    SmallVector<Value> yielded =
        llvm::map_to_vector(components, [&](const Component &component) {
          return createTerm(rewriter, component.scan, component.term,
                            body->getArguments());
        });
    linalg_ext::YieldOp::create(rewriter, loc, yielded);
  }

  for (unsigned number : numbers) {
    Value by = scan->getResult(getComponent(scans[number].components.front()));
    SmallVector<Operation *> whole{scans[number].result.getDefiningOp()};
    if (isReverse)
      whole.assign(scans[number].result.user_begin(),
                   scans[number].result.user_end());
    for (Operation *op : whole) {
      rewriter.replaceAllUsesWith(op->getResult(0), by);
      raised[op->getResult(0)] = by;
    }
  }
  remark::passed(loc,
                 remark::RemarkOpts::name("scan").category("dtensor-layouts"))
      << "slices and joins along axis " + std::to_string(axis) +
             " are a scan of " + std::to_string(components.size()) +
             (components.size() == 1 ? " tensor" : " tensors");
}

void ScanGroup::raise(IRRewriter &rewriter, DenseMap<Value, Value> &raised) {
  llvm::sort(scans, [](const RecursiveScan &left, const RecursiveScan &right) {
    return left.result.getDefiningOp()->isBeforeInBlock(
        right.result.getDefiningOp());
  });
  Operation *first = scans.front().result.getDefiningOp();
  bool isOne = llvm::all_of(scans, [&](const RecursiveScan &scan) {
    auto getShape = [](const RecursiveScan &scan) {
      return cast<RankedTensorType>(scan.result.getType()).getShape();
    };
    return getShape(scan) == getShape(scans.front()) &&
           llvm::all_of(
               scan.components, [&](const RecursiveScan::Component &component) {
                 Operation *source = component.elements.getDefiningOp();
                 return !source || source->getBlock() != first->getBlock() ||
                        source->isBeforeInBlock(first);
               });
  });
  auto numbers = llvm::to_vector(llvm::seq<unsigned>(scans.size()));
  if (isOne)
    return raise(rewriter, numbers, raised);
  // The scans differ in their axes, or one scans a value made from another's
  // result.
  for (unsigned number : numbers)
    raise(rewriter, number, raised);
}

namespace {

struct RaiseScans : dtensor::impl::RaiseScansBase<RaiseScans> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (findInterleavings(function).empty())
        continue;
      changed = true;
      // Unused ops would count as users of the recursions' values.
      (void)runRegionDCE(rewriter, function->getRegions());
      for (auto &[block, results] : findInterleavings(function))
        raiseAll(results, rewriter);
      (void)runRegionDCE(rewriter, function->getRegions());
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// The values are in program order, so the outermost ones come last.
  static llvm::MapVector<Block *, SmallVector<Value>>
  findInterleavings(Operation *function) {
    llvm::MapVector<Block *, SmallVector<Value>> found;
    function->walk([&](Operation *op) {
      if (op->getNumResults() == 1 && matchInterleaving(op->getResult(0)))
        found[op->getBlock()].push_back(op->getResult(0));
    });
    return found;
  }

  static void raiseAll(ArrayRef<Value> results, IRRewriter &rewriter) {
    SmallVector<ScanGroup, 2> groups;
    DenseSet<Operation *> inner;
    for (Value result : llvm::reverse(results)) {
      if (inner.contains(result.getDefiningOp()))
        continue;
      std::optional<RecursiveScan> scan = matchRecursiveScan(result);
      if (!scan)
        continue;
      inner.insert_range(scan->ops);
      ScanGroup group(std::move(*scan));
      llvm::erase_if(groups, [&](const ScanGroup &other) {
        bool isSame = other.overlaps(group);
        if (isSame)
          group.add(other);
        return isSame;
      });
      groups.push_back(std::move(group));
    }
    llvm::erase_if(groups,
                   [](const ScanGroup &group) { return !group.isClosed(); });
    // One scan can read the result of another.
    DenseMap<Value, Value> raised;
    for (ScanGroup &group : groups)
      group.raise(rewriter, raised);
  }
};

} // namespace
