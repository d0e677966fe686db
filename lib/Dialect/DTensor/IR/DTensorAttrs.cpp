//===- DTensorAttrs.cpp - Layouts as attributes ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor;

#include "dtensor/Dialect/DTensor/IR/DTensorEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dtensor/Dialect/DTensor/IR/DTensorAttrs.cpp.inc"

void DTensorDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dtensor/Dialect/DTensor/IR/DTensorAttrs.cpp.inc"
      >();
}

static constexpr llvm::StringLiteral kUnsharded = "unsharded";
static constexpr llvm::StringLiteral kAny = "any";

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Names of mesh dimensions
//===----------------------------------------------------------------------===//

static ParseResult parseName(AsmParser &parser, std::string &name) {
  return parser.parseKeywordOrString(&name);
}

static void printName(AsmPrinter &printer, Attribute name) {
  printer.printKeywordOrString(cast<StringAttr>(name).getValue());
}

static ParseResult parseNames(AsmParser &parser,
                              SmallVectorImpl<StringAttr> &names) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        std::string name;
        if (parseName(parser, name))
          return failure();
        names.push_back(parser.getBuilder().getStringAttr(name));
        return success();
      });
}

static void printNames(AsmPrinter &printer, ArrayRef<StringAttr> names) {
  printer << "[";
  llvm::interleaveComma(names, printer,
                        [&](StringAttr name) { printName(printer, name); });
  printer << "]";
}

/// Parses one axis, `unsharded` or `x + y`. If `open` is given, a trailing
/// `any` is accepted and recorded there.
static ParseResult parseAxis(AsmParser &parser, SmallVector<ArrayAttr> &axes,
                             bool *open) {
  SmallVector<Attribute> dims;
  bool isOpen = false, isUnsharded = false, isFirst = true;
  do {
    llvm::SMLoc loc = parser.getCurrentLocation();
    std::string name;
    if (parseName(parser, name))
      return failure();
    if (isOpen || isUnsharded)
      return parser.emitError(loc)
             << "'" << (isOpen ? kAny : kUnsharded) << "' must end axis "
             << axes.size() << ", found '" << name << "' after it";
    if (name == kUnsharded) {
      if (!isFirst)
        return parser.emitError(loc)
               << "'unsharded' must be all of axis " << axes.size()
               << ", found mesh dimensions before it";
      isUnsharded = true;
    } else if (name == kAny) {
      if (!open)
        return parser.emitError(loc)
               << "a layout must be complete, found 'any' on axis "
               << axes.size()
               << "; only a #dtensor.constraint can leave an axis open";
      isOpen = true;
    } else {
      dims.push_back(parser.getBuilder().getStringAttr(name));
    }
    isFirst = false;
  } while (succeeded(parser.parseOptionalPlus()));
  axes.push_back(parser.getBuilder().getArrayAttr(dims));
  if (open)
    *open = isOpen;
  return success();
}

static void printAxis(AsmPrinter &printer, ArrayAttr axis, bool open) {
  llvm::interleave(
      axis, printer, [&](Attribute name) { printName(printer, name); }, " + ");
  if (open)
    printer << (axis.empty() ? "" : " + ") << kAny;
  else if (axis.empty())
    printer << kUnsharded;
}

/// Checks that each dimension is used at most once in all of `axes` and
/// `others`.
static LogicalResult verifyUsedOnce(EmitError emitError,
                                    ArrayRef<ArrayAttr> axes,
                                    ArrayRef<StringAttr> others,
                                    StringRef otherUse) {
  llvm::SmallDenseMap<StringAttr, std::optional<unsigned>> uses;
  auto describe = [&](std::optional<unsigned> axis) {
    return axis ? "axis " + std::to_string(*axis) : otherUse.str();
  };
  auto use = [&](StringAttr dim,
                 std::optional<unsigned> axis) -> LogicalResult {
    auto [it, isNew] = uses.try_emplace(dim, axis);
    if (isNew)
      return success();
    return emitError() << "mesh dimension " << dim
                       << " must be used once, found it on "
                       << describe(it->second) << " and on " << describe(axis);
  };
  for (auto [index, axis] : llvm::enumerate(axes))
    for (auto dim : axis.getAsRange<StringAttr>())
      if (failed(use(dim, index)))
        return failure();
  for (StringAttr dim : others)
    if (failed(use(dim, std::nullopt)))
      return failure();
  return success();
}

static llvm::Expected<unsigned>
resolveDim(const Mesh &mesh, FlatSymbolRefAttr meshName, StringAttr name) {
  if (std::optional<unsigned> dim = mesh.lookup(name.getValue()))
    return *dim;
  return llvm::createStringError("mesh dimension '" + name.getValue() +
                                 "' must be one of @" + meshName.getValue() +
                                 " <" + mesh.str() + ">");
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

namespace {
struct NamedPartial {
  int32_t combiner;
  StringAttr dim;
};
} // namespace

/// Sorts dimensions, so that equal layouts are equal attributes.
static void sortPartial(SmallVectorImpl<NamedPartial> &partial) {
  llvm::sort(partial, [](const NamedPartial &a, const NamedPartial &b) {
    return std::pair(a.combiner, a.dim.getValue()) <
           std::pair(b.combiner, b.dim.getValue());
  });
}

LayoutAttr LayoutAttr::get(FlatSymbolRefAttr meshName, const Mesh &mesh,
                           const Layout &layout) {
  MLIRContext *context = meshName.getContext();
  auto nameOf = [&](unsigned dim) {
    return StringAttr::get(context, mesh.getName(dim));
  };
  SmallVector<ArrayAttr> axes;
  for (const DimList &dims : layout.getAxes())
    axes.push_back(ArrayAttr::get(
        context, llvm::map_to_vector(dims, [&](unsigned dim) -> Attribute {
          return nameOf(dim);
        })));
  SmallVector<NamedPartial> partial;
  for (const PartialDim &dim : layout.getPartial())
    partial.push_back({static_cast<int32_t>(dim.combiner), nameOf(dim.dim)});
  sortPartial(partial);
  SmallVector<StringAttr> partialDims;
  SmallVector<int32_t> partialCombiners;
  for (const NamedPartial &dim : partial) {
    partialDims.push_back(dim.dim);
    partialCombiners.push_back(dim.combiner);
  }
  return Base::get(context, meshName, axes, partialDims, partialCombiners);
}

llvm::Expected<Layout> LayoutAttr::resolve(const Mesh &mesh) const {
  SmallVector<DimList> axes;
  for (ArrayAttr axis : getAxes()) {
    DimList &dims = axes.emplace_back();
    for (auto name : axis.getAsRange<StringAttr>()) {
      llvm::Expected<unsigned> dim = resolveDim(mesh, getMesh(), name);
      if (!dim)
        return dim.takeError();
      dims.push_back(*dim);
    }
  }
  SmallVector<PartialDim> partial;
  for (auto [name, combiner] :
       llvm::zip_equal(getPartialDims(), getPartialCombiners())) {
    llvm::Expected<unsigned> dim = resolveDim(mesh, getMesh(), name);
    if (!dim)
      return dim.takeError();
    partial.push_back({*dim, static_cast<Combiner>(combiner)});
  }
  return Layout(axes, partial);
}

LogicalResult LayoutAttr::verify(EmitError emitError, FlatSymbolRefAttr mesh,
                                 ArrayRef<ArrayAttr> axes,
                                 ArrayRef<StringAttr> partialDims,
                                 ArrayRef<int32_t> partialCombiners) {
  if (failed(verifyUsedOnce(emitError, axes, partialDims, "a partial list")))
    return failure();
  for (int32_t combiner : partialCombiners) {
    auto first = static_cast<Combiner>(partialCombiners.front());
    auto other = static_cast<Combiner>(combiner);
    if (!canMix(first, other))
      return emitError() << "partial dimensions of one layout must be of one "
                            "kind (or sum and avg), found "
                         << stringify(first) << " and " << stringify(other);
  }
  return success();
}

/// Parses `partial<sum, [x, y]>` after its comma.
static ParseResult parsePartial(AsmParser &parser,
                                SmallVector<NamedPartial> &partial) {
  StringRef kind;
  if (parser.parseKeyword("partial") || parser.parseLess())
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringAttr> dims;
  if (parser.parseKeyword(&kind) || parser.parseComma() ||
      parseNames(parser, dims) || parser.parseGreater())
    return failure();
  std::optional<Combiner> combiner = parseCombiner(kind);
  if (!combiner)
    return parser.emitError(loc)
           << "a partial kind must be one of sum, avg, product, max, min and "
              "the other combiners, found '"
           << kind << "'";
  for (StringAttr dim : dims)
    partial.push_back({static_cast<int32_t>(*combiner), dim});
  return success();
}

// <@mesh, [x, unsharded, y + z], partial<sum, [w]>>
Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<ArrayAttr> axes;
  SmallVector<NamedPartial> partial;
  if (parser.parseLess() || parser.parseAttribute(mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseAxis(parser, axes, /*open=*/nullptr);
      }))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parsePartial(parser, partial))
      return {};
  if (parser.parseGreater())
    return {};
  sortPartial(partial);
  auto dims = llvm::map_to_vector(
      partial, [](const NamedPartial &dim) { return dim.dim; });
  auto combiners = llvm::map_to_vector(
      partial, [](const NamedPartial &dim) { return dim.combiner; });
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    mesh, axes, dims, combiners);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(getAxes(), printer, [&](ArrayAttr axis) {
    printAxis(printer, axis, /*open=*/false);
  });
  printer << "]";
  ArrayRef<StringAttr> dims = getPartialDims();
  ArrayRef<int32_t> combiners = getPartialCombiners();
  while (!dims.empty()) {
    size_t count = llvm::count(combiners, combiners.front());
    printer << ", partial<"
            << stringify(static_cast<Combiner>(combiners.front())) << ", ";
    printNames(printer, dims.take_front(count));
    printer << ">";
    dims = dims.drop_front(count);
    combiners = combiners.drop_front(count);
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// ConstraintAttr
//===----------------------------------------------------------------------===//

llvm::Error ConstraintAttr::verifyOn(const Mesh &mesh) const {
  auto resolve = [&](StringAttr name) -> llvm::Error {
    return resolveDim(mesh, getMesh(), name).takeError();
  };
  for (ArrayAttr axis : getAxes())
    for (auto name : axis.getAsRange<StringAttr>())
      if (llvm::Error error = resolve(name))
        return error;
  for (StringAttr name : getReplicated())
    if (llvm::Error error = resolve(name))
      return error;
  return llvm::Error::success();
}

LogicalResult ConstraintAttr::verify(EmitError emitError,
                                     FlatSymbolRefAttr mesh,
                                     ArrayRef<ArrayAttr> axes,
                                     ArrayRef<bool> open,
                                     ArrayRef<StringAttr> replicated,
                                     ArrayRef<int64_t> priorities) {
  for (int64_t priority : priorities)
    if (priority < 0)
      return emitError() << "a priority must be at least 0, found " << priority;
  if (priorities.size() != axes.size())
    return emitError() << "required: a priority for each of " << axes.size()
                       << " axes, or one for all; found " << priorities.size();
  return verifyUsedOnce(emitError, axes, replicated, "the replicated list");
}

/// `1` or `[0, 1]`.
static ParseResult parsePriorities(AsmParser &parser, size_t rank,
                                   SmallVector<int64_t> &priorities) {
  int64_t priority;
  OptionalParseResult one = parser.parseOptionalInteger(priority);
  if (one.has_value()) {
    priorities.assign(rank, priority);
    return *one;
  }
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(priorities.emplace_back());
  });
}

// <@mesh, [x + any, unsharded], replicated = [y], priority = 1>
Attribute ConstraintAttr::parse(AsmParser &parser, Type) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<ArrayAttr> axes;
  SmallVector<bool> open;
  SmallVector<StringAttr> replicated;
  SmallVector<int64_t> priorities;
  if (parser.parseLess() || parser.parseAttribute(mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        bool isOpen = false;
        ParseResult result = parseAxis(parser, axes, &isOpen);
        open.push_back(isOpen);
        return result;
      }))
    return {};
  bool hasReplicated = false, hasPriority = false;
  while (succeeded(parser.parseOptionalComma())) {
    llvm::SMLoc keyLoc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return {};
    if (key == "replicated" && !std::exchange(hasReplicated, true)) {
      if (parseNames(parser, replicated))
        return {};
    } else if (key == "priority" && !std::exchange(hasPriority, true)) {
      if (parsePriorities(parser, axes.size(), priorities))
        return {};
    } else {
      parser.emitError(keyLoc) << "required: replicated or priority, each at "
                                  "most once; found '"
                               << key << "'";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  if (!hasPriority)
    priorities.assign(axes.size(), 0);
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    mesh, axes, open, replicated, priorities);
}

void ConstraintAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(
      llvm::zip_equal(getAxes(), getOpen()), printer, [&](auto axis) {
        printAxis(printer, std::get<0>(axis), std::get<1>(axis));
      });
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated = ";
    printNames(printer, getReplicated());
  }
  ArrayRef<int64_t> priorities = getPriorities();
  if (llvm::all_of(priorities, [](int64_t priority) { return !priority; }))
    printer << ">";
  else if (llvm::all_equal(priorities))
    printer << ", priority = " << priorities.front() << ">";
  else
    printer << ", priority = [" << priorities << "]>";
}
