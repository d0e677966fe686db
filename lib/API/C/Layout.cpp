//===- Layout.cpp - Meshes and layouts in C -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Layout.h"

#include "Guard.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorMeshCreate(int64_t numDims, const char *const *names,
                                const int64_t *sizes, DTensorMesh *result) {
  return make(__func__, result, [&] {
    std::vector<Mesh::Dimension> dimensions;
    auto allNames = getList(numDims, names, "names");
    auto allSizes = getList(numDims, sizes, "sizes");
    for (size_t i = 0; i < allNames.size(); ++i) {
      requirePointer(allNames[i], "names");
      dimensions.push_back({allNames[i], allSizes[i]});
    }
    return Mesh(dimensions);
  });
}

DTensorStatus dtensorMeshParse(const char *text, DTensorMesh *result) {
  return make(__func__, result, [&] {
    requirePointer(text, "text");
    return Mesh::from_string(text);
  });
}

DTensorStatus dtensorMeshParseInOrder(const char *text,
                                      const char *processOrder,
                                      DTensorMesh *result) {
  return make(__func__, result, [&] {
    requirePointer(text, "text");
    requirePointer(processOrder, "processOrder");
    return Mesh::from_string(text, processOrder);
  });
}

void dtensorMeshDestroy(DTensorMesh mesh) { destroy<Mesh>(mesh); }

DTensorStatus dtensorMeshGetText(DTensorMesh mesh, const char **result) {
  return answer(__func__, result,
                [&] { return get<Mesh>(mesh, "mesh").str().c_str(); });
}

DTensorStatus dtensorMeshGetNumDevices(DTensorMesh mesh, int64_t *result) {
  return answer(__func__, result,
                [&] { return get<Mesh>(mesh, "mesh").size(); });
}

DTensorStatus dtensorMeshGetNumLocalDevices(DTensorMesh mesh, int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(get<Mesh>(mesh, "mesh").local_devices().size());
  });
}

DTensorStatus dtensorMeshGetLocalDevice(DTensorMesh mesh, int64_t index,
                                        int64_t *result) {
  return answer(__func__, result, [&] {
    std::vector<int64_t> devices = get<Mesh>(mesh, "mesh").local_devices();
    if (index < 0 || index >= static_cast<int64_t>(devices.size()))
      throw Error("required one of " + std::to_string(devices.size()) +
                  " devices of this process, found " + std::to_string(index));
    return devices[index];
  });
}

DTensorStatus dtensorMeshGetDimSize(DTensorMesh mesh, const char *name,
                                    int64_t *result) {
  return answer(__func__, result, [&] {
    requirePointer(name, "name");
    return get<Mesh>(mesh, "mesh").dim_size(name);
  });
}

DTensorStatus dtensorMeshGetNumDims(DTensorMesh mesh, int64_t *result) {
  return answer(__func__, result, [&] {
    return static_cast<int64_t>(get<Mesh>(mesh, "mesh").dimensions().size());
  });
}

/// Errors: a position that is none of `count`.
static void checkDim(int64_t dim, int64_t count) {
  if (dim < 0 || dim >= count)
    throw Error("required one of " + std::to_string(count) +
                " mesh dimensions, found " + std::to_string(dim));
}

DTensorStatus dtensorMeshGetDim(DTensorMesh mesh, int64_t index,
                                const char **name, int64_t *size) {
  return guard(__func__, [&] {
    auto &dims = get<Mesh>(mesh, "mesh").dimensions();
    checkDim(index, dims.size());
    if (name)
      *name = dims[index].name.c_str();
    if (size)
      *size = dims[index].size;
  });
}

DTensorStatus dtensorMeshGetCoordinates(DTensorMesh mesh, int64_t device,
                                        int64_t *result) {
  return guard(__func__, [&] {
    std::vector<int64_t> coordinates =
        get<Mesh>(mesh, "mesh").coordinates(device);
    if (!coordinates.empty())
      requirePointer(result, "result");
    std::copy(coordinates.begin(), coordinates.end(), result);
  });
}

DTensorStatus dtensorMeshGetDeviceName(DTensorMesh mesh, int64_t device,
                                       char **result) {
  return answer(__func__, result, [&] {
    return copyText(get<Mesh>(mesh, "mesh").device_name(device));
  });
}

DTensorStatus dtensorMeshPrint(DTensorMesh mesh, char **result) {
  return answer(__func__, result,
                [&] { return copyText(get<Mesh>(mesh, "mesh").to_string()); });
}

DTensorStatus dtensorMeshEqual(DTensorMesh a, DTensorMesh b, bool *result) {
  return answer(__func__, result,
                [&] { return get<Mesh>(a, "a") == get<Mesh>(b, "b"); });
}

DTensorStatus dtensorLayoutCreate(int64_t numSpecs, const char *const *specs,
                                  DTensorMesh mesh, DTensorLayout *result) {
  return make(__func__, result, [&] {
    std::vector<std::string> texts;
    for (const char *spec : getList(numSpecs, specs, "specs")) {
      requirePointer(spec, "specs");
      texts.emplace_back(spec);
    }
    return Layout(texts, get<Mesh>(mesh, "mesh"));
  });
}

DTensorStatus dtensorLayoutCreateReplicated(DTensorMesh mesh, int64_t rank,
                                            DTensorLayout *result) {
  return make(__func__, result, [&] {
    return Layout::replicated(get<Mesh>(mesh, "mesh"), rank);
  });
}

DTensorStatus dtensorLayoutCreateBatchSharded(DTensorMesh mesh, const char *dim,
                                              int64_t rank, int64_t axis,
                                              DTensorLayout *result) {
  return make(__func__, result, [&] {
    requirePointer(dim, "dim");
    return Layout::batch_sharded(get<Mesh>(mesh, "mesh"), dim, rank, axis);
  });
}

DTensorStatus dtensorLayoutParseWithMesh(const char *text,
                                         DTensorLayout *result) {
  return make(__func__, result, [&] {
    requirePointer(text, "text");
    return Layout::from_string(text);
  });
}

DTensorStatus dtensorLayoutParse(const char *text, DTensorMesh mesh,
                                 DTensorLayout *result) {
  return make(__func__, result, [&] {
    requirePointer(text, "text");
    return Layout::from_string(text, get<Mesh>(mesh, "mesh"));
  });
}

DTensorStatus dtensorLayoutParsePlacements(const char *text, DTensorMesh mesh,
                                           int64_t rank,
                                           DTensorLayout *result) {
  return make(__func__, result, [&] {
    requirePointer(text, "text");
    return Layout::from_placements(text, get<Mesh>(mesh, "mesh"), rank);
  });
}

void dtensorLayoutDestroy(DTensorLayout layout) { destroy<Layout>(layout); }

DTensorStatus dtensorLayoutGetText(DTensorLayout layout, const char **result) {
  return answer(__func__, result,
                [&] { return get<Layout>(layout, "layout").str().c_str(); });
}

DTensorStatus dtensorLayoutPrint(DTensorLayout layout, char **result) {
  return answer(__func__, result, [&] {
    return copyText(get<Layout>(layout, "layout").to_string());
  });
}

DTensorStatus dtensorLayoutIsFullyReplicated(DTensorLayout layout,
                                             bool *result) {
  return answer(__func__, result, [&] {
    return get<Layout>(layout, "layout").is_fully_replicated();
  });
}

DTensorStatus dtensorLayoutIsPartial(DTensorLayout layout, bool *result) {
  return answer(__func__, result,
                [&] { return get<Layout>(layout, "layout").is_partial(); });
}

DTensorStatus dtensorLayoutPrintPlacement(DTensorLayout layout, int64_t dim,
                                          char **result) {
  return answer(__func__, result, [&] {
    std::vector<Placement> placements =
        get<Layout>(layout, "layout").placements();
    checkDim(dim, placements.size());
    return copyText(to_string(placements[dim]));
  });
}

DTensorStatus dtensorLayoutGetRank(DTensorLayout layout, int64_t *result) {
  return answer(__func__, result,
                [&] { return get<Layout>(layout, "layout").rank(); });
}

DTensorStatus dtensorLayoutGetMesh(DTensorLayout layout, DTensorMesh *result) {
  return make(__func__, result,
              [&] { return get<Layout>(layout, "layout").mesh(); });
}

DTensorStatus dtensorLayoutGetComponent(DTensorLayout layout, int64_t rank,
                                        const int64_t *shape, int64_t device,
                                        int64_t *offsets, int64_t *extents) {
  return guard(__func__, [&] {
    const Layout &of = get<Layout>(layout, "layout");
    Shape global = getShape(rank, shape);
    Shape first = of.local_offset(global, device);
    Shape size = of.local_shape(global, device);
    if (offsets)
      std::copy(first.begin(), first.end(), offsets);
    if (extents)
      std::copy(size.begin(), size.end(), extents);
  });
}

DTensorStatus dtensorLayoutDraw(DTensorLayout layout, int64_t rank,
                                const int64_t *shape, char **result) {
  return answer(__func__, result, [&] {
    return copyText(draw(get<Layout>(layout, "layout"), getShape(rank, shape)));
  });
}

DTensorStatus dtensorLayoutEqual(DTensorLayout a, DTensorLayout b,
                                 bool *result) {
  return answer(__func__, result,
                [&] { return get<Layout>(a, "a") == get<Layout>(b, "b"); });
}
