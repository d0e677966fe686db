//===- Variable.h - A tensor that is updated --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_VARIABLE_H
#define DT_VARIABLE_H

#include "dt/DTensor.h"

namespace dt {

/// A mutable tensor with a fixed shape, type and layout. A function that
/// updates it may do so in its memory: the old value must then not be used any
/// more (see `jit`). Reads and assignments are safe from several threads.
class DT_EXPORT Variable {
public:
  explicit Variable(const DTensor &initial, std::string name = "");

  const std::string &name() const;
  const Shape &shape() const;
  DType dtype() const;
  const Layout &layout() const;

  DTensor value() const;
  operator DTensor() const { return value(); }

  /// Errors: a value of another shape, type, layout or mesh.
  void assign(const DTensor &value);

  struct Impl;

private:
  friend struct Access;
  std::shared_ptr<Impl> impl;
};

DT_EXPORT const Layout &fetch_layout(const Variable &variable);

} // namespace dt

#endif // DT_VARIABLE_H
