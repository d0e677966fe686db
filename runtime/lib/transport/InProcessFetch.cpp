//===- InProcessFetch.cpp - Fetches by loads and stores -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"
#include "../collectives/FetchElements.h"
#include "../collectives/Strided.h"
#include "../plans/FetchWalk.h"
#include "InProcess.h"

using namespace dtensor::runtime;

void InProcessTransport::fetch(DtDevice &device, const FetchPlan &plan,
                               const DtMemRef *const *sources,
                               const DtMemRef &destination, const char *where) {
  Posting posting;
  posting.site = plan.data;
  posting.destination = &destination;
  posting.sources = sources;
  enter(device, plan.group, posting, /*active=*/true, where);
  bool isComplete =
      plan.forEachReceive(device.getPlace(), [&](const FetchPiece &piece) {
        const DtMemRef &source =
            *reach(device, plan, piece.peer, where).sources[piece.source];
        FetchElements held = getHeldElements(plan, piece, source);
        FetchElements wanted = getWantedElements(plan, piece, destination);
        int64_t extents[kMaxRank];
        getNumSteps(plan, piece, extents);
        copyBox(plan.elementSize, plan.rank, extents, held.first, held.strides,
                wanted.first, wanted.strides);
      });
  if (!isComplete)
    device.context->fail(device, "a fetch needs devices outside of its group",
                         where);
  exit(device, plan.group, where);
}
