//===- ShardyAttrs.cpp - The text form of shardings -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace dtensor::sdy;

#include "dtensor/Frontend/Shardy/IR/ShardyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Frontend/Shardy/IR/ShardyAttrs.cpp.inc"

void ShardyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dtensor/Frontend/Shardy/IR/ShardyAttrs.cpp.inc"
      >();
}

/// `"name"`.
static ParseResult parseName(AsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  name = StringAttr::get(parser.getContext(), text);
  return success();
}

static void printName(AsmPrinter &printer, StringAttr name) {
  printer << '"';
  llvm::printEscapedString(name.getValue(), printer.getStream());
  printer << '"';
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes, deviceIds;
  SMLoc location = parser.getCurrentLocation();
  auto parseAxis = [&] {
    return failure(parseName(parser, names.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseInteger(sizes.emplace_back()));
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
         return parser.parseInteger(deviceIds.emplace_back());
       })))
    return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), names, sizes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(llvm::zip(getNames(), getSizes()), printer,
                        [&](auto axis) {
                          printName(printer, std::get<0>(axis));
                          printer << "=" << std::get<1>(axis);
                        });
  printer << "]";
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names,
                               ArrayRef<int64_t> sizes,
                               ArrayRef<int64_t> deviceIds) {
  if (names.size() != sizes.size())
    return emitError() << "requires a size for each of " << names.size()
                       << " axes, found " << sizes.size();
  llvm::SmallDenseSet<StringAttr> seen;
  int64_t total = 1;
  for (auto [name, size] : llvm::zip(names, sizes)) {
    if (!seen.insert(name).second)
      return emitError() << "axis " << name << " is in the mesh twice";
    if (size < 1)
      return emitError() << "axis " << name << " requires a size of 1 or more, "
                         << "found " << size;
    if (llvm::MulOverflow(total, size, total))
      return emitError() << "the mesh has too many devices";
  }
  if (deviceIds.empty())
    return success();
  if (static_cast<int64_t>(deviceIds.size()) != total)
    return emitError() << "requires " << total << " device_ids, found "
                       << deviceIds.size();
  std::set<int64_t> devices;
  for (int64_t device : deviceIds)
    if (device < 0 || (!names.empty() && device >= total) ||
        !devices.insert(device).second)
      return emitError() << "requires each device of the mesh once in "
                            "device_ids, found "
                         << deviceIds;
  return success();
}

std::optional<int64_t> MeshAttr::getSize(StringAttr name) const {
  for (auto [axis, size] : llvm::zip(getNames(), getSizes()))
    if (axis == name)
      return size;
  return std::nullopt;
}

int64_t MeshAttr::getTotalSize() const {
  int64_t total = 1;
  for (int64_t size : getSizes())
    total *= size;
  return total;
}

//===----------------------------------------------------------------------===//
// Axes of a tensor
//===----------------------------------------------------------------------===//

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  StringAttr name;
  int64_t preSize = 1, size = 0;
  SMLoc location = parser.getCurrentLocation();
  if (parseName(parser, name))
    return {};
  bool isPart = succeeded(parser.parseOptionalColon());
  if (isPart && (parser.parseLParen() || parser.parseInteger(preSize) ||
                 parser.parseRParen() || parser.parseInteger(size)))
    return {};
  if (isPart && size < 2) {
    parser.emitError(location)
        << "part of axis " << name << " requires a size of 2 or more, found "
        << size;
    return {};
  }
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), name, preSize, size);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printName(printer, getName());
  if (!isWhole())
    printer << ":(" << getPreSize() << ")" << getSize();
}

LogicalResult AxisRefAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  StringAttr name, int64_t preSize,
                                  int64_t size) {
  int64_t product;
  if (preSize < 1 || size < 0 || llvm::MulOverflow(preSize, size, product))
    return emitError() << "part of axis " << name
                       << " requires sizes of 1 or more, found (" << preSize
                       << ")" << size;
  return success();
}

/// `"x", "y"` and then a bracket.
static ParseResult parseAxisRef(AsmParser &parser,
                                SmallVectorImpl<AxisRefAttr> &axes) {
  auto axis = dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, {}));
  if (!axis)
    return failure();
  axes.push_back(axis);
  return success();
}

static ParseResult parseAxisRefs(AsmParser &parser,
                                 SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Braces, [&] { return parseAxisRef(parser, axes); });
}

static void printAxisRefs(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer,
                        [&](AxisRefAttr axis) { axis.print(printer); });
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  if (parser.parseLBrace())
    return {};
  if (failed(parser.parseOptionalRBrace())) {
    do {
      if (succeeded(parser.parseOptionalQuestion())) {
        closed = false;
        break;
      }
      if (parseAxisRef(parser, axes))
        return {};
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRBrace())
      return {};
  }
  int64_t priority = 0;
  SMLoc location = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    StringRef digits = word;
    if (!digits.consume_front("p") || digits.getAsInteger(10, priority) ||
        priority < 0) {
      parser.emitError(location)
          << "expected a priority such as p1, found " << word;
      return {};
    }
    // An axis without a priority has the highest one.
  }
  return get(parser.getContext(), axes, closed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printAxisRefs(printer, getAxes());
  if (!getClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << getPriority();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A symbol or `mesh<...>`.
static ParseResult parseMesh(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword(MeshAttr::getMnemonic()))) {
    mesh = MeshAttr::parse(parser, {});
    return success(static_cast<bool>(mesh));
  }
  StringAttr symbol;
  if (parser.parseSymbolName(symbol))
    return failure();
  mesh = FlatSymbolRefAttr::get(symbol);
  return success();
}

/// `, replicated={"x"}, unreduced=max{"y"}`, both or none.
static ParseResult parseOtherAxes(AsmParser &parser,
                                  SmallVectorImpl<AxisRefAttr> &replicated,
                                  SmallVectorImpl<AxisRefAttr> &unreduced,
                                  ReductionOp &reductionOp) {
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    auto &axes = word == "replicated" ? replicated : unreduced;
    if (word != "replicated" && word != "unreduced")
      return parser.emitError(location)
             << "expected replicated or unreduced, found " << word;
    if (!axes.empty())
      return parser.emitError(location) << word << " is given twice";
    bool hasEqual = succeeded(parser.parseOptionalEqual());
    StringRef combiner;
    location = parser.getCurrentLocation();
    if (hasEqual && word == "unreduced" &&
        succeeded(parser.parseOptionalKeyword(&combiner))) {
      std::optional<ReductionOp> known = symbolizeReductionOp(combiner);
      if (!known)
        return parser.emitError(location)
               << "expected sum, max or min, found " << combiner;
      reductionOp = *known;
    }
    if (parseAxisRefs(parser, axes))
      return failure();
  }
  return success();
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dimensions;
  SmallVector<AxisRefAttr> replicated, unreduced;
  ReductionOp reductionOp = ReductionOp::SUM;
  SMLoc location = parser.getCurrentLocation();
  auto parseDimension = [&]() -> ParseResult {
    auto dimension = dyn_cast_or_null<DimensionShardingAttr>(
        DimensionShardingAttr::parse(parser, {}));
    if (!dimension)
      return failure();
    dimensions.push_back(dimension);
    return success();
  };
  if (parser.parseLess() || parseMesh(parser, mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseDimension) ||
      parseOtherAxes(parser, replicated, unreduced, reductionOp) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), mesh, dimensions, replicated,
                    unreduced, reductionOp);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMesh())) {
    printer << MeshAttr::getMnemonic();
    mesh.print(printer);
  } else {
    printer << getMesh();
  }
  printer << ", [";
  llvm::interleaveComma(
      getDimensions(), printer,
      [&](DimensionShardingAttr dimension) { dimension.print(printer); });
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated={";
    printAxisRefs(printer, getReplicated());
    printer << "}";
  }
  if (!getUnreduced().empty()) {
    printer << ", unreduced=";
    if (getReductionOp() != ReductionOp::SUM)
      printer << stringifyReductionOp(getReductionOp());
    printer << "{";
    printAxisRefs(printer, getUnreduced());
    printer << "}";
  }
  printer << ">";
}

LogicalResult
TensorShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute mesh,
                           ArrayRef<DimensionShardingAttr> dimensions,
                           ArrayRef<AxisRefAttr> replicated,
                           ArrayRef<AxisRefAttr> unreduced, ReductionOp) {
  if (!isa<MeshAttr, FlatSymbolRefAttr>(mesh))
    return emitError() << "requires a mesh or its symbol, found " << mesh;
  // No part of an axis may be used twice. A whole axis overlaps all of its
  // parts.
  SmallVector<AxisRefAttr> all;
  for (DimensionShardingAttr dimension : dimensions)
    llvm::append_range(all, dimension.getAxes());
  llvm::append_range(all, replicated);
  llvm::append_range(all, unreduced);
  llvm::sort(all, [](AxisRefAttr a, AxisRefAttr b) {
    return std::tuple(a.getName().getValue(), a.getPreSize(), a.getSize()) <
           std::tuple(b.getName().getValue(), b.getPreSize(), b.getSize());
  });
  for (size_t i = 1; i < all.size(); ++i) {
    AxisRefAttr before = all[i - 1], after = all[i];
    if (before.getName() != after.getName())
      continue;
    if (before.isWhole() || after.isWhole() ||
        before.getPreSize() * before.getSize() > after.getPreSize())
      return emitError() << "axis " << before.getName() << " is used twice";
  }
  return success();
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(
        TensorShardingAttr::parse(parser, {}));
    if (!sharding)
      return failure();
    shardings.push_back(sharding);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      getShardings(), printer,
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]>";
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  if (parseAxisRefs(parser, axes))
    return {};
  return get(parser.getContext(), axes);
}

void AxisRefListAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printAxisRefs(printer, getAxes());
  printer << "}";
}

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefListAttr> lists;
  auto parseOne = [&]() -> ParseResult {
    auto list =
        dyn_cast_or_null<AxisRefListAttr>(AxisRefListAttr::parse(parser, {}));
    if (!list)
      return failure();
    lists.push_back(list);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return {};
  return get(parser.getContext(), lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printer << "[";
  llvm::interleaveComma(getLists(), printer,
                        [&](AxisRefListAttr list) { list.print(printer); });
  printer << "]";
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseName(parser, axes.emplace_back());
      }))
    return {};
  return get(parser.getContext(), axes);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getAxes(), printer,
                        [&](StringAttr axis) { printName(printer, axis); });
  printer << "}";
}
