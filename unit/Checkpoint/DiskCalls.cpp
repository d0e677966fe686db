//===- DiskCalls.cpp - Calls of the system that fail ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiskCalls.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
/// The number of the call that fails; negative if none does.
std::atomic<int64_t> failing = -1;
std::atomic<int64_t> next = 0;
std::atomic<bool> staysFull = false;
std::atomic<const char *> failed = nullptr;
} // namespace

void dtensor::DiskCalls::failAt(int64_t call, bool isFullFromThen) {
  next = 0;
  failed = nullptr;
  staysFull = isFullFromThen;
  failing = call;
}

std::optional<std::string> dtensor::DiskCalls::stop() {
  failing = -1;
  const char *name = failed;
  return name ? std::optional<std::string>(name) : std::nullopt;
}

/// Whether this call fails.
static bool fails(const char *name) {
  if (failing < 0)
    return false;
  int64_t call = next++;
  if (call != failing && !(staysFull && call > failing))
    return false;
  const char *none = nullptr;
  failed.compare_exchange_strong(none, name);
  errno = ENOSPC;
  return true;
}

// Their declarations in the headers of the C library have other attributes,
// which vary.
extern "C" {

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (fails("open"))
      return -1;
  }
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) noexcept {
  return fails("mkdir") ? -1 : syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int fallocate(int file, int mode, off_t offset, off_t bytes) {
  return fails("fallocate") ? -1
                            : syscall(SYS_fallocate, file, mode, offset, bytes);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) {
  return fails("pwrite") ? -1
                         : syscall(SYS_pwrite64, file, data, bytes, offset);
}

int sync_file_range(int file, off64_t offset, off64_t bytes,
                    unsigned int flags) {
  return fails("sync_file_range")
             ? -1
             : syscall(SYS_sync_file_range, file, offset, bytes, flags);
}

int fsync(int file) { return fails("fsync") ? -1 : syscall(SYS_fsync, file); }

int renameat2(int from, const char *fromPath, int to, const char *toPath,
              unsigned int flags) noexcept {
  return fails("renameat2")
             ? -1
             : syscall(SYS_renameat2, from, fromPath, to, toPath, flags);
}

} // extern "C"
