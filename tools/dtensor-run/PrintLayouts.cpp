//===- PrintLayouts.cpp - Every value and its layout ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintLayouts.h"

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Host/DrawLayout.h"
#include "dtensor/Host/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace dtensor {

static std::string formatType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static std::string formatLocalShape(const Mesh &mesh, const Layout &layout,
                                    RankedTensorType type) {
  SmallVector<std::string> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(extent)) {
      extents.push_back("?");
      continue;
    }
    int64_t first = layout.getOwnedSlice(mesh, axis, extent, 0).extent;
    int64_t last =
        layout.getOwnedSlice(mesh, axis, extent, mesh.getNumDevices() - 1)
            .extent;
    extents.push_back(std::to_string(first) +
                      (first == last ? "" : ".." + std::to_string(last)));
  }
  return "[" + llvm::join(extents, ", ") + "]";
}

static TextTable::Row makeRow(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  std::string name = getSourceName(value);
  if (name.empty())
    name = "(unnamed)";
  LayoutAttr attribute = getLayout(value);
  MeshOp meshOp = attribute
                      ? lookupMeshOrNull(value.getParentRegion()->getParentOp(),
                                         attribute.getMesh())
                      : MeshOp();
  if (!meshOp) {
    return {name, formatType(type), "-", "-"};
  }
  Mesh mesh = meshOp.getMesh();
  // The verifier has checked the layout.
  Layout layout = llvm::cantFail(attribute.resolve(mesh));
  std::string text = layout.str(mesh);
  return {name, formatType(type), text.empty() ? "(scalar)" : text,
          formatLocalShape(mesh, layout, type)};
}

void printLayouts(func::FuncOp function, llvm::raw_ostream &os) {
  TextTable table({"value", "type", "layout", "local shape"});
  llvm::StringSet<> seen;
  auto add = [&](Value value) {
    if (!isa<RankedTensorType>(value.getType()))
      return;
    TextTable::Row row = makeRow(value);
    // Copies of a factory, and the steps of a decomposed op, have the name of
    // their origin.
    if (seen.insert(llvm::join(row, "\n")).second)
      table.add(std::move(row));
  };
  for (BlockArgument argument : function.getArguments())
    add(argument);
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      add(result);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        add(argument);
  });
  table.print(os);
  os.flush();
}

llvm::Error showLayoutOf(func::FuncOp function, StringRef name,
                         llvm::raw_ostream &os) {
  Value value = findBySourceName(function, name);
  if (!value)
    return llvm::createStringError("there is no value '" + name + "' in '" +
                                   function.getName() + "'");
  auto type = dyn_cast<RankedTensorType>(value.getType());
  LayoutAttr attribute = getLayout(value);
  MeshOp meshOp =
      attribute ? lookupMeshOrNull(function, attribute.getMesh()) : MeshOp();
  if (!type || !type.hasStaticShape() || !meshOp)
    return llvm::createStringError("required a layout and static extents of '" +
                                   name + "', found " +
                                   formatType(value.getType()));
  Mesh mesh = meshOp.getMesh();
  Layout layout = llvm::cantFail(attribute.resolve(mesh));
  os << getSourceName(value) << ": " << type << ", " << layout.str(mesh)
     << " on " << mesh.str() << "\n";
  drawLayout(mesh, layout, type.getShape(), os);
  os.flush();
  return llvm::Error::success();
}

} // namespace dtensor
