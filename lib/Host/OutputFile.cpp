//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

namespace dtensor {

static llvm::Error
writeDirectly(llvm::StringRef path,
              llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_Append);
  if (!error) {
    write(os);
    os.flush();
    error = os.error();
    os.clear_error();
  }
  return llvm::errorCodeToError(error);
}

llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write) {
  // A rename would replace a device or a pipe by a regular file.
  bool isSpecial =
      llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path);
  llvm::Error error =
      isSpecial ? writeDirectly(path, write)
                : llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
                    write(os);
                    return llvm::Error::success();
                  });
  if (error)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(std::move(error)));
  return llvm::Error::success();
}

} // namespace dtensor
