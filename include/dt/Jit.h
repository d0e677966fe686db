//===- Jit.h - Functions that become one program ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_JIT_H
#define DT_JIT_H

#include "dt/Call.h"
#include "dt/Compiler.h"

#include <tuple>

namespace dt {

using Tensors = std::vector<DTensor>;
/// A function of tensors.
using Function = std::function<Tensors(const Tensors &)>;

/// A function that was recorded and is not compiled yet.
struct DT_EXPORT Trace {
  /// The program as text of StableHLO, before layouts are propagated.
  std::string text;
  /// Tensors and variables that the function uses. They are its program's
  /// arguments, behind those of the function.
  std::vector<std::variant<DTensor, Variable>> captures;
};

/// A function that is recorded when it is called with arguments of new types,
/// shapes or layouts, and is compiled as one program. See `jit`.
class DT_EXPORT JitFunction {
public:
  explicit JitFunction(Function function, std::string name = "jit",
                       CompileOptions options = {});

  Tensors operator()(const Tensors &arguments,
                     const Context &context = Context::get()) const;
  /// The same, but takes the arguments. Those that the options donate are
  /// updated in place if nobody else refers to them. After an error,
  /// `arguments` is as `Executable::run` leaves it.
  Tensors operator()(Tensors &&arguments,
                     const Context &context = Context::get()) const;

  /// The program for such arguments. Its arguments are those of the function,
  /// and then tensors and variables that it uses; its results are those of the
  /// function, and then the values of the variables that it assigns.
  Executable compile(const Tensors &arguments) const;
  /// The program as text of StableHLO, before layouts are propagated.
  std::string text(const Tensors &arguments) const;
  /// The same with what the function uses, for a compilation ahead of time.
  /// Only the arguments' types are looked at. Errors: a function that assigns
  /// variables.
  Trace trace(const Tensors &arguments) const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl;
};

/// The derivatives of a scalar by tensors that it was computed from. Both are
/// being recorded. Errors: a function on the way that has no derivative, a loss
/// that is no float or has axes.
DT_EXPORT Tensors gradient(const DTensor &loss, const Tensors &by);

/// The results of one of two functions of `arguments`. While a function is
/// recorded, both are recorded, and the program runs one; otherwise `predicate`
/// is read. Errors: a predicate that is no boolean scalar, results of different
/// types.
DT_EXPORT Tensors cond(const DTensor &predicate, const Function &on_true,
                       const Function &on_false, const Tensors &arguments);
/// Repeats `body` while `predicate` of its values is true.
DT_EXPORT Tensors while_loop(const Function &predicate, const Function &body,
                             const Tensors &initial);
/// Repeats `body` for each number from `lower` to `upper`, without that. Its
/// first argument is the number, a scalar of `int64`.
DT_EXPORT Tensors fori_loop(int64_t lower, int64_t upper, const Function &body,
                            const Tensors &initial);
/// Repeats `body` for each row of `xs`: it takes the values of the step before
/// and the rows, and returns values for the next step and then others, which
/// are stacked.
DT_EXPORT Tensors scan(const Function &body, const Tensors &initial,
                       const Tensors &xs);

namespace detail {

template <typename Result> Tensors pack(const Result &result) {
  if constexpr (std::is_same_v<Result, Tensors>)
    return result;
  else if constexpr (std::is_convertible_v<Result, DTensor>)
    return {result};
  else
    return std::apply(
        [](const auto &...each) { return Tensors{DTensor(each)...}; }, result);
}

template <typename Result, size_t... index>
Result unpackTuple(const Tensors &results, std::index_sequence<index...>) {
  return Result{results[index]...};
}

template <typename Result> Result unpack(const Tensors &results) {
  if constexpr (std::is_same_v<Result, Tensors>)
    return results;
  else if constexpr (std::is_same_v<Result, DTensor>)
    return results[0];
  else if constexpr (!std::is_void_v<Result>)
    return unpackTuple<Result>(
        results, std::make_index_sequence<std::tuple_size_v<Result>>());
}

template <typename Result, typename Callable, size_t... index>
Tensors apply(const Callable &function, const Tensors &arguments,
              std::index_sequence<index...>) {
  if constexpr (std::is_void_v<Result>) {
    function(arguments[index]...);
    return {};
  } else {
    return pack<Result>(function(arguments[index]...));
  }
}

/// A function with any number of tensors as a `Function`.
template <typename Result, typename... Parameters>
Function erase(std::function<Result(Parameters...)> function) {
  if constexpr (std::is_same_v<std::tuple<std::decay_t<Parameters>...>,
                               std::tuple<Tensors>>)
    return [function](const Tensors &arguments) {
      if constexpr (std::is_void_v<Result>) {
        function(arguments);
        return Tensors();
      } else {
        return pack<Result>(function(arguments));
      }
    };
  else
    return [function](const Tensors &arguments) {
      if (arguments.size() != sizeof...(Parameters))
        throw Error("required " + std::to_string(sizeof...(Parameters)) +
                    " arguments, found " + std::to_string(arguments.size()));
      return apply<Result>(function, arguments,
                           std::index_sequence_for<Parameters...>());
    };
}

} // namespace detail

/// What `jit` returns: called as the function, of tensors.
template <typename Result> class Jit {
public:
  explicit Jit(JitFunction function) : function(std::move(function)) {}

  template <typename... Arguments>
  Result operator()(const Arguments &...arguments) const {
    if constexpr (std::is_same_v<std::tuple<Arguments...>, std::tuple<Tensors>>)
      return detail::unpack<Result>(function(arguments...));
    else
      return detail::unpack<Result>(function(Tensors{DTensor(arguments)...}));
  }

  template <typename... Arguments>
  Executable compile(const Arguments &...arguments) const {
    return function.compile(Tensors{DTensor(arguments)...});
  }
  const JitFunction &untyped() const { return function; }

private:
  JitFunction function;
};

/// Makes one program of a function: of tensors (or of a vector of them), which
/// returns a tensor, a tuple, a vector, or nothing. Its ops are recorded once
/// for the types, shapes and layouts of its arguments; then it is partitioned
/// and compiled. Other tensors that it uses become arguments of the program. A
/// variable that it reads is an argument, too; one that it assigns is updated
/// in place, when the program is done. Errors in a program that assigns
/// variables leave these with undefined elements.
template <typename Callable>
auto jit(Callable function, const CompileOptions &options = {},
         const std::string &name = "jit") {
  std::function typed = std::move(function);
  return Jit<typename decltype(typed)::result_type>(
      JitFunction(detail::erase(std::move(typed)), name, options));
}

/// A function that returns the derivatives of `function`, whose first result is
/// a scalar, by the arguments with the given numbers. It can be recorded, and
/// is one program if it is called by itself.
DT_EXPORT Function gradient_of(Function function, std::vector<int64_t> by,
                               bool with_value);

template <typename Callable>
auto grad(Callable function, const std::vector<int64_t> &by = {0}) {
  return Jit<Tensors>(JitFunction(
      gradient_of(detail::erase(std::function(std::move(function))), by,
                  /*with_value=*/false),
      "grad"));
}
/// The results of the function come before the derivatives.
template <typename Callable>
auto value_and_grad(Callable function, const std::vector<int64_t> &by = {0}) {
  return Jit<Tensors>(JitFunction(
      gradient_of(detail::erase(std::function(std::move(function))), by,
                  /*with_value=*/true),
      "value_and_grad"));
}

} // namespace dt

#endif // DT_JIT_H
