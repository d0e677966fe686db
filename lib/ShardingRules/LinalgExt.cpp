//===- LinalgExt.cpp - Rules of linalg_ext --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "DialectRules.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace dtensor;

void dtensor::registerLinalgExtRules(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg_ext::LinalgExtDialect *) {
        attachLinalgExtCallRules(context);
        attachLinalgExtFactoryRules(context);
        attachLinalgExtIndexingRules(context);
        attachLinalgExtFoldRules(context);
        attachLinalgExtMatrixRules(context);
        attachLinalgExtMovementRules(context);
      });
}
