//===- SharedNpy.cpp - A .npy file with several writers -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/SharedNpy.h"

#include "dtensor/Host/Components.h"
#include "dtensor/Host/Npy.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using llvm::Error;

namespace dtensor {

namespace {
struct File {
  explicit File(int number) : number(number) {}
  ~File() {
    if (number >= 0)
      close(number);
  }
  int number;
};
} // namespace

SharedNpy::SharedNpy(std::string path, ElementType type,
                     llvm::ArrayRef<int64_t> shape, bool isUnsigned)
    : path(std::move(path)), unfinished(this->path + ".part"), type(type),
      shape(shape), header(formatNpyHeader(type, shape, isUnsigned)) {}

Error SharedNpy::makeError() const {
  return llvm::createStringError(path + ": " + std::strerror(errno));
}

/// Writes all bytes, or returns false.
static bool writeAt(int file, const char *data, int64_t bytes, int64_t offset) {
  while (bytes > 0) {
    ssize_t written = pwrite(file, data, bytes, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    data += written;
    bytes -= written;
    offset += written;
  }
  return true;
}

Error SharedNpy::create() {
  llvm::Expected<int64_t> count = countElements(type, shape);
  if (!count)
    return count.takeError();
  File file(
      open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.number < 0 ||
      ftruncate(file.number, header.size() + *count * getByteSize(type)) != 0 ||
      !writeAt(file.number, header.data(), header.size(), 0))
    return makeError();
  return Error::success();
}

Error SharedNpy::write(const HostTensor &part, const Box &box) {
  File file(open(unfinished.c_str(), O_WRONLY | O_CLOEXEC));
  bool isWritten = file.number >= 0;
  forEachRun(shape, box, getByteSize(type),
             [&](int64_t to, int64_t from, int64_t bytes) {
               isWritten =
                   isWritten && writeAt(file.number, part.getData() + from,
                                        bytes, header.size() + to);
             });
  return isWritten ? Error::success() : makeError();
}

Error SharedNpy::finish() {
  if (std::rename(unfinished.c_str(), path.c_str()) != 0)
    return makeError();
  return Error::success();
}

void SharedNpy::discard() { unlink(unfinished.c_str()); }

} // namespace dtensor
