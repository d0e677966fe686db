/*===- Plan.h - Layouts by names of parameters, in C --------------*- C -*-===*\
|*
|* Part of the DTensor project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
\*===----------------------------------------------------------------------===*/

#ifndef DTENSOR_C_PLAN_H
#define DTENSOR_C_PLAN_H

#include "dtensor-c/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Layouts of parameters by patterns of names; see dt/Plan.h. A pattern has `*`
 * for any text, `?` for a character and `[ab]` for one of several, and the
 * first one that matches a name counts. No thread may use a plan while another
 * adds a pattern. */
typedef struct DTensorPlan {
  void *ptr;
} DTensorPlan;

/* The caller owns the result. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanCreate(DTensorMesh mesh,
                                                 DTensorPlan *result);
DTENSOR_C_EXPORT void dtensorPlanDestroy(DTensorPlan plan);
/* The last axis is sharded along `dim`. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanAddColumnWise(DTensorPlan plan,
                                                        const char *pattern,
                                                        const char *dim);
/* The axis before the last is sharded along `dim`. A parameter with fewer axes
 * is replicated. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanAddRowWise(DTensorPlan plan,
                                                     const char *pattern,
                                                     const char *dim);
/* Axis `axis` is sharded along `dim`. A parameter without it is replicated. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanAddSequence(DTensorPlan plan,
                                                      const char *pattern,
                                                      const char *dim,
                                                      int64_t axis);
DTENSOR_C_EXPORT DTensorStatus dtensorPlanAddReplicated(DTensorPlan plan,
                                                        const char *pattern);
/* Any layout, for parameters of its rank. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanAddLayout(DTensorPlan plan,
                                                    const char *pattern,
                                                    DTensorLayout layout);
/* Writes the layout of each parameter. These are errors: a pattern without a
 * name, a name without a pattern, a name that is there twice, and a layout that
 * a parameter cannot have. The caller owns the results. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanGetLayouts(
    DTensorPlan plan, int64_t numParameters, const char *const *names,
    const int64_t *ranks, const int64_t *const *shapes, DTensorLayout *results);
/* Divides each parameter so. The errors are the same. The caller owns the
 * results, and still owns the parameters. */
DTENSOR_C_EXPORT DTensorStatus dtensorPlanDistribute(
    DTensorPlan plan, int64_t numParameters, const char *const *names,
    const DTensorTensor *parameters, DTensorDTensor *results);

#ifdef __cplusplus
}
#endif

#endif /* DTENSOR_C_PLAN_H */
