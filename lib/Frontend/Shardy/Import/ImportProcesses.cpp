//===- ImportProcesses.cpp - Programs of several processes ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessGroups.h"
#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "dtensor/Frontend/Shardy/Import/Passes.h"
#include "dtensor/Frontend/StableHLO/IR/Check.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_IMPORTPROCESSES
#include "dtensor/Frontend/Shardy/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static constexpr llvm::StringLiteral kReplica("replica");
static constexpr llvm::StringLiteral kPartition("partition");

namespace {
/// Turns one `interpreter.run_parallel` into a manual computation. The values
/// of the processes are the rows of one tensor, one on each device.
class Importer {
public:
  Importer(interpreter::RunParallelOp op)
      : op(op), b(op->getContext()), module(op->getParentOfType<ModuleOp>()) {}

  /// Adds the functions that were run to `functions`.
  LogicalResult run(llvm::SetVector<func::FuncOp> &functions);

private:
  /// The function that all processes run.
  FailureOr<func::FuncOp> findFunction();
  sdy::TensorShardingAttr getSharding(RankedTensorType type);
  void createMesh();
  Value createRows(ArrayRef<Value> values);
  LogicalResult fillBody(Block &body, func::FuncOp function,
                         llvm::SetVector<func::FuncOp> &functions);
  LogicalResult importInBody(Operation *inner,
                             llvm::SetVector<func::FuncOp> &functions);
  LogicalResult importInfeed(stablehlo::InfeedOp infeed,
                             llvm::SetVector<func::FuncOp> &functions);

  interpreter::RunParallelOp op;
  IRRewriter b;
  ModuleOp module;
  ProcessGrid grid;
  sdy::MeshOp mesh;
  size_t numInfeeds = 0;
};
} // namespace

static RankedTensorType addRows(RankedTensorType type, int64_t count) {
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

FailureOr<func::FuncOp> Importer::findFunction() {
  FlatSymbolRefAttr name;
  for (Attribute row : op.getPrograms()) {
    for (Attribute program : cast<ArrayAttr>(row)) {
      auto symbol = cast<FlatSymbolRefAttr>(program);
      if (name && name != symbol)
        return op.emitOpError("runs different functions, ")
               << name << " and " << symbol
               << "; required: one for all processes, as devices run one "
                  "program";
      name = symbol;
    }
    grid.partitions = cast<ArrayAttr>(row).size();
  }
  grid.replicas = op.getPrograms().size();
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal() || !function.getBody().hasOneBlock())
    return op.emitOpError("requires a function ") << name << " of one block";
  size_t count = grid.getCount();
  if (op.getInputs().size() != count * function.getNumArguments() ||
      op.getNumResults() != count * function.getNumResults())
    return op.emitOpError("requires the arguments and results of ")
           << name << " " << count << " times, found " << op.getInputs().size()
           << " operands and " << op.getNumResults() << " results";
  auto fits = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return isa<stablehlo::TokenType>(type) ||
           (tensor && tensor.hasStaticShape());
  };
  for (auto [types, wanted] :
       {std::pair(TypeRange(op.getInputs()), function.getArgumentTypes()),
        std::pair(TypeRange(op.getResults()), function.getResultTypes())})
    for (auto [i, type] : llvm::enumerate(types)) {
      Type want = wanted[i % wanted.size()];
      if (!fits(type) || type != want)
        return op.emitOpError("requires tensors of static extents and tokens, "
                              "as ")
               << name << " has them: " << want << ", found " << type;
    }
  return function;
}

void Importer::createMesh() {
  b.setInsertionPointToStart(module.getBody());
  auto name = [&](StringRef text) { return b.getStringAttr(text); };
  auto attr =
      sdy::MeshAttr::get(b.getContext(), {name(kReplica), name(kPartition)},
                         {grid.replicas, grid.partitions}, {});
  for (auto known : module.getOps<sdy::MeshOp>())
    if (known.getMesh() == attr) {
      mesh = known;
      return;
    }
  mesh = sdy::MeshOp::create(b, op.getLoc(), "processes", attr);
  SymbolTable(module).insert(mesh, module.getBody()->begin());
}

sdy::TensorShardingAttr Importer::getSharding(RankedTensorType type) {
  MLIRContext *context = b.getContext();
  SmallVector<sdy::AxisRefAttr> axes;
  for (StringRef axis : {kReplica, kPartition})
    axes.push_back(sdy::AxisRefAttr::get(context, b.getStringAttr(axis),
                                         /*preSize=*/1, /*size=*/0));
  SmallVector<sdy::DimensionShardingAttr> dimensions(
      type.getRank(), sdy::DimensionShardingAttr::get(context, {}, true, 0));
  dimensions[0] = sdy::DimensionShardingAttr::get(context, axes, true, 0);
  return sdy::TensorShardingAttr::get(
      context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()), dimensions, {},
      {}, sdy::ReductionOp::SUM);
}

Value Importer::createRows(ArrayRef<Value> values) {
  SmallVector<Value> rows;
  auto type = cast<RankedTensorType>(values.front().getType());
  for (Value value : values)
    rows.push_back(
        stablehlo::ReshapeOp::create(b, op.getLoc(), addRows(type, 1), value));
  return stablehlo::ConcatenateOp::create(
      b, op.getLoc(), addRows(type, static_cast<int64_t>(values.size())), rows,
      b.getI64IntegerAttr(0));
}

//===----------------------------------------------------------------------===//
// The ops of a process
//===----------------------------------------------------------------------===//

LogicalResult Importer::importInfeed(stablehlo::InfeedOp infeed,
                                     llvm::SetVector<func::FuncOp> &functions) {
  std::optional<ArrayAttr> queue = op.getInfeed();
  if (!queue || numInfeeds >= queue->size() || grid.getCount() != 1 ||
      !isa<sdy::ManualComputationOp>(infeed->getParentOp()))
    return infeed.emitOpError(
               "requires one process, straight code, and a function of "
               "values for each infeed; found ")
           << grid.getCount() << " processes and "
           << (queue ? queue->size() : 0) << " functions";
  auto name = cast<FlatSymbolRefAttr>((*queue)[numInfeeds++]);
  auto function = module.lookupSymbol<func::FuncOp>(name);
  SmallVector<Type> types(TypeRange(infeed->getResultTypes()).drop_back());
  if (!function || function.getNumArguments() > 0 ||
      function.getResultTypes() != ArrayRef<Type>(types))
    return infeed.emitOpError("requires values of types ")
           << TypeRange(types) << " of " << name;
  functions.insert(function);
  auto call = func::CallOp::create(b, infeed.getLoc(), function);
  SmallVector<Value> results(call.getResults());
  results.push_back(infeed.getToken());
  b.replaceOp(infeed, results);
  return success();
}

LogicalResult Importer::importInBody(Operation *inner,
                                     llvm::SetVector<func::FuncOp> &functions) {
  b.setInsertionPoint(inner);
  if (auto infeed = dyn_cast<stablehlo::InfeedOp>(inner))
    return importInfeed(infeed, functions);
  // A value that is sent to the host leaves the program.
  if (auto outfeed = dyn_cast<stablehlo::OutfeedOp>(inner)) {
    b.replaceOp(outfeed, outfeed.getToken());
    return success();
  }
  if (isa<stablehlo::SendOp, stablehlo::RecvOp>(inner))
    return inner->emitOpError("is not supported: devices of one program do not "
                              "wait for each other one by one; write it as "
                              "collective_permute");
  if (isa<stablehlo::ReplicaIdOp, stablehlo::PartitionIdOp>(inner)) {
    // Devices are numbered replica by replica.
    auto type = cast<RankedTensorType>(inner->getResult(0).getType());
    Location loc = inner->getLoc();
    auto count = DenseElementsAttr::get(
        type, APInt(32, static_cast<uint64_t>(grid.partitions)));
    Value partitions = stablehlo::ConstantOp::create(b, loc, type, count);
    Value device = stablehlo::PartitionIdOp::create(b, loc, type);
    if (isa<stablehlo::ReplicaIdOp>(inner))
      b.replaceOpWithNewOp<stablehlo::DivOp>(inner, device, partitions);
    else
      b.replaceOpWithNewOp<stablehlo::RemOp>(inner, device, partitions);
    return success();
  }
  return countDevicesThrough(inner, grid);
}

LogicalResult Importer::fillBody(Block &body, func::FuncOp function,
                                 llvm::SetVector<func::FuncOp> &functions) {
  IRMapping mapping;
  Location loc = op.getLoc();
  b.setInsertionPointToStart(&body);
  unsigned next = 0;
  for (BlockArgument argument : function.getArguments()) {
    Type type = argument.getType();
    Value value =
        isa<stablehlo::TokenType>(type)
            ? stablehlo::AfterAllOp::create(b, loc, type, ValueRange())
                  .getResult()
            : stablehlo::ReshapeOp::create(b, loc, type,
                                           body.getArgument(next++))
                  .getResult();
    mapping.map(argument, value);
  }
  for (Operation &inner : function.front().without_terminator())
    b.clone(inner, mapping);
  SmallVector<Value> rows;
  for (Value result : function.front().getTerminator()->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      rows.push_back(stablehlo::ReshapeOp::create(
          b, loc, addRows(type, 1), mapping.lookupOrDefault(result)));
  sdy::ReturnOp::create(b, loc, rows);

  SmallVector<Operation *> ops;
  body.walk([&](Operation *inner) { ops.push_back(inner); });
  for (Operation *inner : ops)
    if (failed(importInBody(inner, functions)))
      return failure();
  return success();
}

LogicalResult Importer::run(llvm::SetVector<func::FuncOp> &functions) {
  FailureOr<func::FuncOp> function = findFunction();
  if (failed(function))
    return failure();
  functions.insert(*function);
  createMesh();
  b.setInsertionPoint(op);
  Location loc = op.getLoc();
  size_t count = grid.getCount();
  SmallVector<Value> rows;
  SmallVector<Type> types, results;
  SmallVector<sdy::TensorShardingAttr> in, out;
  size_t numArguments = function->getNumArguments();
  for (auto [i, type] : llvm::enumerate(function->getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    SmallVector<Value> values;
    for (size_t process = 0; process < count; ++process)
      values.push_back(op.getInputs()[process * numArguments + i]);
    rows.push_back(createRows(values));
    types.push_back(addRows(tensor, 1));
    in.push_back(getSharding(addRows(tensor, 1)));
  }
  for (Type type : function->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      results.push_back(addRows(tensor, static_cast<int64_t>(count)));
      out.push_back(getSharding(addRows(tensor, 1)));
    }
  MLIRContext *context = b.getContext();
  auto manual = sdy::ManualComputationOp::create(
      b, loc, results, rows, sdy::TensorShardingPerValueAttr::get(context, in),
      sdy::TensorShardingPerValueAttr::get(context, out),
      sdy::ManualAxesAttr::get(
          context, {b.getStringAttr(kReplica), b.getStringAttr(kPartition)}));
  Block *body = b.createBlock(&manual.getBody(), {}, types,
                              SmallVector<Location>(types.size(), op.getLoc()));
  if (failed(fillBody(*body, *function, functions)))
    return failure();

  b.setInsertionPointAfter(manual);
  SmallVector<Value> replacements;
  for (size_t process = 0; process < count; ++process) {
    unsigned next = 0;
    for (Type type : function->getResultTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor) {
        replacements.push_back(
            stablehlo::AfterAllOp::create(b, loc, type, ValueRange()));
        continue;
      }
      SmallVector<int64_t> starts(tensor.getRank() + 1, 0), strides(starts);
      SmallVector<int64_t> limits{static_cast<int64_t>(process) + 1};
      llvm::append_range(limits, tensor.getShape());
      starts[0] = static_cast<int64_t>(process);
      llvm::fill(strides, 1);
      Value row = stablehlo::SliceOp::create(b, loc, addRows(tensor, 1),
                                             manual.getResult(next++), starts,
                                             limits, strides);
      replacements.push_back(stablehlo::ReshapeOp::create(b, loc, tensor, row));
    }
  }
  b.replaceOp(op, replacements);
  return success();
}

namespace {
struct ImportProcessesPass
    : dtensor::impl::ImportProcessesBase<ImportProcessesPass> {
  void runOnOperation() override {
    SmallVector<interpreter::RunParallelOp> ops;
    getOperation().walk(
        [&](interpreter::RunParallelOp op) { ops.push_back(op); });
    if (ops.empty())
      return markAllAnalysesPreserved();
    llvm::SetVector<func::FuncOp> functions;
    for (interpreter::RunParallelOp op : ops)
      if (failed(Importer(op).run(functions)))
        return signalPassFailure();
    // These functions have no meaning by themselves.
    for (func::FuncOp function : functions)
      if (SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        function.erase();
  }
};
} // namespace
