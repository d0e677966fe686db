//===- LocalMap.cpp - Functions on components in a recorded function ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "API/Host/Errors.h"
#include "Recorder.h"
#include "dtensor/Recording/Ops.h"

namespace dt {

namespace recording = dtensor::recording;

/// The type of a tensor's components. An extent that differs among devices is
/// open.
static recording::TensorType getComponentType(const TensorType &type,
                                              const Layout &layout) {
  recording::TensorType component =
      getType(layout.local_shape(type.shape, 0), type.dtype);
  for (int64_t device = 1; device < layout.mesh().size(); ++device) {
    Shape shape = layout.local_shape(type.shape, device);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      if (shape[axis] != component.shape[axis])
        component.shape[axis] = recording::TensorType::kOpen;
  }
  return component;
}

std::vector<DTensor> Recorder::local_map(const std::string &name,
                                         const std::vector<DTensor> &tensors,
                                         const std::vector<Layout> &out_layouts,
                                         const LocalMapOptions &options) {
  constexpr const char *kWhere = "local_map in a function that is recorded: ";
  if (options.in_layouts.size() != tensors.size())
    raise(kWhere + llvm::Twine("required a layout in in_layouts for each of ") +
          llvm::Twine(tensors.size()) + " arguments, found " +
          llvm::Twine(options.in_layouts.size()));
  if (out_layouts.empty() || options.out_types.size() != out_layouts.size())
    raise(kWhere + llvm::Twine("required a type in out_types for each of ") +
          llvm::Twine(out_layouts.size()) +
          " results, and at least one; found " +
          llvm::Twine(options.out_types.size()));
  std::vector<std::string> layouts;
  std::vector<recording::TensorType> components, results;
  auto add = [&](const TensorType &type, const Layout &layout,
                 const llvm::Twine &what) {
    if (layout.mesh() != out_layouts[0].mesh())
      raise(kWhere + what + ": required a layout of mesh '" +
            out_layouts[0].mesh().str() + "', found one of '" +
            layout.mesh().str() + "'");
    if (layout.rank() != static_cast<int64_t>(type.shape.size()))
      raise(kWhere + what + ": required a layout of rank " +
            llvm::Twine(type.shape.size()) + ", found '" + layout.str() + "'");
    layouts.push_back(layout.str());
    components.push_back(getComponentType(type, layout));
  };
  for (size_t i = 0; i < tensors.size(); ++i)
    add({tensors[i].dtype(), tensors[i].shape()}, options.in_layouts[i],
        "argument " + llvm::Twine(i));
  for (size_t i = 0; i < out_layouts.size(); ++i) {
    const TensorType &type = options.out_types[i];
    add(type, out_layouts[i], "result " + llvm::Twine(i));
    results.push_back(getType(type.shape, type.dtype));
  }
  recording::Values values = recording::prim::localMap(
      *graph, name, use(tensors), results, layouts, components);
  check();
  return wrap(values);
}

} // namespace dt
