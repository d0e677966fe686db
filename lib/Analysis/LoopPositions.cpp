//===- LoopPositions.cpp - Numbers that follow a loop ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/LoopPositions.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;

/// The largest trip count of a loop that is evaluated.
static constexpr int64_t kMaxIterations = 4096;
/// The largest product of iterations and devices for which a condition is
/// evaluated.
static constexpr int64_t kMaxEvaluated = 1 << 16;
/// The largest number of ops between a number and its loop.
static constexpr unsigned kMaxDepth = 16;

namespace {

/// Evaluates numbers, and tensors of one element, as functions of one induction
/// variable. If `coordinates` is set, they may also depend on the device.
class Follower {
public:
  explicit Follower(const Mesh *mesh = nullptr) : mesh(mesh) {}

  /// Sets the device for which numbers are evaluated.
  void setDevice(int64_t device) { coordinates = mesh->getCoordinates(device); }

  /// Whether the number depends on the same loop as those before, or on none.
  bool follow(Value number, unsigned depth = 0) {
    if (matchPattern(number, m_Constant()) || followed.contains(number))
      return true;
    if (depth == kMaxDepth || !followAnew(number, depth))
      return false;
    followed.insert(number);
    return true;
  }

  scf::ForOp getLoop() const { return loop; }

  /// The value of `number` in the iteration in which the induction variable is
  /// `position`.
  Attribute evaluate(Value number, Attribute position) {
    known.clear();
    return get(number, position);
  }

private:
  bool followAnew(Value number, unsigned depth) {
    if (std::optional<SmallVector<Value>> operands = getOperands(number))
      return llvm::all_of(
          *operands, [&](Value operand) { return follow(operand, depth + 1); });
    if (mesh && number.getDefiningOp<comm::CoordinateOp>())
      return true;
    auto argument = dyn_cast<BlockArgument>(number);
    if (!argument)
      return false;
    auto owner = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!owner || owner.getInductionVar() != number || (loop && loop != owner))
      return false;
    loop = owner;
    return true;
  }

  /// Computes each number once. It may have many users that use it twice.
  Attribute get(Value number, Attribute position) {
    if (Attribute before = known.lookup(number))
      return before;
    return known[number] = compute(number, position);
  }

  Attribute compute(Value number, Attribute position) {
    Attribute constant;
    if (matchPattern(number, m_Constant(&constant))) {
      auto elements = dyn_cast<DenseElementsAttr>(constant);
      return elements ? *elements.value_begin<Attribute>() : constant;
    }
    if (auto coordinate = number.getDefiningOp<comm::CoordinateOp>())
      return IntegerAttr::get(number.getType(),
                              coordinates[*mesh->lookup(coordinate.getDim())]);
    std::optional<SmallVector<Value>> operands = getOperands(number);
    if (!operands)
      return position;
    SmallVector<Attribute> numbers;
    for (Value operand : *operands) {
      numbers.push_back(get(operand, position));
      if (!numbers.back())
        return {};
    }
    Operation *op = number.getDefiningOp();
    if (!op ||
        isa<tensor::TensorDialect, linalg::LinalgDialect>(op->getDialect()))
      return numbers.front();
    // Folding may change the op.
    OwningOpRef<Operation *> copy(op->clone());
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(numbers, folded)) || folded.empty())
      return {};
    OpFoldResult result = folded[cast<OpResult>(number).getResultNumber()];
    if (auto value = dyn_cast<Value>(result))
      return get(value, position);
    return cast<Attribute>(result);
  }

  /// The operands from which a number is computed. An op that only passes a
  /// number on has one operand.
  static std::optional<SmallVector<Value>> getOperands(Value number) {
    auto type = dyn_cast<ShapedType>(number.getType());
    if (type && (!type.hasStaticShape() || type.getNumElements() != 1))
      return std::nullopt;
    if (auto argument = dyn_cast<BlockArgument>(number)) {
      auto generic =
          dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
      if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs())
        return std::nullopt;
      return SmallVector<Value>{generic->getOperand(argument.getArgNumber())};
    }
    Operation *op = number.getDefiningOp();
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (generic.getNumLoops() != 0)
        return std::nullopt;
      return SmallVector<Value>{generic.getBody()->getTerminator()->getOperand(
          cast<OpResult>(number).getResultNumber())};
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      return SmallVector<Value>{extract.getTensor()};
    if (isa<tensor::FromElementsOp>(op))
      return SmallVector<Value>(op->getOperands());
    if (!isa<arith::ArithDialect>(op->getDialect()) || type)
      return std::nullopt;
    return SmallVector<Value>(op->getOperands());
  }

private:
  const Mesh *mesh;
  SmallVector<int64_t> coordinates;
  scf::ForOp loop;
  llvm::DenseSet<Value> followed;
  llvm::DenseMap<Value, Attribute> known;
};

} // namespace

/// The values of the loop's induction variable; nothing if they are not known,
/// or too many.
static std::optional<SmallVector<Attribute>> getPositions(scf::ForOp loop) {
  if (!loop)
    return std::nullopt;
  std::optional<APInt> count = loop.getStaticTripCount();
  IntegerAttr low, step;
  if (!count || count->ugt(kMaxIterations) ||
      !matchPattern(loop.getLowerBound(), m_Constant(&low)) ||
      !matchPattern(loop.getStep(), m_Constant(&step)))
    return std::nullopt;
  SmallVector<Attribute> positions;
  for (int64_t iteration : llvm::seq<int64_t>(count->getZExtValue()))
    positions.push_back(IntegerAttr::get(
        low.getType(), low.getInt() + iteration * step.getInt()));
  return positions;
}

std::optional<std::vector<SmallVector<int64_t>>>
dtensor::getNumbersByIteration(ValueRange numbers, scf::ForOp *loop) {
  Follower follower;
  for (Value number : numbers)
    if (!follower.follow(number))
      return std::nullopt;
  std::optional<SmallVector<Attribute>> positions =
      getPositions(follower.getLoop());
  if (!positions)
    return std::nullopt;
  if (loop)
    *loop = follower.getLoop();
  std::vector<SmallVector<int64_t>> iterations(positions->size());
  for (auto [position, values] : llvm::zip_equal(*positions, iterations))
    for (Value number : numbers) {
      auto value =
          dyn_cast_or_null<IntegerAttr>(follower.evaluate(number, position));
      if (!value)
        return std::nullopt;
      values.push_back(value.getInt());
    }
  return iterations;
}

std::optional<IterationsTaken> dtensor::countIterationsTaken(Value condition,
                                                             const Mesh &mesh) {
  Follower follower(&mesh);
  if (!follower.follow(condition))
    return std::nullopt;
  std::optional<SmallVector<Attribute>> positions =
      getPositions(follower.getLoop());
  if (!positions)
    return std::nullopt;
  int64_t numIterations = positions->size();
  if (mesh.getNumDevices() >
      kMaxEvaluated / std::max<int64_t>(numIterations, 1))
    return std::nullopt;
  IterationsTaken taken{numIterations, 0, numIterations};
  for (int64_t device : llvm::seq(mesh.getNumDevices())) {
    follower.setDevice(device);
    int64_t count = 0;
    for (Attribute position : *positions) {
      auto holds =
          dyn_cast_or_null<IntegerAttr>(follower.evaluate(condition, position));
      if (!holds)
        return std::nullopt;
      count += !holds.getValue().isZero();
    }
    taken.most = std::max(taken.most, count);
    taken.fewest = std::min(taken.fewest, count);
  }
  return taken;
}
