//===- CustomOp.h - A user's function with a sharding rule ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_CUSTOMOP_H
#define DT_CUSTOMOP_H

#include "dt/Jit.h"
#include "dt/LocalMap.h"

namespace dt {

/// A function of the user as an op; see `register_sharding`. It is a handle.
class DT_EXPORT CustomOp {
public:
  /// Calls the function at once, or records a call while a function is
  /// recorded. Errors: operands that the rule does not fit.
  Tensors operator()(const Tensors &operands,
                     const Context &context = Context::get()) const {
    return function(operands, context);
  }
  /// The same for an op with one result.
  template <typename... Operands>
    requires(sizeof...(Operands) > 0 &&
             (std::is_convertible_v<Operands, DTensor> && ...))
  DTensor operator()(const Operands &...operands) const {
    return only(function(Tensors{DTensor(operands)...}));
  }

private:
  friend CustomOp register_sharding(const std::string &, const std::string &,
                                    LocalFunction, struct CustomOpOptions);
  explicit CustomOp(JitFunction function) : function(std::move(function)) {}
  static DTensor only(const Tensors &results);

  JitFunction function;
};

struct DT_EXPORT CustomOpOptions {
  /// The element types of the results; by default that of operand 0.
  std::vector<DType> result_dtypes = {};
  /// The types of the results by those of the operands. By default their shapes
  /// are those that the rule says.
  std::function<std::vector<TensorType>(std::span<const TensorType>)>
      result_types = {};
};

/// Makes an op of a function. `rule` says which axes of operands and results
/// are the same, as `([i,k],[k,j])->([i,j]) {k reduction(sum)}`: one name per
/// axis, `1` for an axis that has one position, `*` for a scalar. An axis that
/// has a name can be divided among devices, unless `{k whole}` says that every
/// device needs all of it. Along a `reduction` by `sum`, `product`, `max` or
/// `min`, each device gives the result for its part.
///
/// Each device calls the function with its components, some of which may be
/// empty, and it returns its components of the results. The same operands must
/// give the same results, and nothing else may happen: a call whose results
/// nobody uses is not made. Programs know the function by `name` until the
/// process ends. Errors: a name that has a function already, a text that is no
/// rule.
DT_EXPORT CustomOp register_sharding(const std::string &name,
                                     const std::string &rule,
                                     LocalFunction function,
                                     CustomOpOptions options = {});

} // namespace dt

#endif // DT_CUSTOMOP_H
