//===- Access.h - What the project's own libraries see ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_ACCESS_H
#define DT_ACCESS_H

#include "dt/LocalMap.h"
#include "dt/Variable.h"

namespace dt {

/// The way from handles to what they hold, for the libraries of this project.
/// Users have no need of it, and it may change with every version.
struct DT_EXPORT Access {
  template <typename Handle> static auto &impl(const Handle &handle) {
    return handle.impl;
  }
  template <typename Handle, typename Impl>
  static Handle make(std::shared_ptr<Impl> impl) {
    return Handle(std::move(impl));
  }

  /// A tensor that a function computes which is being recorded. It has no
  /// elements and no layout. `value` is what the recorder knows of it.
  static DTensor make_recorded(Shape shape, DType dtype,
                               std::shared_ptr<void> value);
  /// The recorder's knowledge of a tensor; null for a tensor that has elements.
  static const std::shared_ptr<void> &recorded(const DTensor &tensor);

  /// Whether the elements are gone: the tensor was donated, or it was given to
  /// a run that has failed and may have overwritten them. Reading them is an
  /// error, which says that the tensor `loss`.
  static bool is_lost(const DTensor &tensor);
  static DTensor make_lost(const DTensor &like, std::string loss);

  /// Whether the calling thread runs a user's function for a device, where a
  /// run would wait for itself and is an error.
  static bool &is_on_device();

  /// The value of a variable, which then has none until `put` gives it another.
  /// Meanwhile no other thread can read or assign it. A program can update the
  /// value in place if nobody else has a copy of the handle.
  static DTensor take(Variable &variable);
  static void put(Variable &variable, DTensor value);
  /// Takes the place of `put` if a program that may have changed the value
  /// has failed. Reading the variable is an error until another is assigned.
  static void lose(Variable &variable);

  /// Takes the place of relayouts, reads and assignments on a thread that
  /// records a function.
  class DT_EXPORT Recorder {
  public:
    virtual ~Recorder();
    /// Of a tensor that is recorded.
    virtual DTensor relayout(const DTensor &tensor, const Layout &layout) = 0;
    virtual DTensor read(const Variable &variable) = 0;
    virtual void assign(const Variable &variable, const DTensor &value) = 0;
    /// A call of the function that `local_map` has defined as `name`.
    virtual std::vector<DTensor>
    local_map(const std::string &name, const std::vector<DTensor> &arguments,
              const std::vector<Layout> &out_layouts,
              const LocalMapOptions &options) = 0;
  };
  /// The recorder of the calling thread; null if it records nothing.
  static Recorder *&recorder();
};

} // namespace dt

#endif // DT_ACCESS_H
