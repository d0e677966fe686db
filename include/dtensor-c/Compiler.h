/*===- Compiler.h - From a program to an executable in C ----------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* These functions are in the compiler's library (-ldtensor_compiler), and all
|* others in the host library. See dt/Compiler.h.
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_COMPILER_H
#define DTENSOR_C_COMPILER_H

#include "dtensor-c/Executable.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a compilation. Where a function takes options, a null handle means
 * the defaults. Options must not be changed while another thread uses them. */
typedef struct DTensorCompileOptions {
  void *ptr;
} DTensorCompileOptions;

/* The defaults. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsCreate(DTensorCompileOptions *result);
DTENSOR_C_EXPORT void
dtensorCompileOptionsDestroy(DTensorCompileOptions options);

/* The function to compile; by default `main`, or else the only public one. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsSetEntry(DTensorCompileOptions options, const char *entry);
/* The mesh, if the program has none, or instead of its own. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsSetMesh(DTensorCompileOptions options, DTensorMesh mesh);
/* A layout such as `x,unsharded`. The others are left to propagation. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetArgumentLayout(
    DTensorCompileOptions options, int64_t index, const char *layout);
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetResultLayout(
    DTensorCompileOptions options, int64_t index, const char *layout);
/* Mesh and layouts as JSON: the contents of a file for the option `--layouts`
 * of dtensor-run. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetLayouts(
    DTensorCompileOptions options, const char *json);

typedef enum DTensorKernels {
  /* Kernel libraries compute contractions where that is faster. */
  DTENSOR_KERNELS_AUTOMATIC = 0,
  DTENSOR_KERNELS_GENERATED = 1
} DTensorKernels;
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetKernels(
    DTensorCompileOptions options, DTensorKernels kernels);
/* Whether arithmetic on floats may round in other ways, and take subnormal
 * numbers for zero. Infinities and NaN stay. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsSetFastMath(DTensorCompileOptions options, bool fast);
/* The processor that the code is for, by one of LLVM's names. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetProcessor(
    DTensorCompileOptions options, const char *processor);
/* The machine on which plans of layouts are priced: the contents of a file for
 * the option `--machine` of dtensor-run. Empty for an abstract one. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetMachine(
    DTensorCompileOptions options, const char *json);
/* Whether a relayout is an error that moves data and that the program does not
 * ask for. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsSetStrict(DTensorCompileOptions options, bool strict);
/* Whether values may be gathered without a request where that moves less. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetGatherWhereLess(
    DTensorCompileOptions options, bool gather);
/* Whether ops without a rule run on gathered operands, with a warning. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetReplicateUnknown(
    DTensorCompileOptions options, bool replicate);
/* The bytes that a gathering of a whole value on all devices may receive if no
 * annotation asks for it; negative for no limit. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetReplicationLimit(
    DTensorCompileOptions options, int64_t bytes);
/* Whether the code has the events that a profile records; see dt/Compiler.h. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCompileOptionsSetEvents(DTensorCompileOptions options, bool events);
/* The name of the program in messages. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetFileName(
    DTensorCompileOptions options, const char *name);
/* A folder that keeps compiled programs for other processes; empty for none. By
 * default it is that of the environment variable DTENSOR_CACHE. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetCacheFolder(
    DTensorCompileOptions options, const char *folder);
/* `warn` is called with each warning, which are otherwise written to stderr. */
typedef void (*DTensorWarningFunction)(void *data, const char *text);
DTENSOR_C_EXPORT DTensorStatus dtensorCompileOptionsSetWarningFunction(
    DTensorCompileOptions options, DTensorWarningFunction warn, void *data);

/* Partitions a program for the devices of a mesh and compiles it. `source` is
 * MLIR, as text or bytecode of `length` bytes: StableHLO, linalg on tensors, or
 * another form that dtensor-run reads. The same program with the same options
 * is compiled once. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompile(const char *source,
                                              int64_t length,
                                              DTensorCompileOptions options,
                                              DTensorExecutable *result);
/* The same for a file. */
DTENSOR_C_EXPORT DTensorStatus dtensorCompileFile(const char *path,
                                                  DTensorCompileOptions options,
                                                  DTensorExecutable *result);

/* The steps after which a program can be looked at; see README.md. */
typedef enum DTensorStage {
  DTENSOR_STAGE_IMPORT = 0,
  DTENSOR_STAGE_PROPAGATE = 1,
  DTENSOR_STAGE_RELAYOUT = 2,
  DTENSOR_STAGE_EXPAND = 3,
  DTENSOR_STAGE_OPTIMIZE = 4,
  DTENSOR_STAGE_BUFFERIZE = 5,
  DTENSOR_STAGE_LLVM = 6
} DTensorStage;
/* The program after a stage, as text of MLIR. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorLower(const char *source, int64_t length,
                                            DTensorStage stage,
                                            DTensorCompileOptions options,
                                            char **result);
/* How the layout of the value called `name` in the source came about. The
 * caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorExplain(const char *source,
                                              int64_t length, const char *name,
                                              DTensorCompileOptions options,
                                              char **result);

/* How often programs were compiled since the process began, and how often one
 * was found in memory or in the cache's folder instead. */
typedef struct DTensorCompileCounts {
  int64_t compiled, foundInMemory, foundInFolder;
} DTensorCompileCounts;
DTENSOR_C_EXPORT DTensorStatus
dtensorGetCompileCounts(DTensorCompileCounts *result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_COMPILER_H */
