/*===- ABI.h - What generated code and hosts call ------------------*- C
-*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The whole interface between the compiler and the runtime, plain C. There are
|* no globals: all state hangs off a DtContext (one mesh of devices) and the
|* DtDevice that generated code is handed. docs/Runtime.md has the memory
|* protocol.
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_RUNTIME_ABI_H
#define DTENSOR_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct DtContext DtContext;
typedef struct DtDevice DtDevice;

/* Element types of buffers. i1 takes a byte, 0 or 1; complex two components. */
typedef enum DtElementType {
  DT_I1 = 0,
  DT_I8 = 1,
  DT_I16 = 2,
  DT_I32 = 3,
  DT_I64 = 4,
  DT_F16 = 5,
  DT_BF16 = 6,
  DT_F32 = 7,
  DT_F64 = 8,
  DT_C64 = 9,  /* complex of f32 */
  DT_C128 = 10 /* complex of f64 */
} DtElementType;

/* As dtensor::Combiner. */
typedef enum DtCombiner {
  DT_ADD = 0,
  DT_MUL = 1,
  DT_AND = 2,
  DT_OR = 3,
  DT_XOR = 4,
  DT_MAX_SIGNED = 5,
  DT_MIN_SIGNED = 6,
  DT_MAX_UNSIGNED = 7,
  DT_MIN_UNSIGNED = 8,
  DT_MAXIMUM = 9,
  DT_MINIMUM = 10,
  DT_MAX_NUM = 11,
  DT_MIN_NUM = 12,
  DT_AVG = 13
} DtCombiner;

/* A ranked memref descriptor begins so; `rank` sizes and then `rank` strides
 * (in elements) follow. Data starts at aligned + offset elements. */
typedef struct DtMemRef {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizesAndStrides[];
} DtMemRef;

/* The part of `extent` positions that the device at `coordinate` of `count`
 * gets, as torch.chunk cuts: ceil(extent/count) each, the tail shorter or
 * empty. An empty part starts where the extent ends. Several mesh dimensions on
 * one axis cut one after the other, major first. */
static inline void dt_chunk(int64_t extent, int64_t count, int64_t coordinate,
                            int64_t *chunkOffset, int64_t *chunkExtent) {
  int64_t size = (extent + count - 1) / count;
  int64_t offset = size * coordinate < extent ? size * coordinate : extent;
  *chunkOffset = offset;
  *chunkExtent = extent - offset < size ? extent - offset : size;
}

/* A collective as a constant of the program: a flat array of int64_t.
 *   [0] element type   [1] combiner of the partial dimensions   [2] rank
 *   [3] flags (DT_SHARED_DESTINATION)   [4] bit mask: partial dimensions of
 *   `from`   [5] bit mask: partial dimensions of `to`   [6] bit mask: mesh
 *   dimensions that span the group
 *   then for `from` and then for `to`, per axis: count, mesh dimensions (major
 *   first).
 * Both layouts are of the same tensor; its global extents are an argument. */
typedef const int64_t *DtSite;
enum {
  /* The members of the group along whose mesh dimensions `to` is replicated
   * pass the same destination buffer, which none but the collective writes;
   * members write disjoint parts of it. A source that already lies at its place
   * in the destination is not copied. */
  DT_SHARED_DESTINATION = 1
};
enum { DT_SITE_HEADER = 7 };

/* A fetch as a constant of the program: a flat array of int64_t.
 *   [0] element type   [1] rank   [2] number of loops   [3] number of sources
 *   [4] bit mask: mesh dimensions that span the group
 *   then for each loop: count, mesh dimensions that divide it (major first)
 *   then for each axis of the destination: offset, number of terms, and for
 *   each term: loop, stride. The device's destination is the box from the
 *   first position, offset + the sum of stride * loop, that its part of the
 *   loops gives, to the last.
 *   then for each source, per axis: stride, destination's stride, count, mesh
 *   dimensions.
 * What may depend on the call are the numbers: the extents of the loops; then
 * for each source, per axis: extent, start, count, destination's start. In the
 * global view position start + stride * t of the source goes to
 * destination's start + destination's stride * t, for t in [0, count), as far
 * as there are such positions. */
typedef const int64_t *DtFetchSite;
enum { DT_FETCH_HEADER = 5 };

/* A reshape as a constant of the program: a flat array of int64_t.
 *   [0] DT_RESHAPE + element type   [1] rank before   [2] rank after
 *   [3] bit mask: mesh dimensions that span the group
 *   then for the layout before and then for the one after, per axis: count,
 *   mesh dimensions (major first). */
enum { DT_RESHAPE = 256, DT_RESHAPE_HEADER = 4 };

/* A take as a constant of the program: a flat array of int64_t.
 *   [0] DT_TAKE + element type   [1] rank
 *   [2] bit mask: mesh dimensions that span the group   [3] axis
 *   then per axis: count, mesh dimensions (major first). */
enum { DT_TAKE = 512, DT_TAKE_HEADER = 4 };

/*===-------------------- called by generated code ------------------------===*/

/* Coordinate of the device along mesh dimension `dim`. */
int64_t dt_coordinate(DtDevice *device, int64_t dim);

/* Moves and combines: the device's component of a tensor of `extents` under
 * the site's `from` layout is in `source`; its component under `to` is put in
 * `destination`. All members of the group must come here in the same order.
 * Reductions combine in the order of coordinates. On return the destination is
 * whole, and the source may be overwritten. */
void dt_collective(DtDevice *device, DtSite site, const char *where,
                   const DtMemRef *source, const DtMemRef *destination,
                   const int64_t *extents);

/* Brings boxes of several tensors, of which the device has its components,
 * into the destination; what no source covers is left as it is, later sources
 * overwrite earlier ones. All members of the group must come here in the same
 * order, with the same numbers. On return the destination is whole, and the
 * sources may be overwritten. */
void dt_fetch(DtDevice *device, DtFetchSite site, const char *where,
              const DtMemRef *const *sources, const DtMemRef *destination,
              const int64_t *numbers);

/* Moves between two shapes of equally many elements, whose row-major order is
 * kept: the device's component of a tensor of `fromExtents` is in `source`; its
 * component of the tensor of `toExtents` is put in `destination`. As for
 * dt_collective otherwise. */
void dt_reshape(DtDevice *device, DtSite site, const char *where,
                const DtMemRef *source, const DtMemRef *destination,
                const int64_t *fromExtents, const int64_t *toExtents);

/* Brings elements along the site's axis, each device its own: element
 * [.., i, ..] of the destination is [.., positions[.., i, ..], ..] of a tensor
 * of `extents`, of which the device's component is in `source`. Positions are
 * int64_t, of the destination's extents; these are the source's but along the
 * axis. As for dt_collective otherwise. */
void dt_take(DtDevice *device, DtSite site, const char *where,
             const DtMemRef *source, const DtMemRef *positions,
             const DtMemRef *destination, const int64_t *extents);

/* Waits until every device of the group that the mesh dimensions in `dims`
 * (bit mask) span has come here. */
void dt_barrier(DtDevice *device, int64_t dims, const char *where);

/* Memory of the device alone, at least `bytes`, 64-byte aligned, kept from call
 * to call with its contents undefined. One arena a device. */
void *dt_arena(DtDevice *device, int64_t bytes);

/* As dt_arena, one for each group that `dims` span: the same address on every
 * member. Does not wait: every member asks for the same bytes. */
void *dt_shared_arena(DtDevice *device, int64_t dims, int64_t bytes);

/* Memory of the device until the end of the call of the program, for extents
 * that no bound is known for. */
void *dt_alloc(DtDevice *device, int64_t bytes);

/* Ends the program on all devices with this error; does not return. */
void dt_fail(DtDevice *device, const char *message, const char *where);

/* Contractions by the kernel library; see runtime/kernels. `descriptor` is a
 * constant of the program: [0..2] element types of a, b, c; [3] whether c is
 * accumulated into; then ranks and roles as Kernels.h documents. */
void dt_contract(DtDevice *device, const int64_t *descriptor, const char *where,
                 const DtMemRef *a, const DtMemRef *b, const DtMemRef *c);

/* Routines of LAPACK, as linalg_ext.lapack names them. */
typedef enum DtLapackRoutine {
  DT_POTRF = 0,
  DT_GETRF = 1,
  DT_GEQRF = 2,
  DT_GEQP3 = 3,
  DT_ORGQR = 4,
  DT_ORMQR = 5,
  DT_SYEVD = 6,
  DT_GESDD = 7,
  DT_GESVD = 8,
  DT_GEEV = 9,
  DT_GEES = 10,
  DT_SYTRD = 11,
  DT_GEHRD = 12,
  DT_GTSV = 13
} DtLapackRoutine;

/* Calls a routine for each matrix of a batch. `call` is a constant of the
 * program: [0] routine   [1] number of batch axes, the first of all operands
 * [2] number of sources   [3] number of destinations, which follow them
 * then for each operand: element type, rank; then the options. The routine
 * overwrites copies. */
enum { DT_LAPACK_HEADER = 4 };
void dt_lapack(DtDevice *device, const int64_t *call, const char *where,
               const DtMemRef *const *operands);

/*===----------------------------- host API -------------------------------===*/

/* What loops and kernels of the runtime may use: all that this processor has,
 * or the instructions of a level of the x86-64 psABI. */
typedef enum DtProcessorLevel {
  DT_PROCESSOR_NATIVE = 0,
  DT_X86_64_V2 = 2,
  DT_X86_64_V3 = 3,
  DT_X86_64_V4 = 4
} DtProcessorLevel;

/* Holds the runtime's loops and the libraries of kernels to a level. Libraries
 * choose once a process: the first call decides, or the first program that
 * runs without one (DT_PROCESSOR_NATIVE). Returns NULL, or what is wrong. */
const char *dt_limit_processor(DtProcessorLevel level);

/* What the program is on one device: `arguments` are pointers to the memref
 * descriptors of its arguments and then of its results (destinations). */
typedef void (*DtProgram)(DtDevice *device, void **arguments);

/* An argument or a result of a program, as the host sees it. */
typedef struct DtValueInfo {
  int32_t elementType; /* a DtElementType */
  int32_t rank;        /* of a tensor; -1: a number that is none */
  int32_t isUnsigned;
  int32_t donor; /* of a result: the argument whose memory it takes, or -1 */
  const int64_t *shape; /* in the global view; INT64_MIN where it is open */
  const char *layout;   /* as `x,unsharded` */
} DtValueInfo;

/* What an object file of a program says of it. Object files define
 * `NAME__program` so, for the function NAME of the source; and `dt_program`,
 * weak, for who links one of them only. */
enum { DT_PROGRAM_VERSION = 2 };
typedef struct DtProgramInfo {
  int64_t version; /* DT_PROGRAM_VERSION */
  const char *name;
  const char *processor; /* the one that the code is for */
  int64_t level;         /* a DtProcessorLevel, for dt_limit_processor */
  DtProgram program;
  int64_t stackBytes; /* for dt_set_stack */
  const char *mesh;   /* as `x=2,y=4`; empty without one: one device */
  int64_t numArguments, numResults;
  const DtValueInfo *values; /* of the arguments and then of the results */
  const char *features; /* of a processor that the code may use: LLVM's names
                           with commas between them */
} DtProgramInfo;

/* A mesh of `numDims` dimensions, row-major. `workers` threads run the devices
 * (0: one per core, at most one per device), the caller of dt_run being one of
 * them. NULL if memory is out or a size is not positive. */
DtContext *dt_context_create(int64_t numDims, const int64_t *sizes,
                             int64_t workers);
void dt_context_destroy(DtContext *context);

/* Runs the program on all devices; arguments[d] goes to device d. Returns 0;
 * or 1 if a device failed: dt_error has the message then; or 2 if the context
 * is running a program already, which goes on. */
int dt_run(DtContext *context, DtProgram program, void ***arguments);

/* Of the last dt_run that failed; valid until the next one. */
const char *dt_error(DtContext *context);

/* Seconds after which a device that waits is an error that names who waits
 * where for whom; 0 (the default): never. */
void dt_set_watchdog(DtContext *context, double seconds);

/* The bytes of stack that the code of programs takes on each device, beside
 * what runtime and kernel libraries take; 0 by default. A device that needs
 * more ends the program with an error. Returns 0, or 1 if memory is out. Not
 * while a program runs. */
int dt_set_stack(DtContext *context, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_RUNTIME_ABI_H */
