//===- ProgramFile.cpp - A shared library with a program ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/ProgramFile.h"

#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <dlfcn.h>
#include <elf.h>

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

#ifdef __aarch64__
static constexpr Elf64_Half kMachine = EM_AARCH64;
#else
static constexpr Elf64_Half kMachine = EM_X86_64;
#endif

/// Reads a structure of the file; false if the file ends before.
template <typename T>
static bool read(StringRef contents, uint64_t offset, T &structure) {
  if (offset > contents.size() || contents.size() - offset < sizeof(T))
    return false;
  std::memcpy(&structure, contents.data() + offset, sizeof(T));
  return true;
}

/// The loader trusts the headers of a file. It would map what a file that was
/// cut off lacks, and crash there.
static Error checkFile(StringRef contents) {
  Elf64_Ehdr header;
  if (!contents.starts_with(StringRef(ELFMAG, SELFMAG)) ||
      !read(contents, 0, header) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_type != ET_DYN)
    return createStringError("required a shared library");
  if (header.e_machine != kMachine)
    return createStringError("required a shared library for this machine, "
                             "found one for another architecture");
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read(contents, header.e_phoff + i * sizeof(segment), segment) ||
        segment.p_offset > contents.size() ||
        segment.p_filesz > contents.size() - segment.p_offset)
      return createStringError("the file was cut off after " +
                               Twine(contents.size()) + " bytes");
  }
  return Error::success();
}

Expected<const DtProgramInfo &> loadProgramFile(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError(path + ": " + file.getError().message());
  if (Error error = checkFile((*file)->getBuffer()))
    return createStringError(path + ": " + llvm::toString(std::move(error)));
  // The loader would look for a name without a slash in the system's folders.
  std::string name = (path.contains('/') ? path : "./" + path).str();
  void *library = dlopen(name.c_str(), RTLD_NOW);
  void *info = library ? dlsym(library, "dt_program") : nullptr;
  if (!info)
    return createStringError(dlerror());
  return *static_cast<const DtProgramInfo *>(info);
}

} // namespace dtensor
