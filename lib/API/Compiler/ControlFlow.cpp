//===- ControlFlow.cpp - Loops and branches of tensors --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/ControlFlow.h"

#include "API/Host/Errors.h"
#include "Recorder.h"
#include "dt/Jit.h"
#include "dtensor/Recording/Gradient.h"

namespace dt {

namespace recording = dtensor::recording;
using recording::Value;
using recording::Values;

Tensors gradient(const DTensor &loss, const Tensors &by) {
  Recorder &recorder = Recorder::get("gradient");
  Values values = recording::gradient(recorder.use(loss), recorder.use(by));
  recorder.check();
  return recorder.wrap(values);
}

Function gradient_of(Function function, std::vector<int64_t> by,
                     bool with_value) {
  return [function = std::move(function), by = std::move(by),
          with_value](const Tensors &arguments) {
    Tensors wanted;
    for (int64_t position : by) {
      if (position < 0 || position >= static_cast<int64_t>(arguments.size()))
        raise("a derivative: required an argument below " +
              llvm::Twine(arguments.size()) + ", found " +
              llvm::Twine(position));
      wanted.push_back(arguments[position]);
    }
    Tensors results = function(arguments);
    if (results.empty())
      raise("a derivative: required a function with a result");
    Tensors derivatives = gradient(results[0], wanted);
    if (!with_value)
      return derivatives;
    results.insert(results.end(), derivatives.begin(), derivatives.end());
    return results;
  };
}

/// The value of a boolean scalar.
static bool read(const DTensor &predicate) {
  if (predicate.rank() != 0 || predicate.dtype() != DType::boolean)
    raise("a predicate: required a scalar bool, found " +
          getType(predicate.shape(), predicate.dtype()).str());
  return predicate.full_tensor().elements<bool>()[0];
}

static bool isRecorded(const Tensors &tensors) {
  return Recorder::find() && llvm::any_of(tensors, [](const DTensor &tensor) {
           return Access::recorded(tensor) != nullptr;
         });
}

Tensors cond(const DTensor &predicate, const Function &on_true,
             const Function &on_false, const Tensors &arguments) {
  if (!isRecorded({predicate}))
    return read(predicate) ? on_true(arguments) : on_false(arguments);
  Recorder &recorder = Recorder::get("cond");
  auto call = [&](const Function &function) {
    return recorder.protect([&] { return recorder.use(function(arguments)); });
  };
  Values values = recording::cond(
      recorder.use(predicate), [&] { return call(on_true); },
      [&] { return call(on_false); });
  recorder.check();
  return recorder.wrap(values);
}

Tensors while_loop(const Function &predicate, const Function &body,
                   const Tensors &initial) {
  if (!Recorder::find()) {
    Tensors values = initial;
    for (;;) {
      Tensors goesOn = predicate(values);
      if (goesOn.size() != 1)
        raise("while_loop: required a predicate with one result, found " +
              llvm::Twine(goesOn.size()));
      if (!read(goesOn[0]))
        return values;
      values = body(values);
    }
  }
  Recorder &recorder = Recorder::get("while_loop");
  Values values = recording::whileLoop(
      recorder.getGraph(), recorder.use(initial),
      [&](llvm::ArrayRef<Value> present) {
        return recorder.protect([&] {
          Tensors goesOn = predicate(recorder.wrap(present));
          if (goesOn.size() != 1)
            raise("while_loop: required a predicate with one result, found " +
                  llvm::Twine(goesOn.size()));
          return recorder.use(goesOn[0]);
        });
      },
      [&](llvm::ArrayRef<Value> present) {
        return recorder.protect(
            [&] { return recorder.use(body(recorder.wrap(present))); });
      });
  recorder.check();
  return recorder.wrap(values);
}

Tensors fori_loop(int64_t lower, int64_t upper, const Function &body,
                  const Tensors &initial) {
  if (!Recorder::find()) {
    Tensors values = initial;
    for (int64_t i = lower; i < upper; ++i) {
      if (initial.empty())
        raise("fori_loop: required a tensor, found none");
      Tensors arguments = {copy_to_mesh(
          Tensor::scalar(i), Layout::replicated(initial[0].mesh(), 0))};
      arguments.insert(arguments.end(), values.begin(), values.end());
      values = body(arguments);
    }
    return values;
  }
  Recorder &recorder = Recorder::get("fori_loop");
  Values values = recording::foriLoop(
      recorder.getGraph(), lower, upper, recorder.use(initial),
      [&](Value number, llvm::ArrayRef<Value> present) {
        return recorder.protect([&] {
          Tensors arguments = recorder.wrap(present);
          arguments.insert(arguments.begin(), recorder.wrap(number));
          return recorder.use(body(arguments));
        });
      });
  recorder.check();
  return recorder.wrap(values);
}

/// A row of a tensor. The number is an operand, so that all rows have one
/// program.
static DTensor getRow(const DTensor &x, int64_t row) {
  DTensor number =
      copy_to_mesh(Tensor::scalar(row), Layout::replicated(x.mesh(), 0));
  return call("take", {x, number}, {{"axis", 0}})[0];
}

static void checkRows(int64_t length, const Tensors &xs) {
  for (const DTensor &x : xs)
    if (x.rank() == 0 || x.shape()[0] != length)
      raise("scan: required " + llvm::Twine(length) + " rows, found " +
            getType(x.shape(), x.dtype()).str());
}

/// A scan whose body runs at once for each row.
static Tensors scanRows(const Function &body, const Tensors &initial,
                        const Tensors &xs, int64_t length) {
  Tensors values = initial;
  std::vector<Argument::List> joined;
  for (int64_t row = 0; row < length; ++row) {
    Tensors arguments = std::move(values);
    for (const DTensor &x : xs)
      arguments.push_back(getRow(x, row));
    Tensors results = body(arguments);
    size_t count = row == 0 ? results.size() : initial.size() + joined.size();
    if (results.size() < initial.size() || results.size() != count)
      raise("scan: required a body with " +
            llvm::Twine(row == 0 ? "at least " : "") +
            llvm::Twine(row == 0 ? initial.size() : count) +
            " results, found " + llvm::Twine(results.size()));
    values.assign(results.begin(), results.begin() + initial.size());
    joined.resize(count - initial.size());
    for (size_t i = 0; i < joined.size(); ++i)
      joined[i].push_back(results[initial.size() + i]);
  }
  for (Argument::List &rows : joined)
    values.push_back(call("stack", Arguments{Argument(std::move(rows))})[0]);
  return values;
}

Tensors scan(const Function &body, const Tensors &initial, const Tensors &xs) {
  if (xs.empty() || xs[0].rank() == 0)
    raise("scan: required a tensor with rows, found none");
  int64_t length = xs[0].shape()[0];
  if (!Recorder::find()) {
    checkRows(length, xs);
    if (length > 0)
      return scanRows(body, initial, xs, length);
    // Only a recording tells the types of the results of a body that never
    // runs.
    Tensors operands = initial;
    operands.insert(operands.end(), xs.begin(), xs.end());
    size_t carried = initial.size();
    return JitFunction(
        [&, carried](const Tensors &all) {
          return scan(body, Tensors(all.begin(), all.begin() + carried),
                      Tensors(all.begin() + carried, all.end()));
        },
        "scan")(operands);
  }
  Recorder &recorder = Recorder::get("scan");
  Values values = recording::scan(
      recorder.getGraph(), length, recorder.use(initial), recorder.use(xs),
      [&](Value, llvm::ArrayRef<Value> present, llvm::ArrayRef<Value> rows) {
        return recorder.protect([&] {
          Tensors arguments = recorder.wrap(present);
          Tensors more = recorder.wrap(rows);
          arguments.insert(arguments.end(), more.begin(), more.end());
          Values results = recorder.use(body(arguments));
          if (results.size() < present.size())
            raise("scan: required a body with at least " +
                  llvm::Twine(present.size()) + " results, found " +
                  llvm::Twine(results.size()));
          llvm::ArrayRef<Value> all(results);
          return recording::ScanStep(Values(all.take_front(present.size())),
                                     Values(all.drop_front(present.size())));
        });
      });
  recorder.check();
  return recorder.wrap(values);
}

} // namespace dt
