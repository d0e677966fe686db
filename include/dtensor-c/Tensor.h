/*===- Tensor.h - Tensors in C ------------------------------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_TENSOR_H
#define DTENSOR_C_TENSOR_H

#include "dtensor-c/Context.h"
#include "dtensor-c/Layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The types of elements; a boolean takes a byte, which is 0 or 1. The names of
 * narrow floats are those of ml_dtypes; see dt/DType.h. */
typedef enum DTensorDType {
  DTENSOR_BOOL = 0,
  DTENSOR_INT8 = 1,
  DTENSOR_INT16 = 2,
  DTENSOR_INT32 = 3,
  DTENSOR_INT64 = 4,
  DTENSOR_UINT8 = 5,
  DTENSOR_UINT16 = 6,
  DTENSOR_UINT32 = 7,
  DTENSOR_UINT64 = 8,
  DTENSOR_FLOAT16 = 9,
  DTENSOR_BFLOAT16 = 10,
  DTENSOR_FLOAT32 = 11,
  DTENSOR_FLOAT64 = 12,
  DTENSOR_COMPLEX64 = 13,
  DTENSOR_COMPLEX128 = 14,
  DTENSOR_FLOAT8_E5M2 = 15,
  DTENSOR_FLOAT8_E4M3FN = 16,
  DTENSOR_FLOAT8_E4M3 = 17,
  DTENSOR_FLOAT8_E5M2FNUZ = 18,
  DTENSOR_FLOAT8_E4M3FNUZ = 19,
  DTENSOR_FLOAT8_E4M3B11FNUZ = 20,
  DTENSOR_FLOAT8_E3M4 = 21,
  DTENSOR_FLOAT8_E8M0FNU = 22
} DTensorDType;

/* `float32`, `bfloat16`, `float8_e4m3fn` ...; the text lives forever. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTypeGetName(DTensorDType dtype,
                                                   const char **result);
/* The inverse. MLIR's names, as `f32`, are read as well. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTypeParse(const char *name,
                                                 DTensorDType *result);
/* The bytes of an element. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTypeGetSize(DTensorDType dtype,
                                                   int64_t *result);

/* A dense, row-major tensor of one device; see dt/Tensor.h. */
typedef struct DTensorTensor {
  void *ptr;
} DTensorTensor;
/* A tensor that the devices of a mesh hold together; see dt/DTensor.h. */
typedef struct DTensorDTensor {
  void *ptr;
} DTensorDTensor;

/* Makes a tensor of copied elements. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorCreate(const void *data,
                                                   int64_t rank,
                                                   const int64_t *shape,
                                                   DTensorDType dtype,
                                                   DTensorTensor *result);
/* Makes a tensor with undefined elements. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorCreateEmpty(int64_t rank,
                                                        const int64_t *shape,
                                                        DTensorDType dtype,
                                                        DTensorTensor *result);
/* Makes a tensor of the caller's memory, which is neither copied nor changed.
 * `release(context)` is called when nothing refers to the memory any more, from
 * any thread; it may be null. The caller owns the result. If the status is not
 * DTENSOR_OK, `release` is not called. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorBorrow(
    const void *data, int64_t rank, const int64_t *shape, DTensorDType dtype,
    void (*release)(void *context), void *context, DTensorTensor *result);
DTENSOR_C_EXPORT void dtensorTensorDestroy(DTensorTensor tensor);
/* The elements, in row-major order. They belong to the tensor. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetData(DTensorTensor tensor,
                                                    const void **result);
/* Memory to write to, which belongs to the tensor. Borrowed memory, and memory
 * that a DTensor shares, is an error. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetMutableData(DTensorTensor tensor,
                                                           void **result);
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetNumBytes(DTensorTensor tensor,
                                                        int64_t *result);
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetDType(DTensorTensor tensor,
                                                     DTensorDType *result);
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetRank(DTensorTensor tensor,
                                                    int64_t *result);
/* The extents; they belong to the tensor. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorGetShape(DTensorTensor tensor,
                                                     const int64_t **result);
/* Whether shape, type and all bytes are equal. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorEqual(DTensorTensor a,
                                                  DTensorTensor b,
                                                  bool *result);
/* The elements as NumPy prints them. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorTensorPrint(DTensorTensor tensor,
                                                  char **result);

/* Divides a whole tensor among devices, without copies where parts are
 * contiguous. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorDistribute(DTensorTensor tensor,
                                                 DTensorLayout layout,
                                                 DTensorDTensor *result);
/* Makes a DTensor of components, one per device of this process. With `check`,
 * replicas are compared. The caller owns the result, and still owns the
 * components. */
DTENSOR_C_EXPORT DTensorStatus dtensorPack(int64_t numComponents,
                                           const DTensorTensor *components,
                                           DTensorLayout layout, bool check,
                                           DTensorDTensor *result);
/* Makes a DTensor of components as PyTorch does: if `shape` is null, they have
 * equal extents along sharded axes. With `check`, the data of the first device
 * along replicated dimensions is the truth, and the others get it. The caller
 * owns the result, and still owns the components. */
DTENSOR_C_EXPORT DTensorStatus dtensorFromLocal(int64_t numComponents,
                                                const DTensorTensor *components,
                                                DTensorLayout layout,
                                                bool check, int64_t rank,
                                                const int64_t *shape,
                                                DTensorDTensor *result);
/* Puts a tensor on every device of a mesh. `layout` must be replicated. The
 * caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorCopyToMesh(DTensorTensor tensor,
                                                 DTensorLayout layout,
                                                 DTensorDTensor *result);
DTENSOR_C_EXPORT void dtensorDTensorDestroy(DTensorDTensor tensor);
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetDType(DTensorDTensor tensor,
                                                      DTensorDType *result);
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetRank(DTensorDTensor tensor,
                                                     int64_t *result);
/* The extents in the global view; they belong to the tensor. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetShape(DTensorDTensor tensor,
                                                      const int64_t **result);
/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetLayout(DTensorDTensor tensor,
                                                       DTensorLayout *result);
/* The component of a device, without a copy. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetComponent(
    DTensorDTensor tensor, int64_t device, DTensorTensor *result);
/* Writes the components of this process's devices, without copies.
 * `numComponents` must be their number. The caller owns them. */
DTENSOR_C_EXPORT DTensorStatus dtensorUnpack(DTensorDTensor tensor,
                                             int64_t numComponents,
                                             DTensorTensor *components);
/* The tensor of a fully replicated layout, without a copy. Another layout is an
 * error. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorDTensorGetReplicated(DTensorDTensor tensor, DTensorTensor *result);
/* The whole tensor, which is gathered. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorGetFull(DTensorDTensor tensor,
                                                     DTensorTensor *result);
/* The same tensor in another layout. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorRelayout(DTensorDTensor tensor,
                                               DTensorLayout layout,
                                               DTensorDTensor *result);
/* The same, on the devices of a context. */
DTENSOR_C_EXPORT DTensorStatus dtensorRedistribute(DTensorDTensor tensor,
                                                   DTensorLayout layout,
                                                   DTensorContext context,
                                                   DTensorDTensor *result);
/* Elements, layout, shape and type. The caller owns the text. */
DTENSOR_C_EXPORT DTensorStatus dtensorDTensorPrint(DTensorDTensor tensor,
                                                   char **result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_TENSOR_H */
