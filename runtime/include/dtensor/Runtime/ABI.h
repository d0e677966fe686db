/*===- ABI.h - The C ABI of the runtime ---------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The complete interface between the compiler and the runtime, in plain C.
|* There are no globals: all state belongs to a DtContext (one mesh of devices)
|* and to the DtDevice that generated code gets as an argument. docs/Runtime.md
|* describes the memory protocol.
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

/* Element types of buffers. An i1 takes a byte, 0 or 1, and a complex number
 * two components. Floats of 8 bits are moved and merged, but not added. */
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
  DT_C64 = 9,   /* complex of f32 */
  DT_C128 = 10, /* complex of f64 */
  DT_F8E5M2 = 11,
  DT_F8E4M3FN = 12,
  DT_F8E4M3 = 13,
  DT_F8E5M2FNUZ = 14,
  DT_F8E4M3FNUZ = 15,
  DT_F8E4M3B11FNUZ = 16,
  DT_F8E3M4 = 17,
  DT_F8E8M0FNU = 18
} DtElementType;

/* The numbers of dtensor::Combiner. */
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
  DT_AVG = 13,
  /* Of floats, the sum of +0 and the addends: that of negative zeros is +0. */
  DT_ADD_FROM_ZERO = 14
} DtCombiner;

/* The beginning of a ranked memref descriptor. `rank` sizes and then `rank`
 * strides (in elements) follow. Data starts at aligned + offset elements. */
typedef struct DtMemRef {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizesAndStrides[];
} DtMemRef;

/* The part of `extent` positions that the device at `coordinate` of `count`
 * gets. It is the one of torch.chunk: ceil(extent/count) positions each, the
 * tail shorter or empty. An empty part starts where the extent ends. Several
 * mesh dimensions on one axis divide it one after the other, major first. */
static inline void dt_chunk(int64_t extent, int64_t count, int64_t coordinate,
                            int64_t *chunkOffset, int64_t *chunkExtent) {
  int64_t size = (extent + count - 1) / count;
  int64_t offset = size * coordinate < extent ? size * coordinate : extent;
  *chunkOffset = offset;
  *chunkExtent = extent - offset < size ? extent - offset : size;
}

/* The kinds of sites. A site is a constant of the program: a flat array of
 * int64_t that begins with its kind and an element type. It is an error if
 * devices meet at sites of different kinds. */
typedef enum DtSiteKind {
  DT_COLLECTIVE_SITE = 1,
  DT_FETCH_SITE = 2,
  DT_RESHAPE_SITE = 3,
  DT_TAKE_SITE = 4
} DtSiteKind;

/* A collective:
 *   [0] DT_COLLECTIVE_SITE   [1] element type   [2] combiner of the partial
 *   dimensions   [3] rank   [4] flags (DT_SHARED_DESTINATION)   [5] bit mask:
 *   partial dimensions of `from`   [6] bit mask: partial dimensions of `to`
 *   [7] bit mask: mesh dimensions that span the group
 *   then for `from` and then for `to`, per axis: count, mesh dimensions (major
 *   first).
 * Both layouts are of the same tensor, whose global extents are an argument. */
typedef const int64_t *DtSite;
enum {
  /* The members of the group along whose mesh dimensions `to` is replicated
   * pass the same destination buffer, which only the collective writes. Members
   * write disjoint parts of it. A source that already lies at its place in the
   * destination is not copied. It is an error if the buffers differ. */
  DT_SHARED_DESTINATION = 1
};
enum { DT_SITE_HEADER = 8 };

/* A fetch:
 *   [0] DT_FETCH_SITE   [1] element type   [2] rank   [3] number of loops
 *   [4] number of sources   [5] bit mask: mesh dimensions that span the group
 *   [6] flags (DT_FROM_PEERS_ONLY)
 *   then for each loop: count, mesh dimensions that divide it (major first)
 *   then for each axis of the destination: offset, number of terms, and for
 *   each term: loop, stride. A position is offset + the sum of stride * loop.
 *   The device's destination is the box from the first to the last position
 *   for its part of the loops.
 *   then for each source, per axis: stride, destination's stride, count, mesh
 *   dimensions.
 * The following numbers may differ between calls: the extents of the loops;
 * then for each source, per axis: extent, start, count, destination's start. In
 * the global view, position start + stride * t of the source goes to
 * destination's start + destination's stride * t, for t in [0, count), as far
 * as there are such positions. */
typedef const int64_t *DtFetchSite;
enum {
  /* What the device itself holds is left out. Its positions in the destination
   * keep their values. */
  DT_FROM_PEERS_ONLY = 1
};
enum { DT_FETCH_HEADER = 7 };

/* A reshape:
 *   [0] DT_RESHAPE_SITE   [1] element type   [2] rank before   [3] rank after
 *   [4] bit mask: mesh dimensions that span the group
 *   then for the layout before and then for the one after, per axis: count,
 *   mesh dimensions (major first). */
enum { DT_RESHAPE_HEADER = 5 };

/* A take:
 *   [0] DT_TAKE_SITE   [1] element type   [2] rank
 *   [3] bit mask: mesh dimensions that span the group   [4] axis
 *   then per axis: count, mesh dimensions (major first). */
enum { DT_TAKE_HEADER = 5 };

/*===-------------------- called by generated code ------------------------===*/

/* The coordinate of the device along mesh dimension `dim`. */
int64_t dt_coordinate(DtDevice *device, int64_t dim);

/* Moves and combines components of a tensor of `extents`. The device's
 * component under the site's `from` layout is in `source`; its component under
 * `to` is written to `destination`. All members of the group must call their
 * collectives in the same order. Reductions combine in the order of
 * coordinates. On return the destination is complete, and the source may be
 * overwritten. */
void dt_collective(DtDevice *device, DtSite site, const char *where,
                   const DtMemRef *source, const DtMemRef *destination,
                   const int64_t *extents);

/* Copies boxes of several tensors, of which the device has its components, into
 * the destination. Positions that no source covers keep their values, and later
 * sources overwrite earlier ones. All members of the group must call their
 * collectives in the same order, with the same numbers. On return the
 * destination is complete, and the sources may be overwritten. */
void dt_fetch(DtDevice *device, DtFetchSite site, const char *where,
              const DtMemRef *const *sources, const DtMemRef *destination,
              const int64_t *numbers);

/* Moves elements between two shapes with equally many elements, in row-major
 * order. The device's component of a tensor of `fromExtents` is in `source`;
 * its component of the tensor of `toExtents` is written to `destination`. The
 * other rules are those of dt_collective. */
void dt_reshape(DtDevice *device, DtSite site, const char *where,
                const DtMemRef *source, const DtMemRef *destination,
                const int64_t *fromExtents, const int64_t *toExtents);

/* Copies elements from any positions along the site's axis. Element [.., i, ..]
 * of the destination is element [.., positions[.., i, ..], ..] of a tensor of
 * `extents`, of which the device's component is in `source`. Positions are
 * int64_t and have the destination's extents. These are the source's extents
 * except along the axis. The other rules are those of dt_collective. */
void dt_take(DtDevice *device, DtSite site, const char *where,
             const DtMemRef *source, const DtMemRef *positions,
             const DtMemRef *destination, const int64_t *extents);

/* Waits until every device of the group that the mesh dimensions in `dims` (bit
 * mask) span has arrived here. */
void dt_barrier(DtDevice *device, int64_t dims, const char *where);

/* Begins (1) or ends (0) a part of the device's work in which instructions take
 * subnormal floats for zero, where a processor is slow at them. Other devices
 * and the host's own code are not concerned. */
void dt_flush_subnormals(int32_t flush);

/* Memory of the device alone: at least `bytes`, 64-byte aligned, kept from call
 * to call with undefined contents. There is one arena per device. */
void *dt_arena(DtDevice *device, int64_t bytes);

/* The same for each group that `dims` span. The address is the same on every
 * member. The call does not wait: every member asks for the same number of
 * bytes. */
void *dt_shared_arena(DtDevice *device, int64_t dims, int64_t bytes);

/* Memory of the device until the end of the program's call, for extents without
 * a known bound. */
void *dt_alloc(DtDevice *device, int64_t bytes);

/* Leaves the program if it has failed on another device or was interrupted. A
 * loop that need not end, and in which devices do not wait, calls it in each
 * round. */
void dt_poll(DtDevice *device);

/* Ends the program on all devices with this error. Does not return. */
void dt_fail(DtDevice *device, const char *message, const char *where);

/* A part of a loop: the iterations of `begin`, `begin` + step and so on, up to
 * `end`. `captured` is what the loop reads besides. */
typedef void (*DtLoopPart)(const void *captured, int64_t begin, int64_t end);

/* Runs a loop on the cores of the device, a part on each. The iterations are
 * independent, and the function calls nothing of the runtime. */
void dt_divide(DtDevice *device, DtLoopPart part, const void *captured,
               int64_t begin, int64_t end, int64_t step);

/* Contractions by the kernel library; see runtime/kernels. `descriptor` is a
 * constant of the program: [0..2] element types of a, b, c; [3] whether c is
 * accumulated into; then ranks and roles as Kernels.h documents. */
void dt_contract(DtDevice *device, const int64_t *descriptor, const char *where,
                 const DtMemRef *a, const DtMemRef *b, const DtMemRef *c);

/* Routines of LAPACK with their names in linalg_ext.lapack. */
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
 * overwrites copies only. */
enum { DT_LAPACK_HEADER = 4 };
void dt_lapack(DtDevice *device, const int64_t *call, const char *where,
               const DtMemRef *const *operands);

/* An operand of a function that the user has defined: dense and row-major, with
 * `rank` extents and as many strides in elements. */
typedef struct DtCustomOperand {
  int32_t elementType; /* a DtElementType */
  int32_t isUnsigned;
  int64_t rank;
  const int64_t *extents;
  void *data;
} DtCustomOperand;

/* A function of the user. `operands` are sources, which it does not change, and
 * then destinations, all of whose elements it writes. Devices call it at the
 * same time, on DT_CUSTOM_STACK bytes of stack. Returns NULL, or a description
 * of the error, which the runtime copies at once. */
enum { DT_CUSTOM_STACK = 1 << 20 };
typedef const char *(*DtCustomFunction)(void *data, int64_t device,
                                        int64_t numSources, int64_t numDests,
                                        const DtCustomOperand *operands);

/* Calls the function that the user has defined as `name`. `call` is a constant
 * of the program: [0] number of sources   [1] number of destinations, then for
 * each operand: element type, rank, whether unsigned. */
enum { DT_CUSTOM_HEADER = 2, DT_CUSTOM_PER_OPERAND = 3 };
void dt_custom_call(DtDevice *device, const int64_t *call, const char *name,
                    const char *where, const DtMemRef *const *operands);

/*===----------------------------- host API -------------------------------===*/

/* The instructions that loops and kernels of the runtime may use: all that this
 * processor has, or those of a level of the x86-64 psABI. */
typedef enum DtProcessorLevel {
  DT_PROCESSOR_NATIVE = 0,
  DT_X86_64_V2 = 2,
  DT_X86_64_V3 = 3,
  DT_X86_64_V4 = 4
} DtProcessorLevel;

/* Limits the runtime's loops and the libraries of kernels to a level. Libraries
 * choose their kernels once per process: the first call decides, or the first
 * program that runs without one (DT_PROCESSOR_NATIVE). Returns NULL, or a
 * description of the error. */
const char *dt_limit_processor(DtProcessorLevel level);

/* Gives the programs of this process a function, until the process ends. `data`
 * is its first argument. Returns 0; 1 if there is a function of this name,
 * which stays; 2 if there is not enough memory. */
int dt_define_function(const char *name, DtCustomFunction function, void *data);

/* The program of one device. `arguments` are pointers to the memref descriptors
 * of its arguments, followed by those of its results (destinations). */
typedef void (*DtProgram)(DtDevice *device, void **arguments);

/* An argument or a result of a program, as the host sees it. */
typedef struct DtValueInfo {
  int32_t elementType; /* a DtElementType */
  int32_t rank;        /* of a tensor; -1 for a scalar */
  int32_t isUnsigned;
  int32_t donor; /* of a result: the argument whose memory it takes, or -1 */
  const int64_t *shape; /* in the global view; INT64_MIN if dynamic */
  const char *layout;   /* such as `x,unsharded` */
  const char *name;     /* such as `weights`: docs/Compile.md has the rules */
  int32_t isShared;     /* of a result: whether devices that hold the same part
                           write it together, and must get the same memory */
} DtValueInfo;

/* The description of a program in its object file. Object files define it as
 * `NAME__program`, for the function NAME of the source, and as the weak symbol
 * `dt_program`, for users who link a single program. */
enum { DT_PROGRAM_VERSION = 4 };
typedef struct DtProgramInfo {
  int64_t version; /* DT_PROGRAM_VERSION */
  const char *name;
  const char *processor; /* the processor of the code */
  int64_t level;         /* a DtProcessorLevel, for dt_limit_processor */
  DtProgram program;
  int64_t stackBytes; /* for dt_set_stack */
  const char *mesh;   /* such as `x=2,y=4`; empty for one device */
  int64_t numArguments, numResults;
  const DtValueInfo *values; /* arguments, then results */
  const char *features;      /* LLVM's names of the features that the code may
                                use, with commas between them */
  int64_t peakBytes;         /* of arguments, results and buffers on a device */
  const char *report;        /* the communication report, as JSON */
  uint64_t fingerprint;      /* of the code, for dt_set_fingerprint */
} DtProgramInfo;

/* The number of cores that this process may use: those to which its launcher,
 * or taskset, has bound it. */
int64_t dt_count_cores(void);

/* Makes a mesh of `numDims` dimensions, row-major. `workers` threads run the
 * devices, one of which is the caller of dt_run. 0 means one thread for each of
 * dt_count_cores, at most one per device. Returns NULL if there is not enough
 * memory or a size is not positive. */
DtContext *dt_context_create(int64_t numDims, const int64_t *sizes,
                             int64_t workers);
void dt_context_destroy(DtContext *context);

/* The processes of a job that run programs together. docs/Processes.md
 * describes them. */
typedef struct DtProcesses DtProcesses;

/* Joins the processes that a launcher of MPI has started together with this
 * one. Returns NULL if it was started alone, and if there is an error, which
 * `error` is set to then. It is set to NULL otherwise. */
DtProcesses *dt_processes_join(const char **error);

/* Joins the processes of an MPI_Comm, to which `communicator` points. The
 * program has initialized MPI. Returns NULL without an error if it has one
 * process. A null pointer stands for all processes, as above. This process ends
 * with exit code 1 if not all have come within `seconds` (0 for no limit, 60
 * above), or if another one ends meanwhile. */
DtProcesses *dt_processes_join_communicator(const void *communicator,
                                            double seconds, const char **error);

/* Leaves them. Contexts that were made with them must be destroyed before. All
 * processes call it. If a program or a meeting has failed, it does not wait for
 * the others. */
void dt_processes_leave(DtProcesses *processes);

/* Sets the time for which another process may not answer, for example because
 * it is stopped (60 s by default, 0 for ever). Then this process ends with exit
 * code 1 and prints which one it is. dt_set_watchdog of a context with several
 * processes sets it as well. */
void dt_processes_set_watchdog(DtProcesses *processes, double seconds);

int64_t dt_processes_count(const DtProcesses *processes);
/* The number of this process. */
int64_t dt_processes_rank(const DtProcesses *processes);

/* Waits for all processes, each of which must call it. values[i] is a text of
 * this process about names[i], and must be the same in all. `error` is an error
 * of this process, or NULL. Returns NULL, or in all processes the description
 * of one error or difference, which is valid until the next call. */
const char *dt_processes_meet(DtProcesses *processes, int64_t numFacts,
                              const char *const *names,
                              const char *const *values, const char *error);

/* The same for programs whose processes take other ways after an error: it
 * returns with an error as soon as another process has failed, and after an
 * error none of them can meet or run programs any more. */
const char *dt_processes_agree(DtProcesses *processes, int64_t numFacts,
                               const char *const *names,
                               const char *const *values, const char *error);

/* The sum of a number of each process, each of which must call it. It is
 * meaningless after an error, which the next meeting returns. */
int64_t dt_processes_sum(DtProcesses *processes, int64_t own);

/* Tells all processes that this one fails. Their programs and meetings end with
 * the error. */
void dt_processes_fail(DtProcesses *processes, const char *error);

/* Whether a program or a meeting has failed. Returns 0 or 1. */
int dt_processes_have_failed(DtProcesses *processes);

/* The same as dt_context_create for a mesh that all processes run together.
 * Devices are put in row-major order of the mesh dimensions in `order`, the
 * major one first (NULL: as the mesh has them), and dealt out in blocks of
 * equal size, or sizes that differ by one. Programs and their calls are the
 * same in all processes. Also returns NULL if there are fewer devices than
 * processes, or more groups than tags of the MPI. */
DtContext *dt_context_create_among(DtProcesses *processes, int64_t numDims,
                                   const int64_t *sizes, const int64_t *order,
                                   int64_t workers);

/* The number of devices that this process runs, and the i-th of them. */
int64_t dt_context_num_devices(const DtContext *context);
int64_t dt_context_device(const DtContext *context, int64_t i);

/* The bytes of addends that this process has sent to others one by one, since
 * it had no whole subtree of a combination. */
int64_t dt_context_uncombined_bytes(const DtContext *context);

/* Runs the program on all devices; arguments[i] goes to the i-th device of this
 * process: if it is alone, to device i. Returns 0 if it succeeds. Returns 1 if
 * a device failed; dt_error then has the message. Returns 2 if the context is
 * already running a program, which continues. */
int dt_run(DtContext *context, DtProgram program, void ***arguments);

/* Sets a number that tells the next programs from others. If processes run
 * programs with different numbers, that is an error as soon as these exchange
 * anything. It is 0 by default. */
void dt_set_fingerprint(DtContext *context, uint64_t fingerprint);

/* The message of the last dt_run that failed. It is valid until the next
 * dt_run. */
const char *dt_error(DtContext *context);

/* Sets the seconds after which it is an error that a device waits. The error
 * names the devices that wait, the places, and the devices that they wait for.
 * 0 means no limit. A negative number is the default: 60 seconds if several
 * processes run the mesh, otherwise no limit. */
void dt_set_watchdog(DtContext *context, double seconds);

/* Sets the seconds for which a thread without work polls before it sleeps. A
 * thread that sleeps takes some 50 microseconds to wake, and one that polls
 * offers its core to others now and then. A negative number is the default: the
 * microseconds in the environment variable DTENSOR_SPIN_MICROSECONDS, or 2000.
 */
void dt_set_spin(DtContext *context, double seconds);

/* Binds each thread of the context to a core of its own among those that the
 * process may use, from the next call on: the i-th thread to the i-th core. The
 * caller's thread is the first one, and stays as it is. Returns 0; or 1, and
 * binds none, if there are fewer cores than threads. Contexts are made so if
 * the environment variable DTENSOR_PIN_THREADS is 1 and there are enough cores.
 */
int dt_pin_threads(DtContext *context);

/* Sets the folder to which the last collectives of each device are written
 * after an error, for `dtensor-run --read-flight-records`. NULL or an empty
 * text means none. The default is the environment variable
 * DTENSOR_FLIGHT_RECORDS. It must not be called while a program runs. */
void dt_set_flight_records(DtContext *context, const char *folder);

/* Sets the bytes of stack that the code of programs takes on each device,
 * besides those of the runtime and kernel libraries; 0 by default. A device
 * that needs more ends the program with an error. Returns 0, or 1 if there is
 * not enough memory. It must not be called while a program runs. */
int dt_set_stack(DtContext *context, int64_t bytes);

/*===------------------------ functions of programs -----------------------===*/

/* A program that is called as a function of C. Libraries that dtensor-compile
 * makes have one. Calls from several threads run one after the other. */
typedef struct DtFunction {
  const DtProgramInfo *program;
  /* For each value, a collective from its layout to the same layout without
   * partial dimensions. */
  const DtSite *sites;
  void *state; /* of the runtime; at first NULL */
} DtFunction;

/* Runs the program on whole tensors, row-major: values[i] is the first element
 * of an argument, then of a result. No two may overlap if one of them is a
 * result. extents[i] has the extents of a value whose shape is dynamic;
 * otherwise it may be NULL. Arguments are not changed, whatever they donate.
 * Returns 0; or 1 if the program raised an error, or 2 if it cannot be run.
 * Then dt_call_error has the message. The first call starts the devices. */
int dt_call(DtFunction *function, void *const *values,
            const int64_t *const *extents);

/* The same on components: values[i][d] is that of device d, row-major.
 * Components of one replicated argument may be the same memory. So may those of
 * a replicated result that is shared (DtValueInfo); if they are not, they are
 * copied. A component that the program donates is overwritten, and that of the
 * result that takes its memory is not read. */
int dt_call_components(DtFunction *function, void *const *const *values,
                       const int64_t *const *extents);

/* The message of this thread's last call that failed. It is valid until its
 * next call. */
const char *dt_call_error(void);

/* Ends the devices, which the next call starts again. No other call of the
 * function may be in progress. */
void dt_call_end(DtFunction *function);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_RUNTIME_ABI_H */
