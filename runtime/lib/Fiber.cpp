//===- Fiber.cpp - A stack that a worker can run on -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Sanitizers.h"

#include <algorithm>
#include <cassert>
#include <sys/mman.h>
#include <unistd.h>

using namespace dtensor::runtime;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/// What a switch tells the fiber that it resumes.
struct Fiber::Switch {
  Fiber *from;
  Fiber *to;
};

/// More than a page: functions of libraries may skip one.
static size_t getGuardBytes() {
  static const size_t bytes = std::max<size_t>(sysconf(_SC_PAGESIZE), 1 << 16);
  return bytes;
}

Fiber::~Fiber() {
  if (!mapping)
    return;
#ifdef DTENSOR_TSAN
  if (sanitizerFiber)
    __tsan_destroy_fiber(sanitizerFiber);
#endif
  munmap(mapping, getGuardBytes() + stackSize);
}

bool Fiber::allocateStack(size_t bytes) {
  size_t guard = getGuardBytes();
  void *memory =
      mmap(nullptr, guard + bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  if (mprotect(memory, guard, PROT_NONE) != 0) {
    munmap(memory, guard + bytes);
    return false;
  }
  if (mapping)
    munmap(mapping, guard + stackSize);
  mapping = static_cast<char *>(memory);
  stackBottom = mapping + guard;
  stackSize = bytes;
  return true;
}

char *Fiber::getStackTop() const {
  return mapping + getGuardBytes() + stackSize;
}

bool Fiber::isBelowStack(const void *address) const {
  return mapping && address >= mapping && address < stackBottom;
}

void Fiber::start(void (*newEntry)(void *), void *newArgument) {
  assert(mapping && "a fiber without a stack");
  entry = newEntry;
  argument = newArgument;
  fakeStack = nullptr;
#ifdef DTENSOR_ASAN
  // Frames that were abandoned have left their red zones behind.
  __asan_unpoison_memory_region(stackBottom, stackSize);
#endif
#ifdef DTENSOR_TSAN
  if (sanitizerFiber)
    __tsan_destroy_fiber(sanitizerFiber);
  sanitizerFiber = __tsan_create_fiber(0);
#endif
  context = make_fcontext(getStackTop(), stackSize, enter);
}

void Fiber::adoptThread() {
#ifdef DTENSOR_TSAN
  sanitizerFiber = __tsan_get_current_fiber();
#endif
}

DTENSOR_SCHEDULER void Fiber::enter(transfer_t transfer) {
  auto [from, to] = *static_cast<Switch *>(transfer.data);
  from->context = transfer.fctx;
#ifdef DTENSOR_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &from->stackBottom,
                                  &from->stackSize);
#endif
  to->entry(to->argument);
}

DTENSOR_SCHEDULER void Fiber::switchTo(Fiber &from, Fiber &to) {
  assert(&from != &to && to.context && "a fiber that cannot be resumed");
  Switch between{&from, &to};
#ifdef DTENSOR_ASAN
  __sanitizer_start_switch_fiber(&from.fakeStack, to.stackBottom, to.stackSize);
#endif
#ifdef DTENSOR_TSAN
  __tsan_switch_to_fiber(to.sanitizerFiber, __tsan_switch_to_fiber_no_sync);
#endif
  transfer_t transfer = jump_fcontext(to.context, &between);
  Fiber *resumer = static_cast<Switch *>(transfer.data)->from;
  resumer->context = transfer.fctx;
#ifdef DTENSOR_ASAN
  __sanitizer_finish_switch_fiber(from.fakeStack, &resumer->stackBottom,
                                  &resumer->stackSize);
#endif
}
