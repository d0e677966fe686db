//===- OutputFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_OUTPUTFILE_H
#define DTENSOR_HOST_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// Writes a file completely or not at all. If the path is not a regular file (a
/// pipe, `/dev/stdout`), the text is written to it directly. Errors name the
/// path.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace dtensor

#endif // DTENSOR_HOST_OUTPUTFILE_H
