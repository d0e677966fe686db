//===- Plan.cpp - Layouts by names of parameters, in C --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Plan.h"

#include "Guard.h"
#include "dtensor-c/Plan.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorPlanCreate(DTensorMesh mesh, DTensorPlan *result) {
  return make(__func__, result, [&] { return Plan(get<Mesh>(mesh, "mesh")); });
}

void dtensorPlanDestroy(DTensorPlan plan) { destroy<Plan>(plan); }

static std::string getText(const char *text, const char *name) {
  requirePointer(text, name);
  return text;
}

DTensorStatus dtensorPlanAddColumnWise(DTensorPlan plan, const char *pattern,
                                       const char *dim) {
  return guard(__func__, [&] {
    get<Plan>(plan, "plan")
        .add(getText(pattern, "pattern"),
             Style::column_wise(getText(dim, "dim")));
  });
}

DTensorStatus dtensorPlanAddRowWise(DTensorPlan plan, const char *pattern,
                                    const char *dim) {
  return guard(__func__, [&] {
    get<Plan>(plan, "plan")
        .add(getText(pattern, "pattern"), Style::row_wise(getText(dim, "dim")));
  });
}

DTensorStatus dtensorPlanAddSequence(DTensorPlan plan, const char *pattern,
                                     const char *dim, int64_t axis) {
  return guard(__func__, [&] {
    get<Plan>(plan, "plan")
        .add(getText(pattern, "pattern"),
             Style::sequence(getText(dim, "dim"), axis));
  });
}

DTensorStatus dtensorPlanAddReplicated(DTensorPlan plan, const char *pattern) {
  return guard(__func__, [&] {
    get<Plan>(plan, "plan")
        .add(getText(pattern, "pattern"), Style::replicated());
  });
}

DTensorStatus dtensorPlanAddLayout(DTensorPlan plan, const char *pattern,
                                   DTensorLayout layout) {
  return guard(__func__, [&] {
    get<Plan>(plan, "plan")
        .add(getText(pattern, "pattern"),
             Style::layout(get<Layout>(layout, "layout")));
  });
}

/// The values of parameters by name, of which `getValue` gives each. Errors: a
/// null pointer, a name that is there twice.
template <typename Function>
static auto byName(int64_t count, const char *const *names, Function getValue) {
  std::map<std::string, decltype(getValue(0))> values;
  for (const char *name : getList(count, names, "names")) {
    size_t index = values.size();
    if (!values.emplace(getText(name, "names"), getValue(index)).second)
      throw Error(std::string("parameter '") + name + "' is there twice");
  }
  return values;
}

/// Gives the caller handles in the order of the names.
template <typename T, typename Handle>
static void giveInOrder(const std::map<std::string, T> &values, int64_t count,
                        const char *const *names, Handle *results) {
  std::vector<T> ordered;
  for (int64_t i = 0; i < count; ++i)
    ordered.push_back(values.at(names[i]));
  giveAll(std::move(ordered), results);
}

DTensorStatus dtensorPlanGetLayouts(DTensorPlan plan, int64_t numParameters,
                                    const char *const *names,
                                    const int64_t *ranks,
                                    const int64_t *const *shapes,
                                    DTensorLayout *results) {
  return guard(__func__, [&] {
    auto allRanks = getList(numParameters, ranks, "ranks");
    auto allShapes = getList(numParameters, shapes, "shapes");
    getList(numParameters, results, "results");
    auto parameters = byName(numParameters, names, [&](size_t i) {
      return c::getShape(allRanks[i], allShapes[i]);
    });
    giveInOrder(get<Plan>(plan, "plan").layouts(parameters), numParameters,
                names, results);
  });
}

DTensorStatus dtensorPlanDistribute(DTensorPlan plan, int64_t numParameters,
                                    const char *const *names,
                                    const DTensorTensor *parameters,
                                    DTensorDTensor *results) {
  return guard(__func__, [&] {
    auto handles = getList(numParameters, parameters, "parameters");
    getList(numParameters, results, "results");
    auto tensors = byName(numParameters, names, [&](size_t i) {
      return get<Tensor>(handles[i], "parameters");
    });
    giveInOrder(get<Plan>(plan, "plan").distribute(tensors), numParameters,
                names, results);
  });
}
