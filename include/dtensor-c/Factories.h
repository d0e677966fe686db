/*===- Factories.h - Tensors that a formula gives, in C -----------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_FACTORIES_H
#define DTENSOR_C_FACTORIES_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Functions that make the local parts of tensors only. The caller owns their
 * results. See dt/Factories.h. */

/* Undefined elements. */
DTENSOR_C_EXPORT DTensorStatus dtensorEmpty(int64_t rank, const int64_t *shape,
                                            DTensorDType dtype,
                                            DTensorLayout layout,
                                            DTensorDTensor *result);
/* Zeros, and ones. */
DTENSOR_C_EXPORT DTensorStatus dtensorZeros(int64_t rank, const int64_t *shape,
                                            DTensorDType dtype,
                                            DTensorLayout layout,
                                            DTensorDTensor *result);
DTENSOR_C_EXPORT DTensorStatus dtensorOnes(int64_t rank, const int64_t *shape,
                                           DTensorDType dtype,
                                           DTensorLayout layout,
                                           DTensorDTensor *result);
/* One value everywhere. A number that the type does not have is an error. */
DTENSOR_C_EXPORT DTensorStatus dtensorFull(int64_t rank, const int64_t *shape,
                                           double value, DTensorDType dtype,
                                           DTensorLayout layout,
                                           DTensorDTensor *result);
/* The value and the type of a scalar. */
DTENSOR_C_EXPORT DTensorStatus dtensorFullOf(int64_t rank, const int64_t *shape,
                                             DTensorTensor value,
                                             DTensorLayout layout,
                                             DTensorDTensor *result);
/* 0, 1, ..., `stop` - 1. */
DTENSOR_C_EXPORT DTensorStatus dtensorArange(int64_t stop, DTensorDType dtype,
                                             DTensorLayout layout,
                                             DTensorDTensor *result);
/* 1 on the diagonal, else 0. */
DTENSOR_C_EXPORT DTensorStatus dtensorEye(int64_t rows, int64_t columns,
                                          DTensorDType dtype,
                                          DTensorLayout layout,
                                          DTensorDTensor *result);
/* Random numbers from [0, 1), and of the normal distribution. They depend on
 * the seed and on the place in the tensor, and neither on layout nor mesh. */
DTENSOR_C_EXPORT DTensorStatus dtensorRand(int64_t rank, const int64_t *shape,
                                           uint64_t seed, DTensorDType dtype,
                                           DTensorLayout layout,
                                           DTensorDTensor *result);
DTENSOR_C_EXPORT DTensorStatus dtensorRandn(int64_t rank, const int64_t *shape,
                                            uint64_t seed, DTensorDType dtype,
                                            DTensorLayout layout,
                                            DTensorDTensor *result);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_FACTORIES_H */
