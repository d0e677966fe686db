/*===- Profile.h - The times of what devices run ------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* An event is a part of a program that takes time: the loops of some ops, a
|* kernel, a collective. A program that was compiled for a profile says where
|* its events begin and end. The context records them while a profile runs.
|* docs/Profile.md describes profiles.
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_RUNTIME_PROFILE_H
#define DTENSOR_RUNTIME_PROFILE_H

#include "dtensor/Runtime/ABI.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum DtEventKind {
  DT_LOOPS_EVENT = 0,      /* generated loops */
  DT_KERNEL_EVENT = 1,     /* a kernel, a routine or a function of the user */
  DT_COPY_EVENT = 2,       /* a copy within the device's memory */
  DT_COLLECTIVE_EVENT = 3, /* an op at which devices meet and receive */
  DT_BARRIER_EVENT = 4,
  DT_CONTROL_EVENT = 5, /* a loop or a branch that has events */
  DT_RUN_EVENT = 6,     /* a run of the program; made by the runtime */
  DT_WAIT_EVENT = 7     /* waiting within an event; made by the runtime */
} DtEventKind;

/* An event is a constant of the program: its number among those of the program
 * (from 0, without gaps), its kind, and the bytes that the most loaded device
 * receives (of a collective), or the bytes of the buffers that are read or
 * written. -1 means that the bytes are not known. */
typedef const int64_t *DtEvent;
enum { DT_EVENT_NUMBER = 0, DT_EVENT_KIND = 1, DT_EVENT_BYTES = 2 };
enum { DT_EVENT_SIZE = 3 };

/*===-------------------- called by generated code ------------------------===*/

/* Begins an event within the one that the device is in. `text` has a line
 * `NAME<tab>PLACE` for each op of the source. A line without a name has the
 * reason of a collective. */
void dt_begin_event(DtDevice *device, DtEvent event, const char *text);

/* Ends the event that has begun last. */
void dt_end_event(DtDevice *device);

/*===----------------------------- host API -------------------------------===*/

/* From now on, events are recorded. What an earlier profile has recorded is
 * lost. It must not be called while a program runs. Programs that run meanwhile
 * must stay loaded until what was recorded is read. Returns 0, or 1 if there is
 * not enough memory. */
int dt_profile_begin(DtContext *context);

/* Ends recording. What was recorded stays until the next profile begins. */
void dt_profile_end(DtContext *context);

/* A stretch of time in which a device was in an event. Times are seconds of
 * CLOCK_MONOTONIC. */
typedef struct DtSpan {
  int64_t program; /* its number in the device's list of programs */
  int64_t number;  /* of the event; -1 of those that the runtime makes */
  DtEventKind kind;
  double begin, end;
  double wait; /* the time of it for which the device waited for others,
                  without that of events within */
} DtSpan;

/* An event of a device over the whole profile. */
typedef struct DtEventTotal {
  int64_t number;
  DtEventKind kind;
  int64_t bytes;
  const char *text; /* valid as long as the program */
  int64_t count;
  double seconds; /* of it alone, without events within */
  double wait;
} DtEventTotal;

/* Of the i-th device of this process: the spans that are kept, in the order of
 * their ends, and the number of later ones, for which there was no room. */
int64_t dt_profile_num_spans(const DtContext *context, int64_t i);
DtSpan dt_profile_span(DtContext *context, int64_t i, int64_t span);
int64_t dt_profile_num_lost(const DtContext *context, int64_t i);
/* The programs that the device has run, in the order of their first runs. */
int64_t dt_profile_num_programs(const DtContext *context, int64_t i);
DtProgram dt_profile_program(const DtContext *context, int64_t i,
                             int64_t program);
/* The events of one of them, in which spans that are not kept count as well.
 * `total` is the number of an event. It may have a count of 0. */
int64_t dt_profile_num_totals(const DtContext *context, int64_t i,
                              int64_t program);
DtEventTotal dt_profile_total(DtContext *context, int64_t i, int64_t program,
                              int64_t total);
/* The runs of one of them: their number, the seconds of all, and of the part
 * that is in no event. */
int64_t dt_profile_num_runs(const DtContext *context, int64_t i,
                            int64_t program);
double dt_profile_run_seconds(DtContext *context, int64_t i, int64_t program);
double dt_profile_other_seconds(DtContext *context, int64_t i, int64_t program);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_RUNTIME_PROFILE_H */
