//===- Call.h - Functions of arrays by name ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_CALL_H
#define DT_CALL_H

#include "dt/Variable.h"

#include <optional>
#include <variant>

namespace dt {

/// `start:stop:step` of an index, as in Python.
struct Slice {
  std::optional<int64_t> start, stop, step;
};
/// `...` of an index.
struct Ellipsis {};

/// An argument of a function of the table: nothing (Python's None), a number, a
/// text, a type, a tensor, a part of an index, or a list of these.
class Argument {
public:
  using List = std::vector<Argument>;
  using Storage =
      std::variant<std::monostate, bool, int64_t, double, std::complex<double>,
                   std::string, DType, DTensor, Slice, Ellipsis, List>;

  Argument() = default;
  Argument(bool value) : storage(value) {}
  Argument(int value) : storage(static_cast<int64_t>(value)) {}
  Argument(int64_t value) : storage(value) {}
  Argument(float value) : storage(static_cast<double>(value)) {}
  Argument(double value) : storage(value) {}
  Argument(std::complex<double> value) : storage(value) {}
  Argument(const char *text) : storage(std::string(text)) {}
  Argument(std::string text) : storage(std::move(text)) {}
  Argument(DType dtype) : storage(dtype) {}
  Argument(DTensor tensor) : storage(std::move(tensor)) {}
  Argument(const Variable &variable) : storage(variable.value()) {}
  Argument(Slice slice) : storage(slice) {}
  Argument(Ellipsis ellipsis) : storage(ellipsis) {}
  Argument(List list) : storage(std::move(list)) {}
  Argument(const std::vector<DTensor> &tensors)
      : storage(List(tensors.begin(), tensors.end())) {}
  Argument(const Shape &numbers)
      : storage(List(numbers.begin(), numbers.end())) {}

  const Storage &get() const { return storage; }

private:
  Storage storage;
};

using Arguments = std::vector<Argument>;
using Keywords = std::vector<std::pair<std::string, Argument>>;

struct CallOptions {
  /// The layout of all results. Without it, layouts are propagated.
  std::optional<Layout> layout;
};

/// Calls a function of the Python array API standard, or one beside it, as
/// `sum` or `linalg.qr`. Arguments are bound as Python binds them. The function
/// is compiled once for the types, shapes and layouts of its arguments, and
/// runs on the devices of their mesh. A number beside a tensor takes the
/// tensor's type, and another number needs no other code. While a function is
/// recorded (see `jit`), the call is recorded. Errors: an unknown function,
/// arguments that do not fit, tensors on different meshes.
DT_EXPORT std::vector<DTensor> call(std::string_view name,
                                    const Arguments &positional,
                                    const Keywords &keywords = {},
                                    const CallOptions &options = {},
                                    const Context &context = Context::get());

/// Calls a function whose result is no tensor, such as `result_type`. Nothing
/// is compiled. Tensors stand for their types.
DT_EXPORT Argument evaluate(std::string_view name, const Arguments &positional,
                            const Keywords &keywords = {});

/// The signature of a function, such as `(x: array, /, *, axis: ints? = None)
/// -> array`. Errors: an unknown function.
DT_EXPORT std::string signature_of(std::string_view name);
/// One sentence about a function. Errors: an unknown function.
DT_EXPORT std::string summary_of(std::string_view name);
/// The names of all functions.
DT_EXPORT std::vector<std::string> function_names();

} // namespace dt

#endif // DT_CALL_H
