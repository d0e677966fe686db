//===- LoadExecutable.cpp - Programs in shared libraries ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "dt/Executable.h"
#include "dtensor/Runtime/ABI.h"
#include "llvm/Support/Endian.h"

#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <mutex>
#include <sys/stat.h>

namespace dt {

#if defined(__x86_64__)
static constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr int kMachine = EM_AARCH64;
#endif

static std::string getMachineName(int machine) {
  switch (machine) {
  case EM_X86_64:
    return "x86-64";
  case EM_AARCH64:
    return "AArch64";
  default:
    return "machine " + std::to_string(machine);
  }
}

/// Errors: a file that cannot be read, is no shared library of this machine, or
/// is cut short. The loader would map such a file, and the process would end
/// at the first access behind the end.
static void checkFile(const std::string &path) {
  auto fail = [&](const llvm::Twine &message) {
    raise("'" + path + "': " + message);
  };
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    fail(std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    fail("required a file");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fail(std::strerror(errno));
  auto size = static_cast<uint64_t>(status.st_size);
  Elf64_Ehdr header;
  bool isRead(file.read(reinterpret_cast<char *>(&header), sizeof(header)));
  if (!isRead || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_DYN)
    fail("required a shared library of dtensor-compile, found another file");
  if (header.e_machine != kMachine)
    fail("required a library for " + getMachineName(kMachine) +
         ", found one for " + getMachineName(header.e_machine));
  uint64_t end = header.e_shoff + uint64_t(header.e_shnum) * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    file.seekg(header.e_phoff + uint64_t(i) * header.e_phentsize);
    if (!file.read(reinterpret_cast<char *>(&segment), sizeof(segment)))
      fail("the file is cut short: it ends within its header");
    if (segment.p_type == PT_LOAD)
      end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  if (end > size)
    fail("the file is cut short: required " + llvm::Twine(end) +
         " bytes, found " + llvm::Twine(size));
}

/// Lets libraries that are loaded later find the runtime's functions, which the
/// process may have loaded for itself only, as Python loads its modules.
static void shareRuntime() {
  Dl_info runtime;
  if (dladdr(reinterpret_cast<void *>(&dt_run), &runtime))
    dlopen(runtime.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

Executable Executable::load(const std::string &path) {
  checkFile(path);
  static std::once_flag once;
  std::call_once(once, shareRuntime);
  // The loader would look for a name without a slash in the system's folders.
  bool isBare = path.find('/') == std::string::npos;
  void *library =
      dlopen((isBare ? "./" + path : path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    raise(dlerror());
  std::shared_ptr<const void> owner(library,
                                    [](void *handle) { dlclose(handle); });
  void *program = dlsym(library, "dt_program");
  if (!program)
    raise("'" + path +
          "': required a library of dtensor-compile, found one "
          "without the symbol dt_program");
  try {
    return create(*static_cast<const DtProgramInfo *>(program), owner);
  } catch (const Error &error) {
    raise("'" + path + "': " + error.what());
  }
}

} // namespace dt
