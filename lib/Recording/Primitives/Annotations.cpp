//===- Annotations.cpp - Ops that leave values as they are ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../LayoutText.h"
#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"

namespace dtensor::recording {
using namespace prim;

static bool inferIdentity(Inference &inference) {
  return inference.give(inference.type(0));
}

/// Only the number of axes is checked here; names of mesh dimensions are when
/// the program is compiled for a mesh.
static bool inferConstrain(Inference &inference) {
  llvm::StringRef layout = inference.attributes.text("layout");
  int64_t rank = inference.type(0).rank();
  int64_t axes = getAxisSpecs(layout).size();
  if (axes != rank)
    return inference.fail("required a layout of " + llvm::Twine(rank) +
                          " axes for " + inference.type(0).str() + ", found '" +
                          layout + "'");
  return inferIdentity(inference);
}

/// A name for the operand, and nothing else.
static void printIdentity(Printer &printer, const Node &node) {
  printer.setName(node.results[0], printer.operand(node, 0).str());
}

static void printConstrain(Printer &printer, const Node &node) {
  printer.begin(node) << "dtensor.constrain " << printer.operand(node, 0)
                      << " : " << printer.resultType(node) << " to "
                      << printLayoutAttribute(node.attributes.text("layout"))
                      << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getAnnotationPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::constrain, "dtensor.constrain", inferConstrain,
       printConstrain,
       [](Pullback &p) {
         p.give(0, constrain(p.ct(), p.node.attributes.text("layout")));
       }},
      {Primitive::stopGradient, "stop_gradient", inferIdentity, printIdentity,
       deriveZero},
  };
  return rows;
}

Value prim::constrain(Value x, llvm::StringRef layout) {
  if (!x)
    return x;
  return x.getGraph()->record(Primitive::constrain, {x},
                              {{"layout", layout.str()}})[0];
}

Value prim::stopGradient(Value x) {
  return x ? x.getGraph()->record(Primitive::stopGradient, {x})[0] : x;
}

} // namespace dtensor::recording
