//===- Variable.cpp - Tensors that are updated, in C ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Variable.h"

#include "Guard.h"
#include "dtensor-c/Variable.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorVariableCreate(DTensorDTensor initial, const char *name,
                                    DTensorVariable *result) {
  return make(__func__, result, [&] {
    return Variable(get<DTensor>(initial, "initial"), name ? name : "");
  });
}

void dtensorVariableDestroy(DTensorVariable variable) {
  destroy<Variable>(variable);
}

DTensorStatus dtensorVariableGetName(DTensorVariable variable,
                                     const char **result) {
  return answer(__func__, result, [&] {
    return get<Variable>(variable, "variable").name().c_str();
  });
}

DTensorStatus dtensorVariableGetDType(DTensorVariable variable,
                                      DTensorDType *result) {
  return answer(__func__, result, [&] {
    return static_cast<DTensorDType>(
        get<Variable>(variable, "variable").dtype());
  });
}

DTensorStatus dtensorVariableGetRank(DTensorVariable variable,
                                     int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(
        get<Variable>(variable, "variable").shape().size());
  });
}

DTensorStatus dtensorVariableGetShape(DTensorVariable variable,
                                      const int64_t **result) {
  return answer(__func__, result, [&] {
    return get<Variable>(variable, "variable").shape().data();
  });
}

DTensorStatus dtensorVariableGetLayout(DTensorVariable variable,
                                       DTensorLayout *result) {
  return make(__func__, result,
              [&] { return get<Variable>(variable, "variable").layout(); });
}

DTensorStatus dtensorVariableGetValue(DTensorVariable variable,
                                      DTensorDTensor *result) {
  return make(__func__, result,
              [&] { return get<Variable>(variable, "variable").value(); });
}

DTensorStatus dtensorVariableAssign(DTensorVariable variable,
                                    DTensorDTensor value) {
  return guard(__func__, [&] {
    get<Variable>(variable, "variable").assign(get<DTensor>(value, "value"));
  });
}
