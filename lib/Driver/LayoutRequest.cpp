//===- LayoutRequest.cpp - Layouts given beside a program -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

namespace dtensor {

Error LayoutRequest::add(StringRef text) {
  auto [target, layout] = text.split('=');
  StringRef number = target.trim();
  bool isArgument = number.consume_front("arg");
  unsigned position;
  if ((!isArgument && !number.consume_front("result")) ||
      number.getAsInteger(10, position) || !text.contains('='))
    return createStringError("a layout must be given as 'arg0=x,unsharded' or "
                             "'result0=...', found '" +
                             text + "'");
  (isArgument ? arguments : results)[position] = layout.str();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// The keys of the object that is the value of `mesh` in the outermost object,
/// in the order of the text. llvm::json does not keep this order. `text` must
/// be valid.
static SmallVector<std::string> getMeshKeysInOrder(StringRef text) {
  SmallVector<std::string> keys;
  unsigned depth = 0;
  std::string lastString;
  bool inMesh = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      size_t end = i + 1;
      while (text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
      Expected<llvm::json::Value> token =
          llvm::json::parse(text.slice(i, end + 1));
      lastString = token ? token->getAsString()->str() : std::string();
      llvm::consumeError(token.takeError());
      i = end;
    } else if (c == '{' || c == '[') {
      inMesh |= depth == 1 && lastString == "mesh";
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
      inMesh &= depth > 1;
    } else if (c == ':' && inMesh && depth == 2) {
      keys.push_back(lastString);
    } else if (c == ',' && depth == 1) {
      lastString.clear();
    }
  }
  return keys;
}

static Error invalid(const Twine &what) {
  return createStringError("layouts file: " + what);
}

static Expected<Mesh> parseMesh(const llvm::json::Value &value,
                                StringRef text) {
  SmallVector<MeshDimension> dimensions;
  if (const llvm::json::Object *object = value.getAsObject()) {
    for (const std::string &name : getMeshKeysInOrder(text)) {
      std::optional<int64_t> size = object->getInteger(name);
      if (!size)
        return invalid("required an integer size of mesh dimension '" + name +
                       "'");
      dimensions.push_back({name, *size});
    }
    return Mesh::create(dimensions);
  }
  const llvm::json::Array *array = value.getAsArray();
  if (!array)
    return invalid("'mesh' must be like {\"x\": 2} or [[\"x\", 2]]");
  for (const llvm::json::Value &item : *array) {
    const llvm::json::Array *pair = item.getAsArray();
    if (!pair || pair->size() != 2 || !(*pair)[0].getAsString() ||
        !(*pair)[1].getAsInteger())
      return invalid("'mesh' must be like {\"x\": 2} or [[\"x\", 2]]");
    dimensions.push_back(
        {(*pair)[0].getAsString()->str(), *(*pair)[1].getAsInteger()});
  }
  return Mesh::create(dimensions);
}

/// One layout, `[["x"], [], ["y", "z"]]`, in the notation of `Layout::parse`.
static std::optional<std::string> parseAxes(const llvm::json::Value &value) {
  const llvm::json::Array *axes = value.getAsArray();
  if (!axes)
    return std::nullopt;
  SmallVector<std::string> specs;
  for (const llvm::json::Value &axis : *axes) {
    const llvm::json::Array *dims = axis.getAsArray();
    if (!dims)
      return std::nullopt;
    SmallVector<std::string> names;
    for (const llvm::json::Value &dim : *dims) {
      if (!dim.getAsString())
        return std::nullopt;
      names.push_back(dim.getAsString()->str());
    }
    specs.push_back(names.empty() ? "unsharded" : llvm::join(names, "+"));
  }
  return llvm::join(specs, ",");
}

/// Reads a list of layouts. A `null` in place of one or of the list means that
/// none is requested.
static Error parseLayouts(StringRef key, const llvm::json::Value &value,
                          std::map<unsigned, std::string> &layouts) {
  if (value.kind() == llvm::json::Value::Null)
    return Error::success();
  const llvm::json::Array *list = value.getAsArray();
  if (!list)
    return invalid("'" + key + "' must be a list or null");
  for (auto [position, item] : llvm::enumerate(*list)) {
    if (item.kind() == llvm::json::Value::Null)
      continue;
    std::optional<std::string> layout = parseAxes(item);
    if (!layout)
      return invalid("entry " + Twine(position) + " of '" + key +
                     "' must be like [[\"x\"], []] or null");
    layouts[position] = *layout;
  }
  return Error::success();
}

Error LayoutRequest::addJSON(StringRef text) {
  Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return invalid(llvm::toString(root.takeError()));
  const llvm::json::Object *object = root->getAsObject();
  if (!object)
    return invalid("required an object");
  for (const auto &[key, value] : *object) {
    StringRef name = key;
    if (name == "mesh") {
      Expected<Mesh> parsed = parseMesh(value, text);
      if (!parsed)
        return parsed.takeError();
      mesh = std::move(*parsed);
    } else if (name == "args" || name == "results") {
      if (Error error =
              parseLayouts(name, value, name == "args" ? arguments : results))
        return error;
    } else if (name == "memory_per_device") {
      memoryPerDevice = value.getAsInteger();
      if (!memoryPerDevice || *memoryPerDevice <= 0)
        return invalid("'memory_per_device' must be a positive integer");
    } else if (name != "what" && name != "note" && name != "constraints") {
      return invalid("unknown key '" + name +
                     "'; known are mesh, args, results, memory_per_device, "
                     "what, note, constraints");
    }
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Writing into the IR
//===----------------------------------------------------------------------===//

/// The mesh that layouts of the request refer to, which is made or changed as
/// requested; null if there is none.
static Expected<MeshOp> getOrCreateMesh(const LayoutRequest &request,
                                        ModuleOp module) {
  auto meshes = llvm::to_vector(module.getOps<MeshOp>());
  if (meshes.size() > 1 &&
      (request.mesh || !request.arguments.empty() || !request.results.empty()))
    return createStringError(
        "the program has " + Twine(meshes.size()) +
        " meshes: its layouts can only be given in its text");
  MeshOp mesh = meshes.empty() ? MeshOp() : meshes.front();
  if (!request.mesh)
    return mesh;

  Builder builder(module.getContext());
  SmallVector<StringRef> names;
  SmallVector<int64_t> sizes;
  for (const MeshDimension &dimension : request.mesh->getDimensions()) {
    names.push_back(dimension.name);
    sizes.push_back(dimension.size);
  }
  if (mesh) {
    mesh.setNamesAttr(builder.getStrArrayAttr(names));
    mesh.setSizes(sizes);
    return mesh;
  }
  module.getContext()->loadDialect<DTensorDialect>();
  OpBuilder nowhere(module.getContext());
  mesh = MeshOp::create(nowhere, module.getLoc(), "mesh",
                        builder.getStrArrayAttr(names), sizes);
  // This renames the mesh if the program has a symbol of that name.
  SymbolTable(module).insert(mesh, module.getBody()->begin());
  return mesh;
}

static Error checkPositions(const std::map<unsigned, std::string> &layouts,
                            StringRef prefix, StringRef what, size_t count) {
  if (layouts.empty() || layouts.rbegin()->first < count)
    return Error::success();
  return createStringError("there is no " + prefix +
                           Twine(layouts.rbegin()->first) +
                           ": the function has " + Twine(count) + " " + what);
}

static Expected<LayoutAttr> parseLayout(const Twine &name, Type type,
                                        StringRef text, MeshOp meshOp) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    std::string found;
    llvm::raw_string_ostream(found) << type;
    return createStringError("layout of " + name +
                             ": required a tensor, found " + found);
  }
  Mesh mesh = meshOp.getMesh();
  Expected<Layout> layout = Layout::parse(mesh, text);
  if (!layout)
    return createStringError("layout of " + name + ": " +
                             llvm::toString(layout.takeError()));
  if (static_cast<int64_t>(layout->getRank()) != tensor.getRank())
    return createStringError("layout of " + name + ": required " +
                             Twine(tensor.getRank()) + " axes, found " +
                             Twine(layout->getRank()) + " in '" + text + "'");
  return LayoutAttr::get(FlatSymbolRefAttr::get(meshOp.getSymNameAttr()), mesh,
                         *layout);
}

Error applyLayoutRequest(const LayoutRequest &request, func::FuncOp entry) {
  Expected<MeshOp> mesh =
      getOrCreateMesh(request, entry->getParentOfType<ModuleOp>());
  if (!mesh)
    return mesh.takeError();
  if (!*mesh && !(request.arguments.empty() && request.results.empty()))
    return createStringError("layouts need a mesh, and the program has none");

  if (Error error = checkPositions(request.arguments, "arg", "arguments",
                                   entry.getNumArguments()))
    return error;
  if (Error error = checkPositions(request.results, "result", "results",
                                   entry.getNumResults()))
    return error;
  SignatureAttrs attrs(entry);
  for (const auto &[position, text] : request.arguments) {
    Expected<LayoutAttr> layout =
        parseLayout("arg" + Twine(position), entry.getArgumentTypes()[position],
                    text, *mesh);
    if (!layout)
      return layout.takeError();
    attrs.ofArgument(position).set(kLayoutAttr, *layout);
  }
  for (const auto &[position, text] : request.results) {
    Expected<LayoutAttr> layout =
        parseLayout("result" + Twine(position),
                    entry.getResultTypes()[position], text, *mesh);
    if (!layout)
      return layout.takeError();
    attrs.ofResult(position).set(kLayoutAttr, *layout);
  }
  attrs.write();
  if (request.memoryPerDevice)
    entry->getParentOfType<ModuleOp>()->setAttr(
        kMemoryPerDeviceAttr, Builder(entry.getContext())
                                  .getI64IntegerAttr(*request.memoryPerDevice));
  return Error::success();
}

} // namespace dtensor
