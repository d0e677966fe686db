//===- RecursiveScan.cpp - A scan that is a recursion of slices -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursiveScan.h"
#include "Interleaving.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>

using namespace mlir;
using namespace dtensor;

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// Whether the body does nothing but compute, on its arguments and constants.
static bool isSelfContained(linalg::GenericOp op) {
  if (!op.getBody()->getArguments().back().use_empty())
    return false;
  return llvm::all_of(
      op.getBody()->without_terminator(), [&](Operation &inner) {
        return isPure(&inner) && inner.getNumRegions() == 0 &&
               !isa<linalg::IndexOp>(inner) &&
               llvm::all_of(inner.getOperands(), [&](Value operand) {
                 return operand.getParentBlock() == op.getBody() ||
                        getConstantElement(operand);
               });
      });
}

/// Whether each axis is a loop of its own, or has one position.
static bool isRepeated(AffineMap map) {
  llvm::SmallBitVector used(map.getNumDims());
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      bool isNew = !used.test(dim.getPosition());
      used.set(dim.getPosition());
      return isNew;
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() == 0;
  });
}

/// Whether `op` makes each element of its one result of those of its operands
/// at the same position, or at that without some axes.
static bool isElementwiseOrRepeated(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic.hasPureTensorSemantics() &&
           generic.getNumParallelLoops() == generic.getNumLoops() &&
           generic.getIndexingMapsArray().back().isIdentity() &&
           llvm::all_of(generic.getIndexingMapsArray(), isRepeated) &&
           isSelfContained(generic);
  return OpTrait::hasElementwiseMappableTraits(op) && isPure(op);
}

/// The operands that are elements, or scalars.
static OperandRange getElements(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic.getInputs();
  return op->getOperands();
}

/// The axes of an operand of what has the axes `axes`.
static SmallVector<int64_t> getOperandAxes(Operation *op, unsigned operand,
                                           ArrayRef<int64_t> axes) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return SmallVector<int64_t>(axes);
  return llvm::map_to_vector(
      generic.getIndexingMapsArray()[operand].getResults(),
      [&](AffineExpr expr) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        return dim ? axes[dim.getPosition()] : -1;
      });
}

/// Whether both compute the same of each element.
static bool isSameComputation(Operation *left, Operation *right) {
  if (left == right)
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(left);
  auto other = dyn_cast<linalg::GenericOp>(right);
  if (left->getName() != right->getName() ||
      getElementTypeOrSelf(left->getResult(0)) !=
          getElementTypeOrSelf(right->getResult(0)) ||
      getElements(left).size() != getElements(right).size())
    return false;
  if (!generic)
    return left->getPropertiesAsAttribute() ==
           right->getPropertiesAsAttribute();
  DenseMap<Value, Value> same;
  return generic.getIndexingMapsArray() == other.getIndexingMapsArray() &&
         OperationEquivalence::isRegionEquivalentTo(
             &generic.getRegion(), &other.getRegion(),
             [&](Value mine, Value its) {
               TypedAttr constant = getConstantElement(mine);
               return success(
                   same.lookup(mine) == its ||
                   (constant && constant == getConstantElement(its)));
             },
             [&](Value mine, Value its) { same[mine] = its; },
             OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// The recursion
//===----------------------------------------------------------------------===//

namespace {

/// Level 0 is the whole; level i has half as many positions as the one before,
/// the last one has one.
class Matcher {
public:
  bool match(Value result);
  RecursiveScan takeScan() { return std::move(scan); }

private:
  /// For each axis of a value the one of the result that it is, or -1.
  using Axes = SmallVector<int64_t>;

  /// A component at all levels. What is null is not known (as long as nobody
  /// needs it, it may not even be computed).
  struct Column {
    Axes axes;
    /// What is scanned, of the first levels.
    SmallVector<Value> elements;
    /// What comes of it, of the last levels.
    SmallVector<Value> results;
    /// The results at even positions but the first.
    SmallVector<Value> rests;
    unsigned term = 0;
    /// Whether something is known that was not checked.
    bool isDirty = true;
  };
  /// What the combiner makes at a level, of pairs of elements, or (`isRest`) of
  /// results of the next level and elements.
  struct Application {
    int64_t level;
    bool isRest;
  };
  /// One value for each application.
  using Values = SmallVector<Value>;

  int64_t getLast() const { return lengths.size() - 1; }
  /// The scanned axis of a value that has it, or -1.
  int64_t findScanned(const Axes &axes) const;
  bool hasShape(Value value, const Axes &axes, int64_t length) const;
  unsigned addColumn(const Axes &axes);
  bool setElements(unsigned column, int64_t level, Value value);
  bool setResult(unsigned column, int64_t level, Value value);
  std::optional<unsigned> findColumn(const Values &elements, const Axes &axes);

  /// Checks that all applications for a column are of one combiner.
  bool check(unsigned column);
  std::optional<unsigned> checkValues(const Values &values, const Axes &axes);
  std::optional<bool> getSide(Value value, const Axes &axes) const;
  std::optional<unsigned> checkElements(const Values &values, const Axes &axes,
                                        bool isLater);

  RecursiveScan scan;
  SmallVector<int64_t> shape;
  SmallVector<int64_t> lengths;
  SmallVector<Column, 2> columns;
  SmallVector<Application> applications;
  std::map<std::pair<std::vector<const void *>, std::vector<int64_t>>, unsigned>
      seen;
};

} // namespace

int64_t Matcher::findScanned(const Axes &axes) const {
  const int64_t *found = llvm::find(axes, scan.axis);
  return found == axes.end() ? -1 : found - axes.begin();
}

bool Matcher::hasShape(Value value, const Axes &axes, int64_t length) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> wanted = llvm::map_to_vector(axes, [&](int64_t axis) {
    return axis < 0 ? 1 : axis == scan.axis ? length : shape[axis];
  });
  return type && !type.getEncoding() && type.getShape() == ArrayRef(wanted);
}

unsigned Matcher::addColumn(const Axes &axes) {
  columns.emplace_back();
  columns.back().axes = axes;
  columns.back().results.resize(lengths.size());
  columns.back().rests.resize(lengths.size());
  return columns.size() - 1;
}

bool Matcher::setElements(unsigned number, int64_t level, Value value) {
  Column &column = columns[number];
  if (level < int64_t(column.elements.size()))
    return column.elements[level] == value;
  if (level > int64_t(column.elements.size()) ||
      !hasShape(value, column.axes, lengths[level]) ||
      (level > 0 &&
       getElementTypeOrSelf(value) != getElementTypeOrSelf(column.elements[0])))
    return false;
  column.elements.push_back(value);
  column.isDirty = true;
  return true;
}

bool Matcher::setResult(unsigned number, int64_t level, Value value) {
  for (; level < getLast(); ++level) {
    Column &column = columns[number];
    int64_t scanned = findScanned(column.axes);
    if (column.results[level])
      return column.results[level] == value;
    column.results[level] = value;
    column.isDirty = true;
    std::optional<Interleaving> joined = matchInterleaving(value);
    if (!joined || joined->axis != scanned ||
        !hasShape(value, column.axes, lengths[level]))
      return false;
    scan.ops.insert_range(joined->ops);

    Value first = joined->even, rest;
    if (auto concat = first.getDefiningOp<tensor::ConcatOp>()) {
      if (int64_t(concat.getDim()) != scanned || concat.getInputs().size() != 2)
        return false;
      scan.ops.insert(concat);
      first = concat.getInputs()[0];
      rest = concat.getInputs()[1];
    }
    std::optional<AxisSlice> slice = matchAxisSlice(first, scanned);
    if (!slice || !slice->is(0, 1, 1) ||
        !setElements(number, level, slice->source))
      return false;
    scan.ops.insert(first.getDefiningOp());
    if (lengths[level] > 2)
      column.rests[level] = rest;
    if (lengths[level] > 2 && !rest)
      return false;
    value = joined->odd;
  }
  Column &column = columns[number];
  if (column.results[level])
    return column.results[level] == value;
  column.results[level] = value;
  column.isDirty = true;
  // A scan of one position.
  return setElements(number, level, value);
}

/// The column with these elements at the first levels.
std::optional<unsigned> Matcher::findColumn(const Values &elements,
                                            const Axes &axes) {
  SmallVector<unsigned> found;
  for (auto [number, column] : llvm::enumerate(columns)) {
    size_t common = std::min(elements.size(), column.elements.size());
    if (ArrayRef(elements).take_front(common) !=
        ArrayRef(column.elements).take_front(common))
      continue;
    // Two components can begin with one tensor, and differ afterwards.
    if (common < std::min<size_t>(2, getLast()) || column.axes != axes)
      return std::nullopt;
    found.push_back(number);
  }
  if (found.size() > 1)
    return std::nullopt;
  if (found.empty())
    found.push_back(addColumn(axes));
  for (auto [level, value] : llvm::enumerate(elements))
    if (!setElements(found[0], level, value))
      return std::nullopt;
  return found[0];
}

/// Whether `value`, of the first application, is an element, and if so, whether
/// it is the later one.
std::optional<bool> Matcher::getSide(Value value, const Axes &axes) const {
  int64_t scanned = findScanned(axes);
  if (scanned < 0)
    return std::nullopt;
  std::optional<AxisSlice> slice = matchAxisSlice(value, scanned);
  if (!slice || !hasShape(slice->source, axes, lengths[0]))
    return std::nullopt;
  if (slice->is(0, lengths[1], 2))
    return false;
  if (slice->is(1, lengths[1], 2))
    return true;
  return std::nullopt;
}

/// Elements as arguments of the combiner, for each application.
std::optional<unsigned> Matcher::checkElements(const Values &values,
                                               const Axes &axes, bool isLater) {
  int64_t scanned = findScanned(axes);
  Values elements;
  for (auto [application, value] : llvm::zip_equal(applications, values)) {
    if (application.isRest)
      continue;
    std::optional<AxisSlice> slice = matchAxisSlice(value, scanned);
    if (!slice ||
        !slice->is(isLater ? 1 : 0, lengths[application.level + 1], 2) ||
        !hasShape(slice->source, axes, lengths[application.level]))
      return std::nullopt;
    scan.ops.insert(value.getDefiningOp());
    elements.push_back(slice->source);
  }
  std::optional<unsigned> column = findColumn(elements, axes);
  if (!column)
    return std::nullopt;
  for (auto [application, value] : llvm::zip_equal(applications, values)) {
    if (!application.isRest)
      continue;
    int64_t level = application.level, length = lengths[level];
    std::optional<AxisSlice> slice = matchAxisSlice(value, scanned);
    int64_t extent = (length - 1) / 2;
    if (isLater) {
      if (!slice || !slice->is(2, extent, 2) ||
          !setElements(*column, level, slice->source))
        return std::nullopt;
      scan.ops.insert(value.getDefiningOp());
      continue;
    }
    Value result = value;
    if (length % 2 == 0) {
      if (!slice || !slice->is(0, extent, 1))
        return std::nullopt;
      scan.ops.insert(value.getDefiningOp());
      result = slice->source;
    }
    if (!hasShape(result, axes, lengths[level + 1]) ||
        !setResult(*column, level + 1, result))
      return std::nullopt;
  }
  scan.terms.emplace_back();
  scan.terms.back().component = *column;
  scan.terms.back().isLater = isLater;
  return scan.terms.size() - 1;
}

std::optional<unsigned> Matcher::checkValues(const Values &values,
                                             const Axes &axes) {
  decltype(seen)::key_type key;
  for (Value value : values)
    key.first.push_back(value.getAsOpaquePointer());
  key.second.assign(axes.begin(), axes.end());
  if (auto it = seen.find(key); it != seen.end())
    return it->second;

  RecursiveScan::Term term;
  if ((term.constant = getConstantElement(values[0]))) {
    if (!llvm::all_of(values, [&](Value value) {
          return getConstantElement(value) == term.constant;
        }))
      return std::nullopt;
  } else if (std::optional<bool> isLater = getSide(values[0], axes)) {
    std::optional<unsigned> element = checkElements(values, axes, *isLater);
    if (element)
      seen[key] = *element;
    return element;
  } else {
    term.op = values[0].getDefiningOp();
    if (!term.op || !isElementwiseOrRepeated(term.op))
      return std::nullopt;
    for (auto [application, value] : llvm::zip_equal(applications, values)) {
      Operation *op = value.getDefiningOp();
      int64_t length = lengths[application.level];
      if (!op || !isSameComputation(term.op, op) ||
          !hasShape(value, axes,
                    application.isRest ? (length - 1) / 2 : length / 2))
        return std::nullopt;
      scan.ops.insert(op);
    }
    for (unsigned i = 0; i < getElements(term.op).size(); ++i) {
      Values operands;
      for (Value value : values)
        operands.push_back(getElements(value.getDefiningOp())[i]);
      std::optional<unsigned> operand =
          checkValues(operands, getOperandAxes(term.op, i, axes));
      if (!operand)
        return std::nullopt;
      term.operands.push_back(*operand);
    }
  }
  scan.terms.push_back(std::move(term));
  return seen[key] = scan.terms.size() - 1;
}

bool Matcher::check(unsigned number) {
  Column &column = columns[number];
  column.isDirty = false;
  applications.clear();
  seen.clear();
  Values values;
  for (size_t level = 0; level + 1 < column.elements.size(); ++level) {
    applications.push_back({int64_t(level), /*isRest=*/false});
    values.push_back(column.elements[level + 1]);
  }
  for (auto [level, rest] : llvm::enumerate(column.rests)) {
    if (!rest)
      continue;
    applications.push_back({int64_t(level), /*isRest=*/true});
    values.push_back(rest);
  }
  // Checking finds more columns.
  Axes axes = column.axes;
  // Of a component whose combiner is nowhere to be seen there are none.
  std::optional<unsigned> term;
  if (column.elements.size() < 2 || !(term = checkValues(values, axes)))
    return false;
  columns[number].term = *term;
  return true;
}

bool Matcher::match(Value result) {
  std::optional<Interleaving> outermost = matchInterleaving(result);
  if (!outermost)
    return false;
  scan.axis = outermost->axis;
  scan.result = result;
  shape.assign(cast<RankedTensorType>(result.getType()).getShape());
  for (int64_t length = shape[scan.axis]; length > 0; length /= 2)
    lengths.push_back(length);
  if (lengths.size() < 2)
    return false;

  addColumn(llvm::to_vector(llvm::seq<int64_t>(0, shape.size())));
  if (!setResult(0, 0, result))
    return false;
  // Checking one can make more known of the others.
  for (auto *dirty = columns.begin(); dirty != columns.end();
       dirty = llvm::find_if(columns,
                             [](Column &column) { return column.isDirty; }))
    if (!check(dirty - columns.begin()))
      return false;
  // Components that become one were never several: one reads something else at
  // one level, which is no combiner that anybody has promised to be
  // associative.
  llvm::SmallDenseSet<Value> combined;
  for (const Column &column : columns)
    for (Value value : ArrayRef(column.elements).drop_front())
      if (!combined.insert(value).second)
        return false;
  // Nothing is moved out of a loop.
  if (llvm::any_of(scan.ops, [&](Operation *op) {
        return op->getBlock() != result.getParentBlock();
      }))
    return false;
  for (Column &column : columns)
    scan.components.push_back(
        {column.elements[0], column.axes, column.elements[1], column.term});
  return true;
}

std::optional<RecursiveScan> dtensor::matchRecursiveScan(Value result) {
  Matcher matcher;
  if (!matcher.match(result))
    return std::nullopt;
  return matcher.takeScan();
}
