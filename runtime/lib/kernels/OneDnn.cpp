//===- OneDnn.cpp - The functions of oneDNN -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDnn.h"
#include "../ProcessorLevel.h"
#include "../arch/Architecture.h"
#include "KernelLibrary.h"

#include <oneapi/dnnl/dnnl_version.h>

using namespace dtensor::runtime;

#define DTENSOR_STRING(NUMBER) #NUMBER
#define DTENSOR_VERSION(NUMBER) DTENSOR_STRING(NUMBER)
/// Only this version has the types of the headers.
static constexpr const char *kFile =
    "libdnnl.so." DTENSOR_VERSION(DNNL_VERSION_MAJOR);
static constexpr const char *kPackage =
    "libdnnl" DTENSOR_VERSION(DNNL_VERSION_MAJOR);

const OneDnn &OneDnn::get() {
  static KernelLibrary &library = *new KernelLibrary(
      kFile, "oneDNN, which has kernels of products,", kPackage);
  static const OneDnn functions = [] {
    OneDnn table;
#define DTENSOR_FUNCTION(NAME) library.find("dnnl_" #NAME, table.NAME);
    DTENSOR_ONEDNN_FUNCTIONS(DTENSOR_FUNCTION)
#undef DTENSOR_FUNCTION
    if (DtProcessorLevel level = getProcessorLimit();
        level != DT_PROCESSOR_NATIVE && !library.getProblem())
      if (const char *problem = limitOneDnn(table, level))
        library.fail(problem);
    table.problem = library.getProblem();
    return table;
  }();
  return functions;
}
