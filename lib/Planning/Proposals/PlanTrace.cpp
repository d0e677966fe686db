//===- PlanTrace.cpp - Traces of the plan search --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTrace.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/Trace.h"

using namespace mlir;
using namespace dtensor;

void dtensor::traceTrial(const PlanCost &cost, const PlanCost &before,
                         const char *objection, Description describe) {
  trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
    describe(os);
    os << ": ";
    describeCost(os, cost, before);
    os << ": " << (objection ? objection : "better");
  });
}

void dtensor::traceTaken(Description describe) {
  trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
    os << "taken: ";
    describe(os);
  });
}

void dtensor::describeEntry(llvm::raw_ostream &os, const PlanEntry &entry,
                            const Mesh &mesh) {
  os << describeValue(entry.value);
  if (entry.returned)
    os << " as result " << entry.returned->getOperandNumber();
  os << " in [" << entry.layout.str(mesh) << "]";
}

void dtensor::describeForced(llvm::raw_ostream &os, Operation *op,
                             const OpLayouts &layouts, const Mesh &mesh) {
  os << getSourceOp(op) << " from ";
  llvm::interleaveComma(layouts.operands, os, [&](const Layout &layout) {
    os << "[" << layout.str(mesh) << "]";
  });
}

void dtensor::describeCarried(llvm::raw_ostream &os,
                              ArrayRef<CarriedLayout> carried,
                              const Mesh &mesh) {
  os << "loops carry ";
  llvm::interleaveComma(carried, os, [&](const CarriedLayout &each) {
    os << (each.value ? describeValue(each.value)
                      : "result " + std::to_string(each.result))
       << " in [" << each.layout.str(mesh) << "]";
  });
}
