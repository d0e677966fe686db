//===- Passes.h - Shardings of JAX as layouts -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_H
#define DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace dtensor {

#define GEN_PASS_DECL
#include "dtensor/Frontend/Shardy/Import/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "dtensor/Frontend/Shardy/Import/Passes.h.inc"

} // namespace dtensor

#endif // DTENSOR_FRONTEND_SHARDY_IMPORT_PASSES_H
