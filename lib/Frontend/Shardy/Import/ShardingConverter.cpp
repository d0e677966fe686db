//===- ShardingConverter.cpp - Shardings as layouts of one mesh -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingConverter.h"
#include "ManualComputations.h"
#include "ProcessGroups.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::sdy;

/// Whether the mesh has no axes or devices, so that it stands for any mesh.
static bool isPlaceholder(MeshAttr mesh) {
  return mesh.getNames().empty() && mesh.getDeviceIds().empty();
}

/// Whether the mesh is one device of several.
static bool isMaximal(MeshAttr mesh) {
  return mesh.getNames().empty() && !mesh.getDeviceIds().empty();
}

static unsigned getAxisIndex(MeshAttr mesh, StringAttr name) {
  return llvm::find(mesh.getNames(), name) - mesh.getNames().begin();
}

/// Splits the axes of `grid`, which is `mesh`, where parts of axes begin and
/// end.
static void addCuts(DeviceGrid &grid, MeshAttr mesh,
                    TensorShardingAttr sharding) {
  auto addAxes = [&](ArrayRef<AxisRefAttr> axes) {
    for (AxisRefAttr axis : axes) {
      if (axis.isWhole())
        continue;
      auto &cuts = grid.cuts[getAxisIndex(mesh, axis.getName())];
      for (int64_t cut :
           {axis.getPreSize(), axis.getPreSize() * axis.getSize()})
        if (!llvm::is_contained(cuts, cut))
          cuts.push_back(cut);
    }
  };
  for (DimensionShardingAttr dimension : sharding.getDimensions())
    addAxes(dimension.getAxes());
  addAxes(sharding.getReplicated());
  addAxes(sharding.getUnreduced());
}

static bool hasManualComputation(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto call = dyn_cast<stablehlo::CustomCallOp>(op);
        return isa<ManualComputationOp>(op) ||
                       (call && call.getCallTargetName() == kFullToShardTarget)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds a grid in the order 0, 1, 2, ..., so that the order of the others is
/// kept, unless no mesh has both. Manual computations refer to devices by their
/// numbers.
static void keepNumbers(SmallVectorImpl<DeviceGrid> &grids) {
  int64_t count = 1;
  for (const MeshDimension &axis : grids.front().axes)
    count *= axis.size;
  DeviceGrid plain;
  plain.axes = {{"device", count}};
  grids.push_back(plain);
  llvm::Expected<CommonMesh> both = findCommonMesh(grids);
  if (both)
    return;
  llvm::consumeError(both.takeError());
  grids.pop_back();
}

FailureOr<ShardingConverter> ShardingConverter::create(ModuleOp module) {
  ShardingConverter converter;
  SmallVector<DeviceGrid> grids;
  auto addMesh = [&](MeshAttr mesh) -> DeviceGrid * {
    if (isPlaceholder(mesh) || isMaximal(mesh))
      return nullptr;
    auto [place, isNew] = converter.grids.try_emplace(mesh, grids.size());
    if (isNew) {
      DeviceGrid &grid = grids.emplace_back();
      for (auto [name, size] : llvm::zip(mesh.getNames(), mesh.getSizes()))
        grid.axes.push_back({name.str(), size});
      grid.devices.assign(mesh.getDeviceIds().begin(),
                          mesh.getDeviceIds().end());
      grid.cuts.resize(grid.axes.size());
    }
    return &grids[place->second];
  };

  llvm::SetVector<TensorShardingAttr> shardings;
  AttrTypeWalker walker;
  walker.addWalk(
      [&](TensorShardingAttr sharding) { shardings.insert(sharding); });
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (DictionaryAttr annotations = getAnnotations(op); !annotations.empty())
      walker.walk(annotations);
  });
  for (TensorShardingAttr sharding : shardings) {
    MeshAttr mesh = sdy::getMesh(sharding, module);
    if (!mesh)
      return module.emitError("requires a mesh, found none named ")
             << sharding.getMesh();
    converter.symbols[sharding.getMesh()] = mesh;
    if (DeviceGrid *grid = addMesh(mesh))
      addCuts(*grid, mesh, sharding);
  }
  if (failed(converter.hlo.read(module, grids)))
    return failure();
  // A mesh that nothing refers to still determines the number of devices.
  if (grids.empty())
    for (auto mesh : module.getOps<sdy::MeshOp>())
      addMesh(mesh.getMesh());
  if (grids.empty())
    return converter;
  if (hasManualComputation(module))
    keepNumbers(grids);
  llvm::Expected<CommonMesh> common = findCommonMesh(grids);
  if (!common)
    return module.emitError("meshes of the program: ")
           << llvm::toString(common.takeError());
  converter.common = std::move(*common);
  converter.takeApart(module, grids);
  return converter;
}

void ShardingConverter::takeApart(ModuleOp module,
                                  SmallVectorImpl<DeviceGrid> &grids) {
  // Otherwise the numbers in groups are not those of the mesh.
  if (common.renumbered)
    return;
  module.walk([&](Operation *op) {
    if (!isa<stablehlo::AllGatherOp, stablehlo::AllReduceOp,
             stablehlo::AllToAllOp, stablehlo::ReduceScatterOp>(op))
      return;
    DeviceGroups groups =
        readGroups(op->getAttrOfType<ElementsAttr>("replica_groups"));
    auto isDevice = [&](int64_t id) {
      return id < common.mesh.getNumDevices();
    };
    if (groups.empty() || findGroupDims(common.mesh, groups) ||
        !llvm::all_of(groups, [&](const auto &group) {
          return llvm::all_of(group, isDevice);
        }))
      return;
    std::optional<DeviceGrid> grid = makeGroupGrid(groups);
    if (!grid)
      return;
    grids.push_back(std::move(*grid));
    llvm::Expected<CommonMesh> finer = findCommonMesh(grids);
    if (finer && !finer->renumbered && findGroupDims(finer->mesh, groups)) {
      common = std::move(*finer);
      return;
    }
    if (!finer)
      llvm::consumeError(finer.takeError());
    grids.pop_back();
  });
}

MeshAttr ShardingConverter::getGrid(Operation *op,
                                    TensorShardingAttr sharding) const {
  MeshAttr known = symbols.lookup(sharding.getMesh());
  return known ? known : sdy::getMesh(sharding, op);
}

DimList ShardingConverter::getDims(MeshAttr mesh,
                                   ArrayRef<AxisRefAttr> axes) const {
  DimList dims;
  ArrayRef<CommonMesh::Axis> grid = common.grids[grids.lookup(mesh)];
  for (AxisRefAttr axis : axes)
    for (CommonMesh::Part part : grid[getAxisIndex(mesh, axis.getName())])
      if (axis.isWhole() || (part.preSize >= axis.getPreSize() &&
                             part.preSize < axis.getPreSize() * axis.getSize()))
        dims.push_back(part.dim);
  return dims;
}

static Combiner getCombiner(ReductionOp op) {
  switch (op) {
  case ReductionOp::SUM:
    return Combiner::Add;
  case ReductionOp::MAX:
    return Combiner::Maximum;
  case ReductionOp::MIN:
    return Combiner::Minimum;
  }
  llvm_unreachable("all kinds are handled");
}

FailureOr<Attribute> ShardingConverter::convert(Operation *op,
                                                TensorShardingAttr sharding,
                                                RankedTensorType type) const {
  MeshAttr grid = getGrid(op, sharding);
  if (isPlaceholder(grid))
    return Attribute();
  if (isMaximal(grid))
    return convertSingleDevice(op, grid.getDeviceIds().front(), type, common,
                               meshName);

  SmallVector<DimList> axes;
  SmallVector<bool> open;
  SmallVector<int64_t> priorities;
  for (DimensionShardingAttr dimension : sharding.getDimensions()) {
    axes.push_back(getDims(grid, dimension.getAxes()));
    open.push_back(!dimension.getClosed());
    priorities.push_back(dimension.getPriority());
  }
  DimList replicated = getDims(grid, sharding.getReplicated());
  DimList unreduced = getDims(grid, sharding.getUnreduced());
  // The layout of an unreduced value is complete: the compiler may choose
  // whether to shard its open axes further, and chooses not to.
  bool saysAll =
      !unreduced.empty() ||
      (!llvm::is_contained(open, true) &&
       llvm::all_of(priorities, [](int64_t priority) { return !priority; }));
  if (saysAll) {
    SmallVector<PartialDim> partial;
    for (unsigned dim : unreduced)
      partial.push_back({dim, getCombiner(sharding.getReductionOp())});
    return Attribute(
        LayoutAttr::get(meshName, common.mesh, Layout(axes, partial)));
  }
  auto getName = [&](unsigned dim) {
    return StringAttr::get(op->getContext(), common.mesh.getName(dim));
  };
  SmallVector<ArrayAttr> names;
  for (const DimList &axis : axes)
    names.push_back(ArrayAttr::get(
        op->getContext(),
        llvm::map_to_vector(
            axis, [&](unsigned dim) -> Attribute { return getName(dim); })));
  return Attribute(ConstraintAttr::get(op->getContext(), meshName, names, open,
                                       llvm::map_to_vector(replicated, getName),
                                       priorities));
}

FailureOr<ShardingConverter::ManualSharding>
ShardingConverter::convertManual(Operation *op, TensorShardingAttr sharding,
                                 ManualAxesAttr manual) const {
  MeshAttr grid = getGrid(op, sharding);
  if (isPlaceholder(grid) || isMaximal(grid))
    return op->emitError("requires a mesh of axes, found ") << grid;
  auto isManual = [&](AxisRefAttr axis) {
    return llvm::is_contained(manual.getAxes(), axis.getName());
  };
  auto getNames = [&](ArrayRef<AxisRefAttr> axes) {
    return llvm::map_to_vector(getDims(grid, axes), [&](unsigned dim) {
      return StringAttr::get(op->getContext(), common.mesh.getName(dim));
    });
  };
  SmallVector<DimList> axes;
  SmallVector<ArrayAttr> free;
  SmallVector<bool> open;
  SmallVector<int64_t> priorities;
  for (DimensionShardingAttr dimension : sharding.getDimensions()) {
    ArrayRef<AxisRefAttr> all = dimension.getAxes();
    ArrayRef<AxisRefAttr> first = all.take_while(isManual);
    ArrayRef<AxisRefAttr> rest = all.drop_front(first.size());
    if (auto late = llvm::find_if(rest, isManual); late != rest.end())
      return op->emitError("manual axis ")
             << late->getName()
             << " has to come before those that are left to the compiler, "
                "found "
             << sharding;
    axes.push_back(getDims(grid, first));
    SmallVector<StringAttr> names = getNames(rest);
    free.push_back(ArrayAttr::get(
        op->getContext(), SmallVector<Attribute>(names.begin(), names.end())));
    open.push_back(!dimension.getClosed());
    priorities.push_back(dimension.getPriority());
  }
  SmallVector<PartialDim> partial;
  if (!llvm::all_of(sharding.getUnreduced(), isManual))
    return op->emitError("components of a manual computation cannot be "
                         "unreduced, found ")
           << sharding;
  for (unsigned dim : getDims(grid, sharding.getUnreduced()))
    partial.push_back({dim, getCombiner(sharding.getReductionOp())});
  ManualSharding result{
      LayoutAttr::get(meshName, common.mesh, Layout(axes, partial)), {}};
  SmallVector<AxisRefAttr> replicated = llvm::to_vector(
      llvm::make_filter_range(sharding.getReplicated(), [&](AxisRefAttr axis) {
        return !isManual(axis);
      }));
  if (llvm::is_contained(open, false) || !replicated.empty() ||
      llvm::any_of(free, [](ArrayAttr names) { return !names.empty(); }))
    result.inside = ConstraintAttr::get(op->getContext(), meshName, free, open,
                                        getNames(replicated), priorities);
  return result;
}

DimList ShardingConverter::getManualDims(ManualComputationOp op) const {
  SmallVector<TensorShardingAttr> all(op.getInShardings().getShardings());
  llvm::append_range(all, op.getOutShardings().getShardings());
  DimList dims;
  // Without a value there is nothing to lay out.
  if (all.empty())
    return llvm::to_vector<4>(
        llvm::seq<unsigned>(0, common.mesh.getNumDimensions()));
  MeshAttr grid = getGrid(op, all.front());
  for (StringAttr name : op.getManualAxes().getAxes())
    if (unsigned index = getAxisIndex(grid, name);
        index < grid.getNames().size())
      for (CommonMesh::Part part : common.grids[grids.lookup(grid)][index])
        dims.push_back(part.dim);
  llvm::sort(dims);
  return dims;
}
