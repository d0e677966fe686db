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
  return guard(__func__, [&] {
    requirePointer(result, "result");
    std::vector<Mesh::Dimension> dimensions;
    auto allNames = getList(numDims, names, "names");
    auto allSizes = getList(numDims, sizes, "sizes");
    for (size_t i = 0; i < allNames.size(); ++i) {
      requirePointer(allNames[i], "names");
      dimensions.push_back({allNames[i], allSizes[i]});
    }
    give(Mesh(dimensions), result);
  });
}

DTensorStatus dtensorMeshParse(const char *text, DTensorMesh *result) {
  return guard(__func__, [&] {
    requirePointer(text, "text");
    requirePointer(result, "result");
    give(Mesh::from_string(text), result);
  });
}

void dtensorMeshDestroy(DTensorMesh mesh) { destroy<Mesh>(mesh); }

DTensorStatus dtensorMeshGetText(DTensorMesh mesh, const char **result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Mesh>(mesh, "mesh").str().c_str();
  });
}

DTensorStatus dtensorMeshGetNumDevices(DTensorMesh mesh, int64_t *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Mesh>(mesh, "mesh").size();
  });
}

DTensorStatus dtensorMeshGetDimSize(DTensorMesh mesh, const char *name,
                                    int64_t *result) {
  return guard(__func__, [&] {
    requirePointer(name, "name");
    requirePointer(result, "result");
    *result = get<Mesh>(mesh, "mesh").dim_size(name);
  });
}

DTensorStatus dtensorMeshEqual(DTensorMesh a, DTensorMesh b, bool *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Mesh>(a, "a") == get<Mesh>(b, "b");
  });
}

DTensorStatus dtensorLayoutCreate(int64_t numSpecs, const char *const *specs,
                                  DTensorMesh mesh, DTensorLayout *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    std::vector<std::string> texts;
    for (const char *spec : getList(numSpecs, specs, "specs")) {
      requirePointer(spec, "specs");
      texts.emplace_back(spec);
    }
    give(Layout(texts, get<Mesh>(mesh, "mesh")), result);
  });
}

DTensorStatus dtensorLayoutCreateReplicated(DTensorMesh mesh, int64_t rank,
                                            DTensorLayout *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    give(Layout::replicated(get<Mesh>(mesh, "mesh"), rank), result);
  });
}

DTensorStatus dtensorLayoutParse(const char *text, DTensorMesh mesh,
                                 DTensorLayout *result) {
  return guard(__func__, [&] {
    requirePointer(text, "text");
    requirePointer(result, "result");
    give(Layout::from_string(text, get<Mesh>(mesh, "mesh")), result);
  });
}

DTensorStatus dtensorLayoutParsePlacements(const char *text, DTensorMesh mesh,
                                           int64_t rank,
                                           DTensorLayout *result) {
  return guard(__func__, [&] {
    requirePointer(text, "text");
    requirePointer(result, "result");
    give(Layout::from_placements(text, get<Mesh>(mesh, "mesh"), rank), result);
  });
}

void dtensorLayoutDestroy(DTensorLayout layout) { destroy<Layout>(layout); }

DTensorStatus dtensorLayoutGetText(DTensorLayout layout, const char **result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Layout>(layout, "layout").str().c_str();
  });
}

DTensorStatus dtensorLayoutGetRank(DTensorLayout layout, int64_t *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Layout>(layout, "layout").rank();
  });
}

DTensorStatus dtensorLayoutGetMesh(DTensorLayout layout, DTensorMesh *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    give(get<Layout>(layout, "layout").mesh(), result);
  });
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
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result =
        copyText(draw(get<Layout>(layout, "layout"), getShape(rank, shape)));
  });
}

DTensorStatus dtensorLayoutEqual(DTensorLayout a, DTensorLayout b,
                                 bool *result) {
  return guard(__func__, [&] {
    requirePointer(result, "result");
    *result = get<Layout>(a, "a") == get<Layout>(b, "b");
  });
}
