//===- OpenBlas.cpp - The functions of OpenBLAS ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenBlas.h"
#include "../ProcessorLevel.h"
#include "../arch/Architecture.h"
#include "KernelLibrary.h"

using namespace dtensor::runtime;

static void findRoutines(KernelLibrary &library, OpenBlas &table) {
#define DTENSOR_ROUTINE(NAME, COMPLEX)                                         \
  library.find("s" #NAME "_", table.NAME.ofType[0]);                           \
  library.find("d" #NAME "_", table.NAME.ofType[1]);                           \
  library.find("c" #COMPLEX "_", table.NAME.ofType[2]);                        \
  library.find("z" #COMPLEX "_", table.NAME.ofType[3]);
  DTENSOR_LAPACK_ROUTINES(DTENSOR_ROUTINE)
#undef DTENSOR_ROUTINE
}

/// Makes the library use one thread and the right kernels. Returns nullptr, or
/// a description of the error.
static const char *prepare(const OpenBlas &table) {
  if (DtProcessorLevel level = getProcessorLimit();
      level != DT_PROCESSOR_NATIVE) {
    if (const char *problem = limitOpenBlas(table, level))
      return problem;
  } else {
    correctOpenBlas(table);
  }
  table.setNumThreads(1);
  return nullptr;
}

const OpenBlas &OpenBlas::get() {
  static KernelLibrary &library = *new KernelLibrary(
      "libopenblas.so.0",
      "OpenBLAS, which has products of f64 and complex numbers, and LAPACK,",
      "libopenblas0-pthread");
  static const OpenBlas functions = [] {
    OpenBlas table;
    library.find("cblas_dgemm", table.dgemm);
    library.find("cblas_cgemm", table.cgemm);
    library.find("cblas_zgemm", table.zgemm);
    library.find("openblas_get_corename", table.getCore);
    library.find("openblas_set_num_threads", table.setNumThreads);
    library.findIfPresent("gotoblas_dynamic_init", table.startKernels);
    library.findIfPresent("gotoblas_dynamic_quit", table.endKernels);
    findRoutines(library, table);
    if (!library.getProblem())
      if (const char *problem = prepare(table))
        library.fail(problem);
    table.problem = library.getProblem();
    return table;
  }();
  return functions;
}
