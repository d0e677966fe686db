//===- Context.cpp - Where programs run, in C -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Context.h"

#include "Guard.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorContextCreate(int64_t workers, double watchdog,
                                   int64_t queue, DTensorContext *result) {
  return make(__func__, result, [&] {
    Context::Options options;
    options.workers = workers;
    if (!(watchdog < 0))
      options.watchdog = watchdog;
    if (queue != 0)
      options.queue = queue;
    return Context(options);
  });
}

void dtensorContextDestroy(DTensorContext context) {
  destroy<Context>(context);
}

DTensorStatus dtensorContextSynchronize(DTensorContext context) {
  return guard(__func__, [&] { getContext(context).synchronize(); });
}
