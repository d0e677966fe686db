//===- PipelineLoop.cpp - Pipelined loops over stacks ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineLoop.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/ShardingRules/ShardingRules.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

class Stager {
public:
  Stager(StackedLoop &found, const Mesh &mesh, FlatSymbolRefAttr meshName,
         StringRef text)
      : found(found), loop(found.loop), mesh(mesh), meshName(meshName),
        builder(loop), loc(getLocation(loop)),
        text(builder.getStringAttr(text)),
        numStages(mesh.getGroupSize(found.dims)),
        iterationsPerStage(found.numIterations / numStages) {}

  void run();

private:
  /// All new ops represent the loop to the user. Its results carry the names.
  static Location getLocation(scf::ForOp loop) {
    MLIRContext *context = loop.getContext();
    auto file = loop.getLoc()->findInstanceOf<FileLineColLoc>();
    return FusedLoc::get(context,
                         {file ? Location(file) : UnknownLoc::get(context)},
                         StringAttr::get(context, getSourceOp(loop)));
  }

  //===--------------------------------------------------------------------===//
  // Outside of the map
  //===--------------------------------------------------------------------===//

  Value getRows(Value init);
  Value getRow(Value rows, OpResult result);
  void addInput(Value inside, Value outside, std::optional<unsigned> axis);
  void addInputs();
  Attribute getLayout(Type type, std::optional<unsigned> axis);
  Type getComponent(Type type, std::optional<unsigned> axis) const;

  //===--------------------------------------------------------------------===//
  // In the map
  //===--------------------------------------------------------------------===//

  Value getConstant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  Value getNumber();
  Value open(Value row, Type type);
  Value close(Value value);
  Value handOn(Value rows, Value from, Value to);
  SmallVector<Value> doStages(ValueRange rows);
  SmallVector<Value> doIterations(ValueRange rows, Value stage, Value number);
  void cloneBody(Block &body, Value offset);
  void clone(Operation &op, Value offset);

  StackedLoop &found;
  scf::ForOp loop;
  const Mesh &mesh;
  FlatSymbolRefAttr meshName;
  OpBuilder builder;
  Location loc;
  StringAttr text;
  int64_t numStages, iterationsPerStage;
  /// The values that go into the map, the map's arguments for them, and their
  /// layouts.
  SmallVector<Value> inputs, insides;
  SmallVector<Attribute> layouts;
  SmallVector<Type> components;
  /// Making a factory again in the map is cheaper than passing it in.
  llvm::SetVector<Operation *> factories;
  IRMapping mapping;
};

} // namespace

//===----------------------------------------------------------------------===//
// Outside of the map
//===----------------------------------------------------------------------===//

/// A layout with `axis` sharded along the dimensions, and all else replicated.
Attribute Stager::getLayout(Type type, std::optional<unsigned> axis) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return builder.getUnitAttr();
  Layout layout(tensor.getRank());
  if (axis)
    layout.setAxis(*axis, found.dims);
  return LayoutAttr::get(meshName, mesh, layout);
}

Type Stager::getComponent(Type type, std::optional<unsigned> axis) const {
  if (!axis)
    return type;
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape[*axis] /= numStages;
  return tensor.clone(shape);
}

static RankedTensorType getRowsType(Type type, int64_t numRows) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  SmallVector<int64_t> shape{numRows};
  if (tensor)
    llvm::append_range(shape, tensor.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(type));
}

/// Offsets, sizes and strides of one row.
static std::array<SmallVector<OpFoldResult>, 3>
getRowSlice(RankedTensorType rows, int64_t row) {
  Builder builder(rows.getContext());
  std::array<SmallVector<OpFoldResult>, 3> slice;
  for (auto [axis, extent] : llvm::enumerate(rows.getShape())) {
    slice[0].push_back(builder.getIndexAttr(axis == 0 ? row : 0));
    slice[1].push_back(builder.getIndexAttr(axis == 0 ? 1 : extent));
    slice[2].push_back(builder.getIndexAttr(1));
  }
  return slice;
}

/// Makes a row for each device. Only the row of the first stage is known.
Value Stager::getRows(Value init) {
  RankedTensorType type = getRowsType(init.getType(), numStages);
  if (!isa<RankedTensorType>(init.getType()))
    init = tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, init.getType()), init);
  Value rows = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                       type.getElementType());
  auto [offsets, sizes, strides] =
      getRowSlice(type, found.isReversed ? numStages - 1 : 0);
  return tensor::InsertSliceOp::create(builder, loc, init, rows, offsets, sizes,
                                       strides);
}

/// Takes the row of the last stage, for a result of the loop.
Value Stager::getRow(Value rows, OpResult result) {
  auto tensor = dyn_cast<RankedTensorType>(result.getType());
  Location named = loc;
  if (std::string name = getSourceName(result); !name.empty())
    named =
        NameLoc::get(builder.getStringAttr(StringRef(name).drop_front()), loc);
  auto [offsets, sizes, strides] =
      getRowSlice(cast<RankedTensorType>(rows.getType()),
                  found.isReversed ? 0 : numStages - 1);
  Value row = tensor::ExtractSliceOp::create(
      builder, named,
      tensor ? tensor : RankedTensorType::get({}, result.getType()), rows,
      offsets, sizes, strides);
  return tensor ? row
                : tensor::ExtractOp::create(builder, named, row, ValueRange());
}

void Stager::addInput(Value inside, Value outside,
                      std::optional<unsigned> axis) {
  inputs.push_back(outside);
  insides.push_back(inside);
  layouts.push_back(getLayout(outside.getType(), axis));
  components.push_back(getComponent(outside.getType(), axis));
}

void Stager::addInputs() {
  for (auto [argument, init, axis] : llvm::zip_equal(
           loop.getRegionIterArgs(), loop.getInitArgs(), found.carried))
    if (axis)
      addInput(argument, init, axis);
    else
      addInput(argument, getRows(init), 0);
  llvm::SetVector<Value> outside;
  loop.getRegion().walk([&](Operation *op) {
    for (Value value : op->getOperands())
      if (!loop.getRegion().isAncestor(value.getParentRegion()))
        outside.insert(value);
  });
  // A factory may use other factories.
  for (size_t next = 0; next < outside.size(); ++next) {
    Value value = outside[next];
    Operation *op = value.getDefiningOp();
    if (op && op->getNumResults() == 1 && isFree(op) &&
        !found.stacks.contains(value)) {
      factories.insert(op);
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
            outside.insert(operand);
      });
      continue;
    }
    auto stack = found.stacks.find(value);
    addInput(value, value,
             stack == found.stacks.end()
                 ? std::optional<unsigned>()
                 : std::optional<unsigned>(stack->second));
  }
}

//===----------------------------------------------------------------------===//
// In the map
//===----------------------------------------------------------------------===//

/// The number of this device among those that share the stacks.
Value Stager::getNumber() {
  Value number;
  for (unsigned dim : found.dims) {
    Value coordinate = comm::CoordinateOp::create(
        builder, loc, meshName, builder.getStringAttr(mesh.getName(dim)));
    if (number)
      number = arith::AddIOp::create(
          builder, loc,
          arith::MulIOp::create(builder, loc, number,
                                getConstant(mesh.getSize(dim))),
          coordinate);
    else
      number = coordinate;
  }
  return number;
}

/// Takes a carried value out of its row.
Value Stager::open(Value row, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return tensor::ExtractOp::create(builder, loc, row, getConstant(0));
  auto [offsets, sizes, strides] =
      getRowSlice(cast<RankedTensorType>(row.getType()), 0);
  return tensor::ExtractSliceOp::create(builder, loc, tensor, row, offsets,
                                        sizes, strides);
}

Value Stager::close(Value value) {
  RankedTensorType type = getRowsType(value.getType(), 1);
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::FromElementsOp::create(builder, loc, type, value);
  Value row = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                      type.getElementType());
  auto [offsets, sizes, strides] = getRowSlice(type, 0);
  return tensor::InsertSliceOp::create(builder, loc, value, row, offsets, sizes,
                                       strides);
}

/// Copies row `from` to row `to`. Nothing happens if this row does not exist.
Value Stager::handOn(Value rows, Value from, Value to) {
  auto type = cast<RankedTensorType>(rows.getType());
  LayoutAttr layout = cast<LayoutAttr>(getLayout(type, 0));
  SmallVector<int64_t> extents(type.getShape()), strides;
  extents[0] = numStages;
  SmallVector<int64_t> numbers(extents);
  for (auto [axis, extent] : llvm::enumerate(extents)) {
    if (axis == 0)
      numbers.append({extent, ShapedType::kDynamic, 1, ShapedType::kDynamic});
    else
      numbers.append({extent, 0, extent, 0});
    strides.append({1, 1});
  }
  auto identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), builder.getContext());
  return comm::FetchOp::create(builder, loc, type, rows, rows,
                               ValueRange{from, to},
                               builder.getArrayAttr({layout}), layout,
                               AffineMapAttr::get(identity),
                               builder.getDenseI64ArrayAttr(numbers),
                               builder.getDenseI64ArrayAttr(strides), text,
                               /*fromPeersOnly=*/UnitAttr())
      .getResult();
}

/// Clones an op of the body. For an access to a stack, computes the position in
/// the part of the stack that this device has.
void Stager::clone(Operation &op, Value offset) {
  bool hasAccess = op.walk([&](Operation *inner) {
                       return found.accesses.contains(inner)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     }).wasInterrupted();
  if (!hasAccess) {
    builder.clone(op, mapping);
    return;
  }
  Operation *copy = builder.insert(op.cloneWithoutRegions(mapping));
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), copy->getRegions()))
    for (Block &block : from) {
      auto locations =
          llvm::map_to_vector(block.getArguments(), [](BlockArgument argument) {
            return argument.getLoc();
          });
      builder.createBlock(&to, to.end(), block.getArgumentTypes(), locations);
      mapping.map(block.getArguments(), to.back().getArguments());
      cloneBody(block, offset);
      builder.clone(*block.getTerminator(), mapping);
    }
  auto access = found.accesses.find(&op);
  if (access == found.accesses.end())
    return;
  builder.setInsertionPoint(copy);
  OpOperand &start = copy->getOpOperand(access->second.start);
  start.set(arith::SubIOp::create(builder, loc, start.get(), offset));
  // The type of an update is that of the value that it changes.
  if (auto update = dyn_cast<DestinationStyleOpInterface>(copy))
    for (OpResult result : copy->getResults())
      result.setType(update.getTiedOpOperand(result)->get().getType());
}

void Stager::cloneBody(Block &body, Value offset) {
  for (Operation &op : body.without_terminator())
    clone(op, offset);
}

/// The rows and the stacks after the iterations of a stage.
SmallVector<Value> Stager::doIterations(ValueRange rows, Value stage,
                                        Value number) {
  SmallVector<Value> inits;
  for (auto [row, argument, axis] :
       llvm::zip_equal(rows, loop.getRegionIterArgs(), found.carried))
    inits.push_back(axis ? row : open(row, argument.getType()));
  Value perStage = getConstant(iterationsPerStage);
  Value first = arith::MulIOp::create(builder, loc, stage, perStage);
  Value offset = arith::MulIOp::create(builder, loc, number, perStage);
  auto iterations = scf::ForOp::create(builder, loc, getConstant(0), perStage,
                                       getConstant(1), inits);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *body = iterations.getBody();
    builder.setInsertionPointToStart(body);
    Value iteration = arith::AddIOp::create(builder, loc, first,
                                            iterations.getInductionVar());
    Value position = arith::AddIOp::create(
        builder, loc, getConstant(*getConstantIntValue(loop.getLowerBound())),
        arith::MulIOp::create(
            builder, loc, iteration,
            getConstant(*getConstantIntValue(loop.getStep()))));
    mapping.map(loop.getInductionVar(), position);
    for (auto [from, to] : llvm::zip_equal(loop.getRegionIterArgs(),
                                           iterations.getRegionIterArgs())) {
      to.setLoc(from.getLoc());
      mapping.map(from, to);
    }
    cloneBody(*loop.getBody(), offset);
    SmallVector<Value> yielded;
    for (Value value : loop.getYieldedValues())
      yielded.push_back(mapping.lookupOrDefault(value));
    scf::YieldOp::create(builder, loc, yielded);
  }
  SmallVector<Value> results;
  for (auto [result, axis] :
       llvm::zip_equal(iterations.getResults(), found.carried))
    results.push_back(axis ? Value(result) : close(result));
  return results;
}

SmallVector<Value> Stager::doStages(ValueRange rows) {
  Value number = getNumber();
  Value one = getConstant(1), last = getConstant(numStages - 1);
  auto stages = scf::ForOp::create(builder, loc, getConstant(0),
                                   getConstant(numStages), one, rows);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(stages.getBody());
  Value stage = stages.getInductionVar(), owner = stage;
  if (found.isReversed)
    owner = arith::SubIOp::create(builder, loc, last, stage);
  Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      number, owner);
  auto branch = scf::IfOp::create(builder, loc, rows.getTypes(), isOwn,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(
        builder, loc, doIterations(stages.getRegionIterArgs(), stage, number));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, stages.getRegionIterArgs());
  }
  Value next = found.isReversed
                   ? arith::SubIOp::create(builder, loc, owner, one).getResult()
                   : arith::AddIOp::create(builder, loc, owner, one);
  SmallVector<Value> after;
  for (auto [result, axis] :
       llvm::zip_equal(branch.getResults(), found.carried))
    after.push_back(axis ? Value(result) : handOn(result, owner, next));
  scf::YieldOp::create(builder, loc, after);
  return llvm::to_vector_of<Value>(stages.getResults());
}

void Stager::run() {
  addInputs();
  unsigned numCarried = loop.getNumRegionIterArgs();
  SmallVector<Type> types(TypeRange(ValueRange(inputs).take_front(numCarried)));
  SmallVector<Attribute> names;
  for (unsigned dim : found.dims)
    names.push_back(builder.getStringAttr(mesh.getName(dim)));
  auto map = LocalMapOp::create(
      builder, loc, types, inputs, builder.getArrayAttr(layouts),
      builder.getArrayAttr(ArrayRef(layouts).take_front(numCarried)),
      builder.getArrayAttr(names));
  map->setAttr(kStagesAttr, text);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *block =
        builder.createBlock(&map.getBody(), {}, components,
                            SmallVector<Location>(components.size(), loc));
    for (auto [inside, argument] :
         llvm::zip_equal(insides, block->getArguments()))
      mapping.map(inside, argument);
    for (Operation *factory : topologicalSort(factories))
      builder.clone(*factory, mapping);
    LocalYieldOp::create(
        builder, loc, doStages(block->getArguments().take_front(numCarried)));
  }
  for (auto [result, whole, axis] :
       llvm::zip_equal(loop.getResults(), map.getOutputs(), found.carried))
    result.replaceAllUsesWith(axis ? Value(whole) : getRow(whole, result));
  loop.erase();
}

void dtensor::pipelineLoop(StackedLoop &found, const Mesh &mesh,
                           FlatSymbolRefAttr meshName, StringRef text) {
  Stager(found, mesh, meshName, text).run();
}
