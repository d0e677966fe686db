/*===- Layout.h - Meshes and layouts in C -------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_LAYOUT_H
#define DTENSOR_C_LAYOUT_H

#include "dtensor-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A named grid of devices; see dt/Mesh.h. */
typedef struct DTensorMesh {
  void *ptr;
} DTensorMesh;
/* How a tensor lies on a mesh; see dt/Layout.h. */
typedef struct DTensorLayout {
  void *ptr;
} DTensorLayout;

/* Makes a mesh of `numDims` dimensions. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshCreate(int64_t numDims,
                                                 const char *const *names,
                                                 const int64_t *sizes,
                                                 DTensorMesh *result);
/* Parses `x=3,y=2` or TensorFlow's form. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshParse(const char *text,
                                                DTensorMesh *result);
/* The same, with blocks of devices for processes in the order of
 * `processOrder`, such as `y,x`; see dt/Mesh.h. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshParseInOrder(const char *text,
                                                       const char *processOrder,
                                                       DTensorMesh *result);
DTENSOR_C_EXPORT void dtensorMeshDestroy(DTensorMesh mesh);
/* `x=3,y=2`; the text belongs to the mesh. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetText(DTensorMesh mesh,
                                                  const char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetNumDevices(DTensorMesh mesh,
                                                        int64_t *result);
/* The number of devices that this process runs, and the i-th of them. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetNumLocalDevices(DTensorMesh mesh,
                                                             int64_t *result);
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetLocalDevice(DTensorMesh mesh,
                                                         int64_t index,
                                                         int64_t *result);
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetDimSize(DTensorMesh mesh,
                                                     const char *name,
                                                     int64_t *result);
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetNumDims(DTensorMesh mesh,
                                                     int64_t *result);
/* A dimension by its position. The name belongs to the mesh. Either pointer may
 * be null. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetDim(DTensorMesh mesh,
                                                 int64_t index,
                                                 const char **name,
                                                 int64_t *size);
/* Writes the coordinates of a device, one per dimension. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetCoordinates(DTensorMesh mesh,
                                                         int64_t device,
                                                         int64_t *result);
/* TensorFlow's name of a device. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshGetDeviceName(DTensorMesh mesh,
                                                        int64_t device,
                                                        char **result);
/* TensorFlow's form of the mesh. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorMeshPrint(DTensorMesh mesh,
                                                char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorMeshEqual(DTensorMesh a, DTensorMesh b,
                                                bool *result);

/* Makes a layout of one spec per axis: `x`, `x+y` or `unsharded`. The caller
 * owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutCreate(int64_t numSpecs,
                                                   const char *const *specs,
                                                   DTensorMesh mesh,
                                                   DTensorLayout *result);
/* Makes a layout with which every device has the whole tensor. The caller owns
 * the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutCreateReplicated(
    DTensorMesh mesh, int64_t rank, DTensorLayout *result);
/* Makes a layout in which `dim` shards axis `axis`; -1 is the last. The caller
 * owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorLayoutCreateBatchSharded(DTensorMesh mesh, const char *dim, int64_t rank,
                                int64_t axis, DTensorLayout *result);
/* Parses TensorFlow's form, which has the mesh. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorLayoutParseWithMesh(const char *text, DTensorLayout *result);
/* Parses `x,unsharded;partial(sum):y`. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutParse(const char *text,
                                                  DTensorMesh mesh,
                                                  DTensorLayout *result);
/* Parses PyTorch's placements, `Shard(0),Replicate()`. The caller owns the
 * result. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutParsePlacements(
    const char *text, DTensorMesh mesh, int64_t rank, DTensorLayout *result);
DTENSOR_C_EXPORT void dtensorLayoutDestroy(DTensorLayout layout);
/* `x,unsharded`; the text belongs to the layout. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutGetText(DTensorLayout layout,
                                                    const char **result);
/* TensorFlow's form. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutPrint(DTensorLayout layout,
                                                  char **result);
/* Whether every device holds the whole tensor. */
DTENSOR_C_EXPORT DTensorStatus
dtensorLayoutIsFullyReplicated(DTensorLayout layout, bool *result);
/* Whether some devices hold addends. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutIsPartial(DTensorLayout layout,
                                                      bool *result);
/* The effect along one mesh dimension, in PyTorch's terms: `Shard(0)`,
 * `Replicate` or `Partial(sum)`. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutPrintPlacement(DTensorLayout layout,
                                                           int64_t dim,
                                                           char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutGetRank(DTensorLayout layout,
                                                    int64_t *result);
/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutGetMesh(DTensorLayout layout,
                                                    DTensorMesh *result);
/* Writes, for each axis, the first position and the extent of the component
 * that a device has of a tensor. Either pointer may be null. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutGetComponent(
    DTensorLayout layout, int64_t rank, const int64_t *shape, int64_t device,
    int64_t *offsets, int64_t *extents);
/* A drawing of the devices that hold each part. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutDraw(DTensorLayout layout,
                                                 int64_t rank,
                                                 const int64_t *shape,
                                                 char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorLayoutEqual(DTensorLayout a,
                                                  DTensorLayout b,
                                                  bool *result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_LAYOUT_H */
