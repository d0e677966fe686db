//===- Checkpoint.cpp - Tensors on disk, in C -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Checkpoint.h"

#include "Guard.h"
#include "dtensor-c/Checkpoint.h"

#include <algorithm>

using namespace dt;
using namespace dt::c;

static std::string getText(const char *text, const char *name) {
  requirePointer(text, name);
  return text;
}

/// The objects of handles, by name. Errors: a null pointer, a name that is
/// there twice.
template <typename T, typename Handle>
static std::map<std::string, T> byName(int64_t count, const char *const *names,
                                       const Handle *handles,
                                       const char *argument) {
  std::vector<T> objects = getAll<T>(count, handles, argument);
  std::map<std::string, T> result;
  size_t index = 0;
  for (const char *name : getList(count, names, "names"))
    if (!result.emplace(getText(name, "names"), objects[index++]).second)
      throw Error(std::string("tensor '") + name + "' is there twice");
  return result;
}

DTensorStatus dtensorCheckpointSave(const char *path, int64_t numTensors,
                                    const char *const *names,
                                    const DTensorDTensor *tensors, bool whole) {
  return guard(__func__, [&] {
    SaveOptions options;
    options.whole = whole;
    save(getText(path, "path"),
         byName<DTensor>(numTensors, names, tensors, "tensors"), options);
  });
}

DTensorStatus dtensorCheckpointReaderCreate(const char *path,
                                            DTensorCheckpointReader *result) {
  return make(__func__, result,
              [&] { return CheckpointReader(getText(path, "path")); });
}

void dtensorCheckpointReaderDestroy(DTensorCheckpointReader reader) {
  destroy<CheckpointReader>(reader);
}

DTensorStatus
dtensorCheckpointReaderGetNumTensors(DTensorCheckpointReader reader,
                                     int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(
        get<CheckpointReader>(reader, "reader").names().size());
  });
}

DTensorStatus dtensorCheckpointReaderGetName(DTensorCheckpointReader reader,
                                             int64_t index, char **result) {
  return answer(__func__, result, [&] {
    std::vector<std::string> names =
        get<CheckpointReader>(reader, "reader").names();
    if (index < 0 || index >= static_cast<int64_t>(names.size()))
      throw Error("required the number of one of " +
                  std::to_string(names.size()) + " tensors, found " +
                  std::to_string(index));
    return copyText(names[index]);
  });
}

static TensorType getType(DTensorCheckpointReader reader, const char *name) {
  return get<CheckpointReader>(reader, "reader").type(getText(name, "name"));
}

DTensorStatus dtensorCheckpointReaderGetDType(DTensorCheckpointReader reader,
                                              const char *name,
                                              DTensorDType *result) {
  return answer(__func__, result, [&] {
    return static_cast<DTensorDType>(getType(reader, name).dtype);
  });
}

DTensorStatus dtensorCheckpointReaderGetRank(DTensorCheckpointReader reader,
                                             const char *name,
                                             int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(getType(reader, name).shape.size());
  });
}

DTensorStatus dtensorCheckpointReaderGetShape(DTensorCheckpointReader reader,
                                              const char *name,
                                              int64_t *shape) {
  return guard(__func__, [&] {
    TensorType type = getType(reader, name);
    if (!type.shape.empty())
      requirePointer(shape, "shape");
    std::copy(type.shape.begin(), type.shape.end(), shape);
  });
}

DTensorStatus dtensorCheckpointReaderLoad(DTensorCheckpointReader reader,
                                          const char *name,
                                          DTensorLayout layout,
                                          DTensorDTensor *result) {
  return make(__func__, result, [&] {
    return get<CheckpointReader>(reader, "reader")
        .load(getText(name, "name"), get<Layout>(layout, "layout"));
  });
}

DTensorStatus dtensorCheckpointReaderLoadAll(DTensorCheckpointReader reader,
                                             int64_t numTensors,
                                             const char *const *names,
                                             const DTensorLayout *layouts,
                                             DTensorDTensor *results) {
  return guard(__func__, [&] {
    getList(numTensors, results, "results");
    std::map<std::string, DTensor> loaded =
        get<CheckpointReader>(reader, "reader")
            .load(byName<Layout>(numTensors, names, layouts, "layouts"));
    std::vector<DTensor> ordered;
    for (int64_t i = 0; i < numTensors; ++i)
      ordered.push_back(loaded.at(names[i]));
    giveAll(std::move(ordered), results);
  });
}

DTensorStatus dtensorCheckpointReaderVerify(DTensorCheckpointReader reader) {
  return guard(__func__,
               [&] { get<CheckpointReader>(reader, "reader").verify(); });
}

DTensorStatus dtensorCheckpointReaderPrint(DTensorCheckpointReader reader,
                                           char **result) {
  return answer(__func__, result, [&] {
    return copyText(get<CheckpointReader>(reader, "reader").str());
  });
}
