//===- ApplyBeforeFetch.h - Compute, then fetch -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_APPLYBEFOREFETCH_H
#define DTENSOR_LIB_COLLECTIVES_APPLYBEFOREFETCH_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Adds the pattern that moves elementwise ops between two fetches before the
/// first one: fetch(f(fetch(x))) becomes fetch(fetch(f(x))), so that the
/// fetches can be composed. It is applied if that spares devices elements to
/// receive, and few elements are computed that were not fetched before.
void populateApplyBeforeFetch(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_APPLYBEFOREFETCH_H
