//===- Fiber.h - A stack that a worker can run on ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_FIBER_H
#define DTENSOR_RUNTIME_FIBER_H

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace dtensor::runtime {

/// A stack of its own that a worker's thread can run on, or the thread's own
/// stack. A switch is a few nanoseconds and does not enter the kernel.
class Fiber {
public:
  /// What the runtime and kernel libraries have, and code that nobody compiled
  /// here.
  static constexpr size_t kStackBytes = 256 * 1024;

  Fiber() = default;
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;
  ~Fiber();

  /// Maps a stack of `bytes`, whole pages, in the place of one that it may
  /// have; what is below is never accessible. `start` comes next. False if
  /// memory is out: then all is as before.
  bool allocateStack(size_t bytes);

  size_t getStackBytes() const { return stackSize; }
  /// The end of the stack, where it begins to grow.
  char *getStackTop() const;
  /// Whether `address` is just below the stack.
  bool isBelowStack(const void *address) const;

  /// The next switch to this fiber calls `entry(argument)`, which must not
  /// return. What the fiber ran before is abandoned: nothing is unwound.
  void start(void (*entry)(void *), void *argument);

  /// Makes this the fiber of the thread that calls, on the thread's stack.
  void adoptThread();

  /// Suspends `from`, which is running, and resumes `to`. Both belong to one
  /// worker.
  static void switchTo(Fiber &from, Fiber &to);

private:
  struct Switch;
  static void enter(boost::context::detail::transfer_t transfer);

  boost::context::detail::fcontext_t context = nullptr;
  void (*entry)(void *) = nullptr;
  void *argument = nullptr;
  char *mapping = nullptr;
  // For sanitizers. The bounds of a thread's stack are learnt at the first
  // switch away from it.
  const void *stackBottom = nullptr;
  size_t stackSize = 0;
  [[maybe_unused]] void *fakeStack = nullptr;
  [[maybe_unused]] void *sanitizerFiber = nullptr;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_FIBER_H
