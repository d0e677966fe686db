//===- DTensorOps.cpp - Operations of the global view ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace dtensor;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// MeshOp
//===----------------------------------------------------------------------===//

// <x=2, y=4>
static ParseResult parseMeshDimensions(OpAsmParser &parser, ArrayAttr &names,
                                       DenseI64ArrayAttr &sizes) {
  SmallVector<Attribute> parsedNames;
  SmallVector<int64_t> parsedSizes;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
            std::string name;
            if (parser.parseKeywordOrString(&name) || parser.parseEqual() ||
                parser.parseInteger(parsedSizes.emplace_back()))
              return failure();
            parsedNames.push_back(parser.getBuilder().getStringAttr(name));
            return success();
          }))
    return failure();
  names = parser.getBuilder().getArrayAttr(parsedNames);
  sizes = parser.getBuilder().getDenseI64ArrayAttr(parsedSizes);
  return success();
}

static void printMeshDimensions(OpAsmPrinter &printer, Operation *,
                                ArrayAttr names, DenseI64ArrayAttr sizes) {
  printer << "<";
  llvm::interleaveComma(
      llvm::zip(names.getAsRange<StringAttr>(), sizes.asArrayRef()), printer,
      [&](auto dimension) {
        auto [name, size] = dimension;
        printer.printKeywordOrString(name.getValue());
        printer << "=" << size;
      });
  printer << ">";
}

llvm::Expected<Mesh> MeshOp::createMesh() {
  if (getNames().size() != getSizes().size())
    return llvm::createStringError(
        "a mesh must have one size per dimension, found " +
        Twine(getNames().size()) + " names and " + Twine(getSizes().size()) +
        " sizes");
  SmallVector<MeshDimension> dimensions;
  for (auto [name, size] :
       llvm::zip_equal(getNames().getAsRange<StringAttr>(), getSizes()))
    dimensions.push_back({name.str(), size});
  return Mesh::create(dimensions);
}

Mesh MeshOp::getMesh() { return llvm::cantFail(createMesh()); }

/// A limit far above any real mesh. Some code is generated for each device of a
/// group, for example where the results of parts are joined, and must stay
/// finite.
static constexpr int64_t kMaxDevices = 1 << 20;

LogicalResult MeshOp::verify() {
  llvm::Expected<Mesh> mesh = createMesh();
  if (!mesh)
    return emitOpError(llvm::toString(mesh.takeError()));
  if (mesh->getNumDevices() > kMaxDevices)
    return emitOpError("required: at most ")
           << kMaxDevices << " devices, found " << mesh->getNumDevices();
  // Each mesh of a module is compared with the first one.
  auto first = *(*this)->getBlock()->getOps<MeshOp>().begin();
  if (first == *this)
    return success();
  llvm::Expected<Mesh> firstMesh = first.createMesh();
  if (!firstMesh)
    return emitOpError(llvm::toString(firstMesh.takeError()));
  if (mesh->getNumDevices() == firstMesh->getNumDevices())
    return success();
  InFlightDiagnostic error =
      emitOpError("all meshes of a module must have the same number of "
                  "devices, required ")
      << firstMesh->getNumDevices() << " as @" << first.getSymName()
      << " has, found " << mesh->getNumDevices();
  error.attachNote(first.getLoc()) << "the first mesh is here";
  return error;
}

//===----------------------------------------------------------------------===//
// RelayoutOp
//===----------------------------------------------------------------------===//

LogicalResult RelayoutOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyFree(*this, (*this)->getParentOfType<LocalMapOp>(),
                        getLayout(), &symbols)))
    return failure();
  if (failed(
          verifyLayout(*this, "the result", getLayout(), getType(), &symbols)))
    return failure();
  LayoutAttr from = dtensor::getLayout(getSource());
  if (from && from.getMesh() != getLayout().getMesh())
    return emitOpError("the layouts of operand and result must be on one mesh, "
                       "found ")
           << from.getMesh() << " and " << getLayout().getMesh();
  return success();
}

OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  if (dtensor::getLayout(getSource()) == getLayout())
    return getSource();
  // Of several relayouts in sequence only the last one counts.
  if (auto inner = getSource().getDefiningOp<RelayoutOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// ConstrainOp
//===----------------------------------------------------------------------===//

// forward
static ParseResult parseSpread(OpAsmParser &parser, SpreadAttr &attr) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Spread> spread = symbolizeSpread(word);
  if (!spread)
    return parser.emitError(loc)
           << "required: none, forward, backward or both; found '" << word
           << "'";
  attr = SpreadAttr::get(parser.getContext(), *spread);
  return success();
}

static void printSpread(OpAsmPrinter &printer, Operation *, SpreadAttr attr) {
  printer << stringifySpread(attr.getValue());
}

LogicalResult ConstrainOp::verify() {
  if (!getGroup())
    return success();
  auto constraint = dyn_cast<ConstraintAttr>(getConstraint());
  if (constraint && constraint.getReplicated().empty() &&
      llvm::all_of(constraint.getAxes(),
                   [](ArrayAttr a) { return a.empty(); }) &&
      llvm::all_of(constraint.getOpen(), [](bool open) { return open; }))
    return success();
  return emitOpError("in a group requires a constraint of open axes, such as "
                     "[any, any]; found ")
         << getConstraint();
}

LogicalResult ConstrainOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyFree(*this, (*this)->getParentOfType<LocalMapOp>(),
                        getConstraint(), &symbols)))
    return failure();
  return verifyLayout(*this, "the result", getConstraint(), getType(),
                      &symbols);
}

//===----------------------------------------------------------------------===//
// LocalMapOp
//===----------------------------------------------------------------------===//

/// Checks that values of `globalTypes` under `layouts` have components of
/// `localTypes`.
static LogicalResult verifyBoundary(LocalMapOp op, StringRef what,
                                    ArrayAttr layouts, TypeRange globalTypes,
                                    TypeRange localTypes,
                                    SymbolTableCollection &symbols) {
  if (layouts.size() != globalTypes.size() ||
      localTypes.size() != globalTypes.size())
    return op.emitOpError("requires one layout and one component per ")
           << what << ", found " << globalTypes.size() << " of these, "
           << layouts.size() << " layouts and " << localTypes.size()
           << " components";
  for (auto [index, attr, global, local] :
       llvm::enumerate(layouts, globalTypes, localTypes)) {
    std::string name = (what + Twine(" ") + Twine(index)).str();
    auto shaped = dyn_cast<RankedTensorType>(global);
    if (!shaped) {
      if (!isa<UnitAttr>(attr))
        return op.emitOpError()
               << name << " of type " << global
               << " must have unit for a layout, found " << attr;
      if (local != global)
        return op.emitOpError()
               << name << " is no tensor and must be " << global
               << " in the region too, found " << local;
      continue;
    }
    auto layout = dyn_cast<LayoutAttr>(attr);
    if (!layout)
      return op.emitOpError()
             << name << " must have a #dtensor.layout, found " << attr;
    if (failed(verifyLayout(op, name, layout, global, &symbols)))
      return failure();
    auto component = dyn_cast<RankedTensorType>(local);
    if (!component || component.getRank() != shaped.getRank() ||
        component.getElementType() != shaped.getElementType())
      return op.emitOpError() << "the component of " << name
                              << " must have the rank and element type of "
                              << global << ", found " << local;
    FailureOr<Mesh> mesh = verifyMesh(op, layout.getMesh(), &symbols);
    if (failed(mesh) ||
        failed(verifyComponent(op, "the component of " + name, component,
                               shaped.getShape(), *mesh,
                               llvm::cantFail(layout.resolve(*mesh)))))
      return failure();
  }
  return success();
}

/// The dimensions of `mesh` that `map` names. Names of no dimension are
/// skipped.
static DimList getOwnManualDims(LocalMapOp map, const Mesh &mesh) {
  DimList dims;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if (!map.getManual() ||
        llvm::is_contained(map.getManual()->getAsValueRange<StringAttr>(),
                           mesh.getName(dim)))
      dims.push_back(dim);
  return dims;
}

DimList LocalMapOp::getManualDims(const Mesh &mesh) {
  DimList dims = getOwnManualDims(*this, mesh);
  for (auto outer = (*this)->getParentOfType<LocalMapOp>(); outer;
       outer = outer->getParentOfType<LocalMapOp>())
    for (unsigned dim : getOwnManualDims(outer, mesh))
      if (!llvm::is_contained(dims, dim))
        dims.push_back(dim);
  llvm::sort(dims);
  return dims;
}

DimList LocalMapOp::getFreeDims(const Mesh &mesh) {
  DimList manual = getManualDims(mesh), free;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if (mesh.getSize(dim) > 1 && !llvm::is_contained(manual, dim))
      free.push_back(dim);
  return free;
}

/// Checks that layouts at the boundary name only dimensions that are manual
/// here, and in no local_map around.
static LogicalResult verifyManual(LocalMapOp op,
                                  SymbolTableCollection &symbols) {
  if (!op.getManual())
    return success();
  auto outer = op->getParentOfType<LocalMapOp>();
  for (ArrayAttr layouts : {op.getInLayouts(), op.getOutLayouts()})
    for (auto layout : layouts.getAsRange<Attribute>()) {
      auto attr = dyn_cast<LayoutAttr>(layout);
      if (!attr)
        continue;
      FailureOr<Mesh> mesh = verifyMesh(op, attr.getMesh(), &symbols);
      if (failed(mesh))
        return failure();
      for (StringAttr name : op.getManual()->getAsRange<StringAttr>())
        if (!mesh->lookup(name))
          return op.emitOpError("requires manual dimensions of the mesh ")
                 << mesh->str() << ", found " << name;
      Layout resolved = llvm::cantFail(attr.resolve(*mesh));
      DimList own = getOwnManualDims(op, *mesh);
      DimList around = outer ? outer.getManualDims(*mesh) : DimList();
      for (unsigned dim = 0; dim < mesh->getNumDimensions(); ++dim)
        if ((resolved.getShardedAxis(dim) || resolved.getPartial(dim)) &&
            (!llvm::is_contained(own, dim) || llvm::is_contained(around, dim)))
          return op.emitOpError("requires layouts of dimensions that are "
                                "manual here and not around it, found ")
                 << mesh->getName(dim) << " in " << attr;
    }
  return success();
}

LogicalResult LocalMapOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyBoundary(*this, "operand", getInLayouts(),
                            getInputs().getTypes(),
                            getBody().getArgumentTypes(), symbols)))
    return failure();
  Operation *yield = getBody().front().getTerminator();
  if (failed(verifyBoundary(*this, "result", getOutLayouts(),
                            getOutputs().getTypes(), yield->getOperandTypes(),
                            symbols)))
    return failure();
  return verifyManual(*this, symbols);
}

#define GET_OP_CLASSES
#include "dtensor/Dialect/DTensor/IR/DTensorOps.cpp.inc"
