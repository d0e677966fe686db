//===- ConvertCommToRuntime.cpp - The local view calls the runtime --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommSites.h"
#include "EventCalls.h"
#include "LoopPolls.h"
#include "dtensor/Codegen/Memory/BufferBounds.h"
#include "dtensor/Conversion/Passes.h"
#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Runtime/ABI.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dtensor {
#define GEN_PASS_DEF_CONVERTCOMMTORUNTIME
#include "dtensor/Conversion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Rewrites the operations of one module, function by function.
class Lowering {
public:
  Lowering(ModuleOp module, bool withEvents)
      : module(module), runtime(module), events(module, runtime),
        withEvents(withEvents) {}

  LogicalResult run();

private:
  LogicalResult lower(Operation *op);
  void addEvent(Operation *op);
  LogicalResult lowerCollective(comm::CollectiveOpInterface op);
  LogicalResult lowerReshape(comm::ReshapeOp op);
  LogicalResult lowerFetch(comm::FetchOp op);
  LogicalResult lowerTake(comm::TakeOp op);
  void lowerWindowExtent(comm::WindowExtentOp op);
  LogicalResult lowerAlloc(memref::AllocOp op);
  Value lowerMemory(memref::AllocOp op, Value bytes);
  void lowerCoordinate(comm::CoordinateOp op);
  void lowerBarrier(comm::BarrierOp op);
  void lowerAssert(cf::AssertOp op);
  template <typename OpT> void lowerShard(OpT op, bool wantsOffset);

  Mesh lookupMesh(FlatSymbolRefAttr name) {
    // A lookup in the module would walk over all constants, which are many.
    MeshOp &mesh = meshes[name];
    if (!mesh)
      mesh = module.lookupSymbol<MeshOp>(name);
    return mesh.getMesh();
  }
  Value getCoordinate(Location loc, unsigned dim);
  Value getI64(Location loc, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
  }
  std::string describe(Operation *op, StringRef reason = "");
  Value getExtents(Location loc, ArrayRef<int64_t> shape, Value component);

  ModuleOp module;
  llvm::DenseMap<Attribute, MeshOp> meshes;
  RuntimeCalls runtime;
  EventCalls events;
  bool withEvents;
  OpBuilder builder{module.getContext()};
  func::FuncOp func;
  Value device;
};

struct ConvertCommToRuntime
    : dtensor::impl::ConvertCommToRuntimeBase<ConvertCommToRuntime> {
  using ConvertCommToRuntimeBase::ConvertCommToRuntimeBase;

  void runOnOperation() override {
    if (failed(Lowering(getOperation(), events).run()))
      signalPassFailure();
  }
};

} // namespace

/// Layouts have no meaning without the mesh that they name.
static void removeLayouts(func::FuncOp func) {
  SignatureAttrs attrs(func);
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    for (StringRef name : {kLayoutAttr, kGlobalTypeAttr})
      attrs.ofArgument(i).erase(name);
  attrs.write();
}

LogicalResult Lowering::run() {
  for (auto current :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    func = current;
    if (func.isDeclaration())
      continue;
    if (failed(func.insertArgument(0, runtime.getPointerType(), {},
                                   func.getLoc())))
      return failure();
    device = func.getArgument(0);
    addPolls(func, device, runtime);
    SmallVector<Operation *> ops;
    func.walk([&](Operation *op) {
      if (isa<comm::CommDialect>(op->getDialect()) ||
          isa<memref::AllocOp, memref::DeallocOp, cf::AssertOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      builder.setInsertionPoint(op);
      if (failed(lower(op)))
        return failure();
      if (withEvents)
        addEvent(op);
      op->erase();
    }
  }
  for (auto function : module.getOps<func::FuncOp>())
    removeLayouts(function);
  for (auto mesh : llvm::make_early_inc_range(module.getOps<MeshOp>()))
    mesh.erase();
  return success();
}

LogicalResult Lowering::lower(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](comm::ReshapeOp op) { return lowerReshape(op); })
      .Case([&](comm::CollectiveOpInterface op) { return lowerCollective(op); })
      .Case([&](comm::FetchOp op) { return lowerFetch(op); })
      .Case([&](comm::TakeOp op) { return lowerTake(op); })
      .Case([&](comm::WindowExtentOp op) {
        lowerWindowExtent(op);
        return success();
      })
      .Case([&](comm::CoordinateOp op) {
        lowerCoordinate(op);
        return success();
      })
      .Case([&](comm::ShardExtentOp op) {
        lowerShard(op, /*wantsOffset=*/false);
        return success();
      })
      .Case([&](comm::ShardOffsetOp op) {
        lowerShard(op, /*wantsOffset=*/true);
        return success();
      })
      .Case([&](comm::BarrierOp op) {
        lowerBarrier(op);
        return success();
      })
      .Case([&](cf::AssertOp op) {
        lowerAssert(op);
        return success();
      })
      .Case([&](memref::AllocOp op) { return lowerAlloc(op); })
      // Only bufferization's analysis needs the release. The memory of the
      // deallocation belongs to the runtime until the end of the call.
      .Case<comm::ReleaseOp, memref::DeallocOp>(
          [](Operation *) { return success(); })
      .Default([](Operation *op) {
        return op->emitOpError("is not known to the lowering to the runtime");
      });
}

/// Puts an event around the call that replaces `op`, which stands behind it.
void Lowering::addEvent(Operation *op) {
  EventCalls::Event event{DT_BARRIER_EVENT, -1, {}, ""};
  if (auto transfer = dyn_cast<comm::TransferOpInterface>(op)) {
    event.kind = DT_COLLECTIVE_EVENT;
    event.bytes = transfer.getBytesReceived(lookupMesh(transfer.getMeshName()));
    event.reason = transfer.getReason().value_or("").str();
  } else if (!isa<comm::BarrierOp>(op)) {
    return;
  }
  event.ops.push_back(
      {op->getName().stripDialect().str(), getSourcePosition(op->getLoc())});
  events.enclose(op->getPrevNode(), op->getPrevNode(), device, event);
}

std::string Lowering::describe(Operation *op, StringRef reason) {
  std::string text = op->getName().stripDialect().str();
  std::string where = describeLocation(op->getLoc());
  if (!where.empty())
    text += " (" + where + ")";
  if (!reason.empty())
    text += ", because " + reason.str();
  return text;
}

//===----------------------------------------------------------------------===//
// Coordinates, extents and offsets
//===----------------------------------------------------------------------===//

Value Lowering::getCoordinate(Location loc, unsigned dim) {
  Value coordinate =
      runtime.call(builder, loc, "dt_coordinate", builder.getI64Type(),
                   {device, getI64(loc, dim)});
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    coordinate);
}

void Lowering::lowerCoordinate(comm::CoordinateOp op) {
  unsigned dim = *lookupMesh(op.getMeshAttr()).lookup(op.getDim());
  op.replaceAllUsesWith(getCoordinate(op.getLoc(), dim));
}

/// Creates the arithmetic of dtensor::chunk, once per mesh dimension.
template <typename OpT> void Lowering::lowerShard(OpT op, bool wantsOffset) {
  Location loc = op.getLoc();
  Mesh mesh = lookupMesh(op.getMeshAttr());
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value extent = op.getExtent() ? op.getExtent() : index(op.getStaticExtent());
  Value start = index(0);
  for (auto name : op.getDims().template getAsRange<StringAttr>()) {
    unsigned dim = *mesh.lookup(name);
    int64_t count = mesh.getSize(dim);
    Value rounded =
        arith::AddIOp::create(builder, loc, extent, index(count - 1));
    Value size = arith::DivUIOp::create(builder, loc, rounded, index(count));
    Value offset =
        arith::MulIOp::create(builder, loc, size, getCoordinate(loc, dim));
    offset = arith::MinSIOp::create(builder, loc, offset, extent);
    Value rest = arith::SubIOp::create(builder, loc, extent, offset);
    extent = arith::MinSIOp::create(builder, loc, size, rest);
    start = arith::AddIOp::create(builder, loc, start, offset);
  }
  op.replaceAllUsesWith(wantsOffset ? start : extent);
}

/// Creates the arithmetic of AxisWindow::getHull.
void Lowering::lowerWindowExtent(comm::WindowExtentOp op) {
  Location loc = op.getLoc();
  Mesh mesh = lookupMesh(op.getLayout().getMesh());
  Layout layout = llvm::cantFail(op.getLayout().resolve(mesh));
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = index(0), result = index(1), isEmpty;
  for (const WindowTerm &term : op.getAxisWindow().terms) {
    SmallVector<StringRef> names;
    for (unsigned dim : layout.getAxis(term.loop))
      names.push_back(mesh.getName(dim));
    auto shard = comm::ShardExtentOp::create(
        builder, loc, op.getLayout().getMesh(), builder.getStrArrayAttr(names),
        builder.getIndexAttr(op.getLoops()[term.loop]));
    Value extent = shard.getResult();
    Value none = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       extent, zero);
    isEmpty =
        isEmpty ? arith::OrIOp::create(builder, loc, isEmpty, none).getResult()
                : none;
    Value last = arith::SubIOp::create(builder, loc, extent, index(1));
    Value reach = arith::MulIOp::create(builder, loc, last, index(term.stride));
    result = arith::AddIOp::create(builder, loc, result, reach);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(shard);
    lowerShard(shard, /*wantsOffset=*/false);
    shard.erase();
  }
  if (isEmpty)
    result = arith::SelectOp::create(builder, loc, isEmpty, zero, result);
  op.replaceAllUsesWith(result);
}

//===----------------------------------------------------------------------===//
// Collectives and barriers
//===----------------------------------------------------------------------===//

LogicalResult Lowering::lowerCollective(comm::CollectiveOpInterface op) {
  Location loc = op->getLoc();
  CommSite site = getSite(op, lookupMesh(op.getFrom().getMesh()));
  if (failed(site))
    return failure();
  Value extents;
  if (op.getGlobalExtents().empty()) {
    extents = runtime.getArray(builder, loc, "dt_extents", op.getGlobalShape());
  } else {
    SmallVector<Value> values;
    auto dynamic = op.getGlobalExtents().begin();
    for (int64_t extent : op.getGlobalShape())
      values.push_back(
          ShapedType::isDynamic(extent)
              ? *dynamic++
              : arith::ConstantIndexOp::create(builder, loc, extent));
    extents = runtime.getArray(builder, loc, func, values);
  }
  runtime.call(builder, loc, "dt_collective", Type(),
               {device, runtime.getArray(builder, loc, "dt_site", *site),
                runtime.getString(builder, loc,
                                  describe(op, op.getReason().value_or(""))),
                runtime.getDescriptor(builder, loc, func, op.getSource()),
                runtime.getDescriptor(builder, loc, func, op.getDest()),
                extents});
  return success();
}

/// Dynamic global extents are never sharded, so they are those of a component.
Value Lowering::getExtents(Location loc, ArrayRef<int64_t> shape,
                           Value component) {
  if (ShapedType::isStaticShape(shape))
    return runtime.getArray(builder, loc, "dt_extents", shape);
  SmallVector<Value> values;
  for (auto [axis, extent] : llvm::enumerate(shape))
    values.push_back(
        ShapedType::isDynamic(extent)
            ? memref::DimOp::create(builder, loc, component, axis).getResult()
            : arith::ConstantIndexOp::create(builder, loc, extent).getResult());
  return runtime.getArray(builder, loc, func, values);
}

LogicalResult Lowering::lowerReshape(comm::ReshapeOp op) {
  Location loc = op.getLoc();
  CommSite site = getSite(op, lookupMesh(op.getFrom().getMesh()));
  if (failed(site))
    return failure();
  runtime.call(builder, loc, "dt_reshape", Type(),
               {device, runtime.getArray(builder, loc, "dt_site", *site),
                runtime.getString(builder, loc,
                                  describe(op, op.getReason().value_or(""))),
                runtime.getDescriptor(builder, loc, func, op.getSource()),
                runtime.getDescriptor(builder, loc, func, op.getDest()),
                getExtents(loc, op.getGlobalShape(), op.getSource()),
                getExtents(loc, op.getResultShape(), op.getDest())});
  return success();
}

LogicalResult Lowering::lowerTake(comm::TakeOp op) {
  Location loc = op.getLoc();
  CommSite site = getSite(op, lookupMesh(op.getMeshName()));
  if (failed(site))
    return failure();
  runtime.call(builder, loc, "dt_take", Type(),
               {device, runtime.getArray(builder, loc, "dt_site", *site),
                runtime.getString(builder, loc,
                                  describe(op, op.getReason().value_or(""))),
                runtime.getDescriptor(builder, loc, func, op.getSource()),
                runtime.getDescriptor(builder, loc, func, op.getPositions()),
                runtime.getDescriptor(builder, loc, func, op.getDest()),
                getExtents(loc, op.getGlobalShape(), op.getSource())});
  return success();
}

LogicalResult Lowering::lowerFetch(comm::FetchOp op) {
  Location loc = op.getLoc();
  CommSite site = getSite(op, lookupMesh(op.getMeshName()));
  if (failed(site))
    return failure();
  Value numbers;
  if (op.getNumbers().empty()) {
    numbers =
        runtime.getArray(builder, loc, "dt_numbers", op.getStaticNumbers());
  } else {
    SmallVector<Value> values;
    for (OpFoldResult number : op.getMixedNumbers())
      values.push_back(getValueOrCreateConstantIndexOp(builder, loc, number));
    numbers = runtime.getArray(builder, loc, func, values);
  }
  SmallVector<Value> sources;
  for (Value source : op.getSources())
    sources.push_back(runtime.getDescriptor(builder, loc, func, source));
  runtime.call(builder, loc, "dt_fetch", Type(),
               {device, runtime.getArray(builder, loc, "dt_fetch_site", *site),
                runtime.getString(builder, loc,
                                  describe(op, op.getReason().value_or(""))),
                runtime.getPointers(builder, loc, func, sources),
                runtime.getDescriptor(builder, loc, func, op.getDest()),
                numbers});
  return success();
}

void Lowering::lowerBarrier(comm::BarrierOp op) {
  Location loc = op.getLoc();
  Mesh mesh = lookupMesh(op.getMeshAttr());
  DimList dims;
  for (auto name : op.getDims().getAsRange<StringAttr>())
    dims.push_back(*mesh.lookup(name));
  runtime.call(builder, loc, "dt_barrier", Type(),
               {device, getI64(loc, getMask(dims)),
                runtime.getString(builder, loc, describe(op))});
}

//===----------------------------------------------------------------------===//
// Memory and errors
//===----------------------------------------------------------------------===//

/// The address of memory of the device, or of the group that shares it.
Value Lowering::lowerMemory(memref::AllocOp op, Value bytes) {
  Location loc = op.getLoc();
  Type pointer = runtime.getPointerType();
  if (!op->hasAttr(kArenaAttr))
    return runtime.call(builder, loc, "dt_alloc", pointer, {device, bytes});
  auto names = op->getAttrOfType<ArrayAttr>(kSharedAttr);
  if (!names)
    return runtime.call(builder, loc, "dt_arena", pointer, {device, bytes});
  Mesh mesh = (*module.getOps<MeshOp>().begin()).getMesh();
  DimList dims;
  for (Attribute name : names)
    dims.push_back(*mesh.lookup(cast<StringAttr>(name).getValue()));
  return runtime.call(builder, loc, "dt_shared_arena", pointer,
                      {device, getI64(loc, getMask(dims)), bytes});
}

LogicalResult Lowering::lowerAlloc(memref::AllocOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  if (!type.getLayout().isIdentity())
    return op.emitOpError("required: a dense buffer; found ") << type;
  if (op->hasAttr(kSharedAttr) && !op->hasAttr(kArenaAttr))
    return op.emitOpError("required: a place in an arena for a buffer that "
                          "devices share; run -dtensor-plan-memory before");
  std::optional<int64_t> elementType =
      getRuntimeElementType(type.getElementType());
  if (!elementType)
    return op.emitOpError("the runtime has no buffers of element type ")
           << type.getElementType();
  Type element = type.getElementType();
  int64_t width = element.isIndex() ? 8
                  : isa<ComplexType>(element)
                      ? 2 *
                            cast<ComplexType>(element)
                                .getElementType()
                                .getIntOrFloatBitWidth() /
                            8
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  Value bytes = arith::ConstantIndexOp::create(builder, loc, width);
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t extent : type.getShape())
    bytes = arith::MulIOp::create(
        builder, loc, bytes,
        ShapedType::isDynamic(extent)
            ? *dynamic++
            : arith::ConstantIndexOp::create(builder, loc, extent));
  Value count =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), bytes);
  Value address = lowerMemory(op, count);
  auto raw = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  Value memory = runtime.getMemRef(builder, loc, raw, address, bytes);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  op.replaceAllUsesWith(memref::ViewOp::create(builder, loc, type, memory, zero,
                                               op.getDynamicSizes())
                            .getResult());
  return success();
}

void Lowering::lowerAssert(cf::AssertOp op) {
  Location loc = op.getLoc();
  Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value failed = arith::XOrIOp::create(builder, loc, op.getArg(), isTrue);
  auto branch = scf::IfOp::create(builder, loc, failed);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  runtime.call(builder, loc, "dt_fail", Type(),
               {device, runtime.getString(builder, loc, op.getMsg()),
                runtime.getString(builder, loc, describeLocation(loc))});
}
