//===- Factories.cpp - Tensors that a formula gives, in C -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Factories.h"

#include "Guard.h"
#include "dtensor-c/Factories.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorEmpty(int64_t rank, const int64_t *shape,
                           DTensorDType dtype, DTensorLayout layout,
                           DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return empty(getShape(rank, shape), get<Layout>(layout, "layout"),
                 getDType(dtype));
  });
}

DTensorStatus dtensorZeros(int64_t rank, const int64_t *shape,
                           DTensorDType dtype, DTensorLayout layout,
                           DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return zeros(getShape(rank, shape), get<Layout>(layout, "layout"),
                 getDType(dtype));
  });
}

DTensorStatus dtensorOnes(int64_t rank, const int64_t *shape,
                          DTensorDType dtype, DTensorLayout layout,
                          DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return ones(getShape(rank, shape), get<Layout>(layout, "layout"),
                getDType(dtype));
  });
}

DTensorStatus dtensorFull(int64_t rank, const int64_t *shape, double value,
                          DTensorDType dtype, DTensorLayout layout,
                          DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return full(getShape(rank, shape), value, get<Layout>(layout, "layout"),
                getDType(dtype));
  });
}

DTensorStatus dtensorFullOf(int64_t rank, const int64_t *shape,
                            DTensorTensor value, DTensorLayout layout,
                            DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return full(getShape(rank, shape), get<Tensor>(value, "value"),
                get<Layout>(layout, "layout"));
  });
}

DTensorStatus dtensorArange(int64_t stop, DTensorDType dtype,
                            DTensorLayout layout, DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return arange(stop, get<Layout>(layout, "layout"), getDType(dtype));
  });
}

DTensorStatus dtensorEye(int64_t rows, int64_t columns, DTensorDType dtype,
                         DTensorLayout layout, DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return eye(rows, columns, get<Layout>(layout, "layout"), getDType(dtype));
  });
}

DTensorStatus dtensorRand(int64_t rank, const int64_t *shape, uint64_t seed,
                          DTensorDType dtype, DTensorLayout layout,
                          DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return dt::rand(getShape(rank, shape), seed, get<Layout>(layout, "layout"),
                    getDType(dtype));
  });
}

DTensorStatus dtensorRandn(int64_t rank, const int64_t *shape, uint64_t seed,
                           DTensorDType dtype, DTensorLayout layout,
                           DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return randn(getShape(rank, shape), seed, get<Layout>(layout, "layout"),
                 getDType(dtype));
  });
}
