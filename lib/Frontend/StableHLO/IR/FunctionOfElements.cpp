//===- FunctionOfElements.cpp - Regions that are functions ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionOfElements.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor::stablehlo;

/// Whether two types may have the same shape and element type.
static bool agree(Type a, Type b) {
  return a == b || (succeeded(verifyCompatibleShape(a, b)) &&
                    getElementTypeOrSelf(a) == getElementTypeOrSelf(b));
}

static bool agree(TypeRange a, TypeRange b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           return agree(std::get<0>(pair), std::get<1>(pair));
         });
}

LogicalResult dtensor::stablehlo::verifyRegion(Operation *op, Region &region,
                                               StringRef name,
                                               TypeRange arguments,
                                               TypeRange results) {
  if (!agree(region.getArgumentTypes(), arguments))
    return op->emitOpError()
           << "requires a " << name << " of (" << arguments << "), found ("
           << region.getArgumentTypes() << ")";
  auto end = region.front().empty() ? ReturnOp()
                                    : dyn_cast<ReturnOp>(region.front().back());
  if (!end)
    return op->emitOpError()
           << "requires a " << name << " that ends with stablehlo.return";
  if (!agree(end.getResults().getTypes(), results)) {
    InFlightDiagnostic error = op->emitOpError()
                               << "requires a " << name << " that returns ("
                               << results << ")";
    error.attachNote(end.getLoc())
        << "it returns (" << end.getResults().getTypes() << ")";
    return error;
  }
  return success();
}

LogicalResult
dtensor::stablehlo::verifyFunctionOfElements(Operation *op, Region &region,
                                             ArrayRef<Type> arguments,
                                             ArrayRef<Type> results) {
  auto scalars = [](ArrayRef<Type> elements) {
    return llvm::map_to_vector(elements, [](Type element) -> Type {
      return RankedTensorType::get({}, element);
    });
  };
  return verifyRegion(op, region, "function", scalars(arguments),
                      scalars(results));
}

LogicalResult dtensor::stablehlo::verifyFold(Operation *op, Region &region,
                                             ArrayRef<Type> elements) {
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  return verifyFunctionOfElements(op, region, arguments, elements);
}
