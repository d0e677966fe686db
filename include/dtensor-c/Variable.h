/*===- Variable.h - Tensors that are updated, in C ----------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_VARIABLE_H
#define DTENSOR_C_VARIABLE_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor whose value changes, with a fixed shape, type and layout; see
 * dt/Variable.h. Any number of threads may read and assign one. */
typedef struct DTensorVariable {
  void *ptr;
} DTensorVariable;

/* `name` is for messages, and may be null. The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorVariableCreate(DTensorDTensor initial,
                                                     const char *name,
                                                     DTensorVariable *result);
DTENSOR_C_EXPORT void dtensorVariableDestroy(DTensorVariable variable);
/* The text belongs to the variable. */
DTENSOR_C_EXPORT DTensorStatus dtensorVariableGetName(DTensorVariable variable,
                                                      const char **result);
DTENSOR_C_EXPORT DTensorStatus dtensorVariableGetDType(DTensorVariable variable,
                                                       DTensorDType *result);
DTENSOR_C_EXPORT DTensorStatus dtensorVariableGetRank(DTensorVariable variable,
                                                      int64_t *result);
/* The extents in the global view; they belong to the variable. */
DTENSOR_C_EXPORT DTensorStatus dtensorVariableGetShape(DTensorVariable variable,
                                                       const int64_t **result);
/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus
dtensorVariableGetLayout(DTensorVariable variable, DTensorLayout *result);
/* The value now, which later assignments do not change. The caller owns the
 * result. */
DTENSOR_C_EXPORT DTensorStatus dtensorVariableGetValue(DTensorVariable variable,
                                                       DTensorDTensor *result);
/* A value of another shape, type, layout or mesh is an error. The caller still
 * owns the value. */
DTENSOR_C_EXPORT DTensorStatus dtensorVariableAssign(DTensorVariable variable,
                                                     DTensorDTensor value);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_VARIABLE_H */
