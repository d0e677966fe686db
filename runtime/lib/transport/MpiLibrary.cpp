//===- MpiLibrary.cpp - The library of MPI, found at run time -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiLibrary.h"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

using namespace dtensor::runtime;

void *MpiLibrary::find(const char *name) const { return dlsym(handle, name); }

static const char *getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

/// The number of processes that a launcher gives; 0 if it is unknown.
static int64_t getLaunchedSize() {
  for (const char *name :
       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"})
    if (const char *value = getVariable(name))
      return std::atoll(value);
  // Launchers with PMIx tell the rank only; those of Slurm tell the size.
  if (getVariable("PMIX_RANK") || getVariable("PMI_RANK")) {
    const char *value = getVariable("SLURM_NTASKS");
    return value ? std::atoll(value) : 2;
  }
  return 0;
}

bool dtensor::runtime::isOneOfManyProcesses() { return getLaunchedSize() > 1; }

/// Finds out the interface of a library by what it has and says.
static bool identify(MpiLibrary &library) {
  if (library.find("ompi_mpi_comm_world")) {
    library.abi = MpiAbi::OpenMpi;
    return true;
  }
  void *function = library.find("MPI_Get_library_version");
  Dl_info info;
  if (!function || !dladdr(function, &info))
    return false;
  if (std::string(info.dli_fname).find("mpi_abi") != std::string::npos) {
    library.abi = MpiAbi::Standard;
    return true;
  }
  char version[8192] = {};
  int length = 0;
  reinterpret_cast<int (*)(char *, int *)>(function)(version, &length);
  library.abi = MpiAbi::Mpich;
  std::string text = version;
  for (const char *name : {"MPICH", "Intel(R) MPI", "MVAPICH"})
    if (text.find(name) != std::string::npos)
      return true;
  return false;
}

std::string dtensor::runtime::openMpi(MpiLibrary &library, bool isLoaded) {
  if (isLoaded)
    for (const char *name :
         {"libmpi.so.40", "libmpi_abi.so.1", "libmpi_abi.so.0",
          "libmpich.so.12", "libmpi.so.12"}) {
      library.handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
      if (library.handle && identify(library))
        return "";
    }
  std::vector<std::string> names;
  if (const char *named = getVariable("DTENSOR_MPI"))
    names = {named};
  else if (getVariable("OMPI_COMM_WORLD_SIZE") ||
           (getVariable("PMIX_RANK") && !getVariable("PMI_RANK")))
    names = {"libmpi.so.40"};
  else
    names = {"libmpi_abi.so.1", "libmpi_abi.so.0", "libmpich.so.12",
             "libmpi.so.12"};
  std::string problems;
  for (const std::string &name : names) {
    // Plug-ins of an MPI expect its symbols to be visible.
    library.handle = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library.handle) {
      problems += "; ";
      problems += dlerror();
    } else if (!identify(library)) {
      problems += "; " + name +
                  " is no Open MPI, no MPICH and has not the "
                  "standard's interface";
    } else {
      return "";
    }
  }
  return "required a library of MPI, since a launcher has started several "
         "processes (DTENSOR_MPI may name it)" +
         problems;
}
