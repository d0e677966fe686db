//===- CommSites.h - Descriptions of collectives ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CONVERSION_COMMSITES_H
#define DTENSOR_LIB_CONVERSION_COMMSITES_H

#include "dtensor/Dialect/Comm/IR/Comm.h"

namespace dtensor {

/// Mesh dimensions as bits.
int64_t getMask(llvm::ArrayRef<unsigned> dims);

/// An op as the constant that ABI.h describes at `DtSite`, `dt_reshape`,
/// `dt_take` or `DtFetchSite`. Errors: an element type that no buffer has.
using CommSite = llvm::FailureOr<llvm::SmallVector<int64_t>>;
CommSite getSite(comm::CollectiveOpInterface op, const Mesh &mesh);
CommSite getSite(comm::ReshapeOp op, const Mesh &mesh);
CommSite getSite(comm::FetchOp op, const Mesh &mesh);
CommSite getSite(comm::TakeOp op, const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_LIB_CONVERSION_COMMSITES_H
