//===- StackGuard.cpp - Full stacks as errors -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackGuard.h"
#include "Context.h"
#include "arch/Architecture.h"

#include <csignal>
#include <cstdint>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>

using namespace dtensor::runtime;

/// The worker whose devices the thread runs.
static thread_local Worker *guarded = nullptr;

static struct sigaction previous;

/// The function with which a device continues after its stack was full. It runs
/// from the top of the stack, and the frames there are abandoned.
static void leaveProgram(void *argument) {
  auto *device = static_cast<DtDevice *>(argument);
  std::string text = "stack overflow: required: at most " +
                     std::to_string(device->fiber.getStackBytes()) +
                     " bytes of stack";
  device->context->report(*device, text.c_str(), "");
  // Nothing is unwound.
  std::string().swap(text);
  device->worker->leave(*device);
  __builtin_unreachable();
}

static void handle(int signal, siginfo_t *info, void *state) {
  if (guarded)
    if (DtDevice *device = guarded->findOverflow(info->si_addr))
      return redirect(*static_cast<ucontext_t *>(state),
                      device->fiber.getStackTop(), leaveProgram, device);
  if (previous.sa_flags & SA_SIGINFO)
    return previous.sa_sigaction(signal, info, state);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    return previous.sa_handler(signal);
  // The instruction runs once more, without the handler.
  sigaction(signal, &previous, nullptr);
}

static void install() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous);
}

namespace {
/// The stack of the handler, which cannot run on the full one.
struct AlternateStack {
  static constexpr size_t kBytes = 1 << 16;

  AlternateStack() {
    stack_t known;
    if (sigaltstack(nullptr, &known) != 0 || !(known.ss_flags & SS_DISABLE))
      return;
    void *mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      return;
    memory = mapped;
    stack_t mine = {};
    mine.ss_sp = memory;
    mine.ss_size = kBytes;
    sigaltstack(&mine, nullptr);
  }
  ~AlternateStack() {
    if (!memory)
      return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory, kBytes);
  }

  void *memory = nullptr;
};
} // namespace

StackGuard::StackGuard(Worker &worker) {
  // Sanitizers give better reports of faults.
#if !defined(DTENSOR_ASAN) && !defined(DTENSOR_TSAN)
  static const bool isInstalled = (install(), true);
  (void)isInstalled;
  static thread_local AlternateStack stack;
  (void)stack;
#else
  (void)install;
#endif
  guarded = &worker;
}

StackGuard::~StackGuard() { guarded = nullptr; }
