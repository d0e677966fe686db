//===- DTensorOps.cpp - Operations of the global view ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace dtensor;

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

static llvm::Expected<Mesh> createMesh(MeshOp op) {
  SmallVector<MeshDimension> dimensions;
  for (auto [name, size] :
       llvm::zip_equal(op.getNames().getAsRange<StringAttr>(), op.getSizes()))
    dimensions.push_back({name.str(), size});
  return Mesh::create(dimensions);
}

Mesh MeshOp::getMesh() { return llvm::cantFail(createMesh(*this)); }

LogicalResult MeshOp::verify() {
  if (getNames().size() != getSizes().size())
    return emitOpError("requires one size per dimension, found ")
           << getNames().size() << " names and " << getSizes().size()
           << " sizes";
  llvm::Expected<Mesh> mesh = createMesh(*this);
  if (!mesh)
    return emitOpError(llvm::toString(mesh.takeError()));
  return success();
}

//===----------------------------------------------------------------------===//
// RelayoutOp
//===----------------------------------------------------------------------===//

LogicalResult RelayoutOp::verify() { return success(); }

OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  if (dtensor::getLayout(getSource()) == getLayout())
    return getSource();
  // Only the last of several layouts counts.
  if (auto inner = getSource().getDefiningOp<RelayoutOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// ConstrainOp
//===----------------------------------------------------------------------===//

LogicalResult ConstrainOp::verify() {
  if (!isa<LayoutAttr, ConstraintAttr>(getConstraint()))
    return emitOpError("requires a #dtensor.layout or a #dtensor.constraint, "
                       "found ")
           << getConstraint();
  return success();
}

//===----------------------------------------------------------------------===//
// LocalMapOp
//===----------------------------------------------------------------------===//

LogicalResult LocalMapOp::verify() { return success(); }

#define GET_OP_CLASSES
#include "dtensor/Dialect/DTensor/IR/DTensorOps.cpp.inc"
