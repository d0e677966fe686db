//===- Interrupts.h - Ctrl-C while a program runs ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PYTHON_INTERRUPTS_H
#define DTENSOR_PYTHON_INTERRUPTS_H

#include "Bindings.h"
#include "dt/Context.h"
#include "dt/Error.h"

namespace dtensor::python {

/// As long as it lives on the main thread, Ctrl-C ends what runs on a context.
/// Without it, Python would notice the signal after the run. Guards nest; the
/// outermost one counts.
class InterruptGuard {
public:
  explicit InterruptGuard(const dt::Context &context);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;

  /// Whether Ctrl-C was pressed meanwhile.
  bool wasInterrupted() const;

private:
  bool isActive;
};

/// Runs a function without the interpreter's lock. Ctrl-C ends it with a
/// KeyboardInterrupt, or what else Python's handler raises.
template <typename Function>
auto runInterruptibly(const dt::Context &context, Function function) {
  nb::gil_scoped_release release;
  InterruptGuard guard(context);
  try {
    return function();
  } catch (const dt::ProgramError &) {
    if (!guard.wasInterrupted())
      throw;
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0)
      throw nb::python_error();
    throw;
  }
}

} // namespace dtensor::python

#endif // DTENSOR_PYTHON_INTERRUPTS_H
