/*===- Checkpoint.h - Tensors on disk, in C -----------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_CHECKPOINT_H
#define DTENSOR_C_CHECKPOINT_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A checkpoint on disk that is being read; see dt/Checkpoint.h. */
typedef struct DTensorCheckpointReader {
  void *ptr;
} DTensorCheckpointReader;

/* Writes tensors to a new folder, or over an old checkpoint, which is whole
 * until the new one is. With `whole`, files hold whole tensors rather than the
 * parts of devices. A partial tensor, a name that is there twice and a path
 * with other files are errors. */
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointSave(
    const char *path, int64_t numTensors, const char *const *names,
    const DTensorDTensor *tensors, bool whole);

/* Opens a checkpoint. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderCreate(
    const char *path, DTensorCheckpointReader *result);
DTENSOR_C_EXPORT void
dtensorCheckpointReaderDestroy(DTensorCheckpointReader reader);
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderGetNumTensors(
    DTensorCheckpointReader reader, int64_t *result);
/* The name of a tensor; they are in order. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderGetName(
    DTensorCheckpointReader reader, int64_t index, char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderGetDType(
    DTensorCheckpointReader reader, const char *name, DTensorDType *result);
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderGetRank(
    DTensorCheckpointReader reader, const char *name, int64_t *result);
/* Writes the extents, of which there are as many as the rank. */
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderGetShape(
    DTensorCheckpointReader reader, const char *name, int64_t *shape);
/* The tensor in any layout. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCheckpointReaderLoad(DTensorCheckpointReader reader, const char *name,
                            DTensorLayout layout, DTensorDTensor *result);
/* Several tensors, each in its layout. The caller owns the results. */
DTENSOR_C_EXPORT DTensorStatus dtensorCheckpointReaderLoadAll(
    DTensorCheckpointReader reader, int64_t numTensors,
    const char *const *names, const DTensorLayout *layouts,
    DTensorDTensor *results);
/* Reads everything and compares it with its checksums. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCheckpointReaderVerify(DTensorCheckpointReader reader);
/* A table of the tensors, with their layouts drawn. The caller owns it. */
DTENSOR_C_EXPORT DTensorStatus
dtensorCheckpointReaderPrint(DTensorCheckpointReader reader, char **result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_CHECKPOINT_H */
