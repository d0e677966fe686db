//===- UnrollLocalMaps.cpp - Maps as code for one device ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Partition/UnrollLocalMaps.h"
#include "ComponentAssembler.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// Unrolls one outermost map and the maps in it.
class Unroller {
public:
  Unroller(const Mesh &mesh, OpBuilder &builder)
      : mesh(mesh), builder(builder), wholes(mesh, builder),
        mappings(mesh.getNumDevices()) {}

  /// Unrolls `map` for the devices `outer` around it. Its results are mapped
  /// for these devices.
  LogicalResult unroll(LocalMapOp map, ArrayRef<int64_t> outer);
  Value get(Value value, int64_t device) {
    return mappings[device].lookupOrDefault(value);
  }

private:
  /// The devices that execute the ops of a region.
  using Devices = ArrayRef<int64_t>;

  LogicalResult unroll(Block &block, Devices devices);
  LogicalResult unroll(Operation &op, Devices devices);
  LogicalResult unroll(comm::CollectiveOpInterface op, Devices devices);
  LogicalResult unroll(comm::FetchOp op, Devices devices);
  template <typename OpTy>
  LogicalResult unrollShard(OpTy op, Devices devices, bool wantsOffset);
  LogicalResult unrollTogether(Operation &op, Devices devices);

  /// The local values of `values` of all devices. The first `numShared` values
  /// are the same for all devices and occur once.
  template <typename Range>
  SmallVector<Value> getAll(Range values, unsigned numShared, Devices devices);
  /// The types of these values.
  static SmallVector<Type> repeat(TypeRange types, unsigned numShared,
                                  Devices devices);
  void mapAll(ValueRange values, unsigned numShared, ValueRange to,
              Devices devices);
  FailureOr<Layout> resolve(Operation *op, Attribute layout);
  void mapIndex(Operation &op, int64_t device, int64_t index) {
    mappings[device].map(op.getResult(0), arith::ConstantIndexOp::create(
                                              builder, op.getLoc(), index));
  }

  const Mesh &mesh;
  OpBuilder &builder;
  ComponentAssembler wholes;
  /// The mapping of each device.
  std::vector<IRMapping> mappings;
};

} // namespace

FailureOr<Layout> Unroller::resolve(Operation *op, Attribute attr) {
  auto layout = dyn_cast<LayoutAttr>(attr);
  if (!layout)
    return Layout();
  llvm::Expected<Layout> resolved = layout.resolve(mesh);
  if (!resolved)
    return op->emitOpError(llvm::toString(resolved.takeError()));
  for (PartialDim partial : resolved->getPartial())
    if (partial.combiner == Combiner::Avg)
      return op->emitOpError(
          "has a partial average, which a run on one device does not support");
  return *resolved;
}

template <typename Range>
SmallVector<Value> Unroller::getAll(Range values, unsigned numShared,
                                    Devices devices) {
  SmallVector<Value> all;
  for (auto [index, value] : llvm::enumerate(values))
    for (int64_t device : index < numShared ? devices.take_front() : devices)
      all.push_back(get(value, device));
  return all;
}

SmallVector<Type> Unroller::repeat(TypeRange types, unsigned numShared,
                                   Devices devices) {
  SmallVector<Type> all;
  for (auto [index, type] : llvm::enumerate(types))
    all.append(index < numShared ? 1 : devices.size(), type);
  return all;
}

void Unroller::mapAll(ValueRange values, unsigned numShared, ValueRange to,
                      Devices devices) {
  unsigned next = 0;
  for (auto [index, value] : llvm::enumerate(values))
    for (auto [place, device] : llvm::enumerate(devices)) {
      mappings[device].map(value, to[next]);
      if (index >= numShared || place + 1 == devices.size())
        ++next;
    }
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult Unroller::unroll(comm::CollectiveOpInterface op,
                               Devices devices) {
  FailureOr<Layout> from = resolve(op, op.getFrom());
  FailureOr<Layout> to = resolve(op, op.getTo());
  if (failed(from) || failed(to))
    return failure();
  if (!op.getGlobalExtents().empty())
    return op->emitOpError(
        "has dynamic extents, which a run on one device does not support");
  for (int64_t device : devices) {
    Value whole = wholes.join(
        op->getLoc(), [&](int64_t other) { return get(op.getSource(), other); },
        *from, op.getGlobalShape(), device);
    mappings[device].map(op->getResult(0),
                         wholes.cut(op->getLoc(), whole, *to, device,
                                    op->getResult(0).getType()));
  }
  return success();
}

LogicalResult Unroller::unroll(comm::FetchOp op, Devices devices) {
  Location loc = op.getLoc();
  Fetch fetch = op.getFetch(mesh);
  if (!op.getNumbers().empty())
    return op.emitOpError("has positions that are data, which a run on one "
                          "device does not support");
  for (int64_t device : devices) {
    SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
    SmallVector<Slice> loops;
    for (auto [loop, extent] : llvm::enumerate(fetch.loops))
      loops.push_back(
          dtensor::cut(mesh, extent, fetch.to.getAxis(loop), coordinates));
    Value dest = get(op.getDest(), device);
    for (auto [value, source] :
         llvm::zip_equal(op.getSources(), fetch.sources)) {
      SmallVector<int64_t> starts, strides, toStarts, toStrides, extents;
      for (auto [axis, move] : llvm::enumerate(source.moves)) {
        if (move.stride < 0)
          return op.emitOpError(
              "reads backwards, which a run on one device does not support");
        Slice box = fetch.windows[axis].getHull(loops);
        Slice steps = move.getSteps({0, source.shape[axis]}, box);
        starts.push_back(move.start + move.stride * steps.offset);
        strides.push_back(move.stride);
        toStarts.push_back(move.destStart + move.destStride * steps.offset -
                           box.offset);
        toStrides.push_back(move.destStride);
        extents.push_back(steps.extent);
      }
      if (llvm::is_contained(extents, 0))
        continue;
      Value whole = wholes.join(
          loc, [&, value = value](int64_t other) { return get(value, other); },
          source.layout, source.shape, device);
      dest = wholes.insert(loc, whole, starts, strides, dest, toStarts,
                           toStrides, extents);
    }
    mappings[device].map(op.getResult(), dest);
  }
  return success();
}

template <typename OpTy>
LogicalResult Unroller::unrollShard(OpTy op, Devices devices,
                                    bool wantsOffset) {
  if (op.getExtent())
    return op.emitOpError("has an extent that is data, which a run on one "
                          "device does not support");
  DimList dims;
  for (auto name : op.getDims().template getAsRange<StringAttr>())
    dims.push_back(*mesh.lookup(name));
  for (int64_t device : devices) {
    Slice part = dtensor::cut(mesh, op.getStaticExtent(), dims,
                              mesh.getCoordinates(device));
    mapIndex(*op, device, wantsOffset ? part.offset : part.extent);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow and maps
//===----------------------------------------------------------------------===//

static bool hasCollectives(Operation &op) {
  return op
      .walk([&](Operation *inner) {
        return isa<comm::CommDialect>(inner->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Unrolls control flow in which all devices take the same branch. Therefore
/// the condition of the first device decides.
LogicalResult Unroller::unrollTogether(Operation &op, Devices devices) {
  if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::IndexSwitchOp>(op))
    return op.emitOpError("has collectives in its region, which a run on one "
                          "device does not support");
  // The first operands and arguments are not iteration arguments.
  unsigned numShared = isa<scf::ForOp>(op) ? 3 : isa<scf::WhileOp>(op) ? 0 : 1;
  unsigned numArguments = isa<scf::ForOp>(op) ? 1 : 0;
  OperationState state(op.getLoc(), op.getName());
  state.addOperands(getAll(op.getOperands(), numShared, devices));
  state.addTypes(repeat(op.getResultTypes(), 0, devices));
  state.addAttributes(op.getAttrs());
  for (unsigned i = 0; i < op.getNumRegions(); ++i)
    state.addRegion();
  Operation *together = builder.create(state);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] :
       llvm::zip_equal(op.getRegions(), together->getRegions()))
    for (Block &block : from) {
      SmallVector<Type> types =
          repeat(block.getArgumentTypes(), numArguments, devices);
      Block *all =
          builder.createBlock(&to, to.end(), types,
                              SmallVector<Location>(types.size(), op.getLoc()));
      mapAll(block.getArguments(), numArguments, all->getArguments(), devices);
      if (failed(unroll(block, devices)))
        return failure();
      Operation *end = block.getTerminator();
      OperationState last(end->getLoc(), end->getName());
      last.addOperands(getAll(end->getOperands(),
                              isa<scf::ConditionOp>(end) ? 1 : 0, devices));
      last.addAttributes(end->getAttrs());
      builder.create(last);
    }
  mapAll(op.getResults(), 0, together->getResults(), devices);
  return success();
}

LogicalResult Unroller::unroll(Operation &op, Devices devices) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](LocalMapOp map) { return unroll(map, devices); })
      .Case([&](comm::CoordinateOp coordinate) {
        unsigned dim = *mesh.lookup(coordinate.getDim());
        for (int64_t device : devices)
          mapIndex(op, device, mesh.getCoordinate(device, dim));
        return success();
      })
      .Case([&](comm::ShardExtentOp shard) {
        return unrollShard(shard, devices, /*wantsOffset=*/false);
      })
      .Case([&](comm::ShardOffsetOp shard) {
        return unrollShard(shard, devices, /*wantsOffset=*/true);
      })
      .Case([&](comm::FetchOp fetch) { return unroll(fetch, devices); })
      .Case<comm::BarrierOp, comm::ReleaseOp>(
          [](Operation *) { return success(); })
      .Default([&](Operation *) -> LogicalResult {
        auto collective = dyn_cast<comm::CollectiveOpInterface>(op);
        if (collective && op.getNumResults() == 1 && !isa<comm::ReshapeOp>(op))
          return unroll(collective, devices);
        if (isa<comm::CommDialect>(op.getDialect()))
          return op.emitOpError("is not supported in a run on one device");
        if (op.getNumRegions() > 0 && hasCollectives(op))
          return unrollTogether(op, devices);
        for (int64_t device : devices)
          builder.clone(op, mappings[device]);
        return success();
      });
}

LogicalResult Unroller::unroll(Block &block, Devices devices) {
  for (Operation &op : block.without_terminator())
    if (failed(unroll(op, devices)))
      return failure();
  return success();
}

LogicalResult Unroller::unroll(LocalMapOp map, ArrayRef<int64_t> outer) {
  Location loc = map.getLoc();
  SmallVector<int64_t> devices;
  DimList manual = map.getManualDims(mesh);
  auto around = map->getParentOfType<LocalMapOp>();
  DimList outerDims = around ? around.getManualDims(mesh) : DimList();
  for (int64_t device = 0, e = mesh.getNumDevices(); device < e; ++device) {
    SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
    bool isOne = true;
    for (auto [dim, coordinate] : llvm::enumerate(coordinates))
      isOne &= coordinate == 0 || llvm::is_contained(manual, dim);
    if (isOne)
      devices.push_back(device);
  }
  for (int64_t device : devices) {
    SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
    for (auto [dim, coordinate] : llvm::enumerate(coordinates))
      if (!llvm::is_contained(outerDims, dim))
        coordinate = 0;
    int64_t from = mesh.getDevice(coordinates);
    for (auto [input, argument, attr] :
         llvm::zip_equal(map.getInputs(), map.getBody().getArguments(),
                         map.getInLayouts())) {
      FailureOr<Layout> layout = resolve(map, attr);
      if (failed(layout))
        return failure();
      Value value = get(input, from);
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (type && !type.hasStaticShape())
        return map.emitOpError("has an operand of dynamic extents, which a run "
                               "on one device does not support");
      if (type)
        value = wholes.cut(loc, value, *layout, device, argument.getType());
      mappings[device].map(argument, value);
    }
  }
  Block &body = map.getBody().front();
  if (failed(unroll(body, devices)))
    return failure();
  for (auto [result, local, attr] :
       llvm::zip_equal(map.getResults(), body.getTerminator()->getOperands(),
                       map.getOutLayouts())) {
    FailureOr<Layout> layout = resolve(map, attr);
    if (failed(layout))
      return failure();
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (type && !type.hasStaticShape())
      return map.emitOpError("has a result of dynamic extents, which a run on "
                             "one device does not support");
    for (int64_t device : outer) {
      Value value = get(local, device);
      if (type)
        value = wholes.join(
            loc,
            [&, local = local](int64_t other) { return get(local, other); },
            *layout, type.getShape(), device);
      mappings[device].map(result, value);
    }
  }
  return success();
}

LogicalResult dtensor::unrollLocalMaps(ModuleOp module) {
  SmallVector<LocalMapOp> maps;
  module.walk<WalkOrder::PreOrder>([&](LocalMapOp map) {
    maps.push_back(map);
    return WalkResult::skip();
  });
  if (maps.empty())
    return success();
  auto meshes = module.getOps<MeshOp>();
  if (meshes.empty())
    return maps.front().emitOpError("requires a mesh, found none");
  Mesh mesh = (*meshes.begin()).getMesh();
  if (mesh.getNumDevices() > kMaxUnrolledDevices)
    return maps.front().emitOpError("requires at most ")
           << kMaxUnrolledDevices << " devices for a run on one device, found "
           << mesh.getNumDevices();
  OpBuilder builder(module.getContext());
  for (LocalMapOp map : maps) {
    builder.setInsertionPoint(map);
    Unroller unroller(mesh, builder);
    if (failed(unroller.unroll(map, /*outer=*/{0})))
      return failure();
    for (Value result : map.getResults())
      result.replaceAllUsesWith(unroller.get(result, 0));
    map.erase();
  }
  return success();
}
