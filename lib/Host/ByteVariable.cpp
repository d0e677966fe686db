//===- ByteVariable.cpp - Numbers of bytes in the environment -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/ByteVariable.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

int64_t dtensor::readByteVariable(const char *name, int64_t otherwise) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return otherwise;
  int64_t bytes;
  if (!llvm::StringRef(text).getAsInteger(10, bytes) && bytes >= 0)
    return bytes;
  llvm::errs() << "warning: " << name << ": required a number of bytes, found '"
               << text << "'\n";
  return otherwise;
}
