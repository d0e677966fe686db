/*===- Headers.c - All headers are C99 ----------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "dtensor-c/Checkpoint.h"
#include "dtensor-c/CollectiveCounter.h"
#include "dtensor-c/Context.h"
#include "dtensor-c/Executable.h"
#include "dtensor-c/Factories.h"
#include "dtensor-c/Layout.h"
#include "dtensor-c/LocalMap.h"
#include "dtensor-c/Log.h"
#include "dtensor-c/Plan.h"
#include "dtensor-c/Processes.h"
#include "dtensor-c/Profile.h"
#include "dtensor-c/Support.h"
#include "dtensor-c/Tensor.h"
#include "dtensor-c/Variable.h"

/* A file of C has a declaration of its own. */
int getHeadersVersion(void) { return DTENSOR_C_API_VERSION; }
