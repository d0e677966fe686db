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

/// A separate stack that a worker's thread can run on, or the thread's own
/// stack. A switch takes a few nanoseconds and does not enter the kernel.
class Fiber {
public:
  /// The stack that the runtime, kernel libraries, and code from other
  /// compilers may take.
  static constexpr size_t kStackBytes = 256 * 1024;

  Fiber() = default;
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;
  ~Fiber();

  /// Maps a stack of `bytes`, in whole pages, which replaces an earlier one.
  /// The memory below it is never accessible. `start` must be called next.
  /// Returns false if there is not enough memory; then nothing has changed.
  bool allocateStack(size_t bytes);

  size_t getStackBytes() const { return stackSize; }
  /// The end of the stack from which it grows.
  char *getStackTop() const;
  /// Whether `address` is directly below the stack.
  bool isBelowStack(const void *address) const;

  /// Makes the next switch to this fiber call `entry(argument)`, which must not
  /// return. The earlier work of the fiber is abandoned without unwinding.
  void start(void (*entry)(void *), void *argument);

  /// Makes this the fiber of the calling thread, on the thread's stack.
  void adoptThread();

  /// Suspends `from`, which is running, and resumes `to`. Both must belong to
  /// one worker.
  static void switchTo(Fiber &from, Fiber &to);

private:
  struct Switch;
  static void enter(boost::context::detail::transfer_t transfer);

  boost::context::detail::fcontext_t context = nullptr;
  void (*entry)(void *) = nullptr;
  void *argument = nullptr;
  char *mapping = nullptr;
  // These are for sanitizers. The bounds of a thread's stack are found at the
  // first switch away from it.
  const void *stackBottom = nullptr;
  size_t stackSize = 0;
  [[maybe_unused]] void *fakeStack = nullptr;
  [[maybe_unused]] void *sanitizerFiber = nullptr;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_FIBER_H
