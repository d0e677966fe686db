//===- MpiLibrary.h - The library of MPI, found at run time -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MPILIBRARY_H
#define DTENSOR_RUNTIME_TRANSPORT_MPILIBRARY_H

#include <cstdint>
#include <string>

namespace dtensor::runtime {

/// The binary interfaces of MPI. They differ in the types of handles and in the
/// values of constants.
enum class MpiAbi {
  /// Open MPI 4 and 5, libmpi.so.40. Handles are addresses of objects that the
  /// library exports.
  OpenMpi,
  /// MPICH 3 to 5 and what is derived from it, libmpi.so.12. Handles are
  /// numbers of 32 bits.
  Mpich,
  /// The one that MPI 5 standardizes, libmpi_abi.so. Handles are pointers with
  /// small values.
  Standard,
};

/// A library of MPI.
struct MpiLibrary {
  void *handle = nullptr;
  MpiAbi abi = MpiAbi::Standard;

  void *find(const char *name) const;
};

/// Whether a launcher has started this process together with others. A process
/// that was started alone needs no MPI.
bool isOneOfManyProcesses();

/// Opens the library whose launcher has started this process, or the one that
/// the variable DTENSOR_MPI names. If the program itself `isLoaded` with one,
/// as mpi4py is, that one. Returns an error, or an empty text.
std::string openMpi(MpiLibrary &library, bool isLoaded = false);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MPILIBRARY_H
