//===- VerifyLayout.cpp - Checks that both views share --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace dtensor;
using llvm::Twine;

FailureOr<Mesh> dtensor::verifyMesh(Operation *op, FlatSymbolRefAttr name,
                                    SymbolTableCollection *symbols) {
  MeshOp meshOp = symbols
                      ? symbols->lookupNearestSymbolFrom<MeshOp>(op, name)
                      : SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, name);
  if (!meshOp)
    return op->emitOpError("requires a dtensor.mesh named ")
           << name << ", found none in its module";
  llvm::Expected<Mesh> mesh = meshOp.createMesh();
  if (!mesh)
    return op->emitOpError("requires mesh ")
           << name << " to be valid: " << llvm::toString(mesh.takeError());
  return std::move(*mesh);
}

LogicalResult dtensor::verifyDimensions(Operation *op,
                                        FlatSymbolRefAttr meshName,
                                        ArrayAttr dims,
                                        SymbolTableCollection *symbols) {
  FailureOr<Mesh> mesh = verifyMesh(op, meshName, symbols);
  if (failed(mesh))
    return failure();
  llvm::SmallPtrSet<Attribute, 4> seen;
  for (auto dim : dims.getAsRange<StringAttr>()) {
    if (!mesh->lookup(dim.getValue()))
      return op->emitOpError("mesh dimension '")
             << dim.getValue() << "' must be one of " << meshName << " <"
             << mesh->str() << ">";
    if (!seen.insert(dim).second)
      return op->emitOpError("mesh dimension '")
             << dim.getValue() << "' must be listed once, found it twice";
  }
  return success();
}

LogicalResult dtensor::verifyFree(Operation *op, LocalMapOp map, Attribute said,
                                  SymbolTableCollection *symbols) {
  if (!map)
    return success();
  FlatSymbolRefAttr name;
  SmallVector<StringRef> dims;
  auto addAxes = [&](ArrayRef<ArrayAttr> axes) {
    for (ArrayAttr axis : axes)
      llvm::append_range(dims, axis.getAsValueRange<StringAttr>());
  };
  if (auto layout = dyn_cast<LayoutAttr>(said)) {
    name = layout.getMesh();
    addAxes(layout.getAxes());
    for (StringAttr dim : layout.getPartialDims())
      dims.push_back(dim);
  } else if (auto constraint = dyn_cast<ConstraintAttr>(said)) {
    name = constraint.getMesh();
    addAxes(constraint.getAxes());
  }
  FailureOr<Mesh> mesh =
      name ? verifyMesh(op, name, symbols) : FailureOr<Mesh>(failure());
  if (failed(mesh))
    return failure();
  for (unsigned dim : map.getManualDims(*mesh))
    if (llvm::is_contained(dims, mesh->getName(dim)))
      return op->emitOpError("requires dimensions that are not manual in the "
                             "dtensor.local_map around it, found ")
             << mesh->getName(dim);
  return success();
}

LogicalResult dtensor::verifyLayout(Operation *op, const Twine &what,
                                    Attribute attr, Type type,
                                    SymbolTableCollection *symbols) {
  auto layout = dyn_cast<LayoutAttr>(attr);
  auto constraint = dyn_cast<ConstraintAttr>(attr);
  if (!layout && !constraint)
    return op->emitOpError("the layout of ")
           << what
           << " must be a #dtensor.layout or a #dtensor.constraint, found "
           << attr;
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return op->emitOpError("the layout of ")
           << what << " requires a ranked tensor, found " << type;
  int64_t rank = layout ? layout.getRank() : constraint.getRank();
  if (rank != shaped.getRank())
    return op->emitOpError("the layout of ")
           << what << " must have " << shaped.getRank() << " axes as " << type
           << " has, found " << rank << " in " << attr;
  FailureOr<Mesh> mesh =
      verifyMesh(op, layout ? layout.getMesh() : constraint.getMesh(), symbols);
  if (failed(mesh))
    return failure();
  llvm::Error error =
      layout ? layout.resolve(*mesh).takeError() : constraint.verifyOn(*mesh);
  if (error)
    return op->emitOpError("the layout of ")
           << what << ": " << llvm::toString(std::move(error));
  // The average of integers would have to be rounded, so addends do not
  // represent it.
  Type element = shaped.getElementType();
  if (layout && element.isIntOrIndex() &&
      llvm::is_contained(layout.getPartialCombiners(),
                         static_cast<int32_t>(Combiner::Avg)))
    return op->emitOpError("the layout of ")
           << what << " must not be partial(avg), since its elements are "
           << element << "; take partial(sum)";
  // Nor do addends of so few bits represent a sum.
  if (layout && isa<FloatType>(element) &&
      element.getIntOrFloatBitWidth() <= 8 &&
      llvm::any_of(layout.getPartialCombiners(), [](int32_t combiner) {
        return combiner != static_cast<int32_t>(Combiner::Or);
      }))
    return op->emitOpError("the layout of ")
           << what << " must not be partial("
           << stringify(static_cast<Combiner>(layout.getPartialCombiners()[0]))
           << "), since its elements are " << element
           << "; take a tensor of f32";
  return success();
}

LogicalResult dtensor::verifyComponent(Operation *op, const Twine &what,
                                       ShapedType local,
                                       ArrayRef<int64_t> globalShape,
                                       const Mesh &mesh, const Layout &layout) {
  for (auto [index, extent] : llvm::enumerate(globalShape)) {
    unsigned axis = index;
    if (local.isDynamicDim(axis))
      continue;
    auto report = [&]() -> InFlightDiagnostic {
      InFlightDiagnostic error = op->emitOpError("axis ");
      error << axis << " of " << what << " of type " << local << " under ["
            << layout.str(mesh) << "] on <" << mesh.str() << "> ";
      return error;
    };
    if (ShapedType::isDynamic(extent)) {
      // If every device has the whole axis, folding of casts may make its
      // extent static.
      if (mesh.getGroupSize(layout.getAxis(axis)) == 1)
        continue;
      return report() << "must be dynamic as it is in the global view, found "
                      << local.getDimSize(axis);
    }
    if (!layout.isEven(mesh, axis, extent))
      return report() << "must be dynamic, since its global extent " << extent
                      << " is not even; found " << local.getDimSize(axis);
    int64_t required = layout.getMaxLocalExtent(mesh, axis, extent);
    if (local.getDimSize(axis) != required)
      return report() << "must be " << required
                      << ", since its global extent is " << extent << "; found "
                      << local.getDimSize(axis);
  }
  return success();
}
