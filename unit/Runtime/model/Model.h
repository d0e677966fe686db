//===- Model.h - The memory model of C++, explored --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_MODEL_MODEL_H
#define DTENSOR_UNIT_RUNTIME_MODEL_MODEL_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

/// A stateless model checker. It runs a few threads again and again, under all
/// orders of their atomic operations, and with all values that the memory model
/// of C++20 allows each load to return. The exception are values from the
/// future: a store that is visible before a load which precedes it in its
/// thread. No compiler makes such code. Real memory is stronger: on x86 a load
/// returns an old value only before its own thread's stores are visible.
///
/// The checker uses an operational form of the model. Each atomic has its
/// messages in order of modification. Each thread knows, for each atomic, the
/// oldest message that it may still read. An acquiring load gets the knowledge
/// that the storing thread had when it released. This follows Kang et al., "A
/// promising semantics for relaxed-memory concurrency" (POPL 2017), without
/// promises.
namespace dtensor::model {

using Order = std::memory_order;

struct Exploration {
  /// Empty if no execution fails. Otherwise the failure, and the operations of
  /// that execution, one per line.
  std::string failure;
  uint64_t numExecutions = 0;
};

namespace detail {
Exploration explore(const std::function<void()> &construct,
                    const std::vector<std::function<void()>> &threads,
                    const std::function<void()> &atEnd,
                    const std::function<void()> &destroy);
} // namespace detail

/// Runs all executions of some threads, which share one `Shared`, until one
/// fails. No thread may run forever, but it may sleep. An execution fails if a
/// `require` does, if plain data are read or written by two threads without an
/// order, or if all remaining threads sleep. `atEnd` is called when all threads
/// of an execution have ended. It is not called for executions that are given
/// up because another one was in the same state before.
template <typename Shared>
Exploration explore(
    std::vector<std::function<void(Shared &)>> threads,
    std::function<void(Shared &)> atEnd = [](Shared &) {}) {
  // The address is always the same, so that pointers to it are the same values.
  alignas(Shared) std::byte memory[sizeof(Shared)];
  auto *shared = reinterpret_cast<Shared *>(memory);
  std::vector<std::function<void()>> bound;
  for (std::function<void(Shared &)> &thread : threads)
    bound.push_back([&thread, shared] { thread(*shared); });
  return detail::explore([&] { new (shared) Shared(); }, bound,
                         [&] { atEnd(*shared); }, [&] { shared->~Shared(); });
}

/// Called within a thread: the execution fails unless `condition` holds.
void require(bool condition, const char *text);

namespace detail {
/// The number of an atomic, in the order in which they are created.
using Location = size_t;
Location makeLocation(uint64_t value);
uint64_t load(Location location, Order order);
void store(Location location, uint64_t value, Order order);
/// Replaces the value by `update` of it, and returns the earlier value.
uint64_t modify(Location location, Order order,
                const std::function<uint64_t(uint64_t)> &update);
uint64_t getLast(Location location);
void fence();
void sleepIf(Location location, uint64_t value);
void wakeAll(Location location);
} // namespace detail

/// Replaces std::atomic.
template <typename T> class Atomic {
public:
  Atomic(T value = T()) : location(detail::makeLocation(encode(value))) {}
  Atomic(const Atomic &) = delete;
  Atomic &operator=(const Atomic &) = delete;

  T load(Order order) const { return decode(detail::load(location, order)); }
  void store(T value, Order order) {
    detail::store(location, encode(value), order);
  }
  T fetch_add(T value, Order order) {
    return decode(detail::modify(location, order, [&](uint64_t old) {
      return encode(static_cast<T>(decode(old) + value));
    }));
  }
  T fetch_sub(T value, Order order) {
    return decode(detail::modify(location, order, [&](uint64_t old) {
      return encode(static_cast<T>(decode(old) - value));
    }));
  }

  /// At the end of an execution: the last value in the order of modification.
  T getLast() const { return decode(detail::getLast(location)); }

private:
  friend struct Memory;
  static uint64_t encode(T value) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<uintptr_t>(value);
    else
      return static_cast<uint64_t>(value);
  }
  static T decode(uint64_t value) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<T>(static_cast<uintptr_t>(value));
    else
      return static_cast<T>(value);
  }

  detail::Location location;
};

/// Replaces dtensor::runtime::MachineMemory.
struct Memory {
  template <typename T> using Atomic = model::Atomic<T>;
  static void fence() { detail::fence(); }
  static void sleepIf(Atomic<uint32_t> &word, uint32_t value) {
    detail::sleepIf(word.location, value);
  }
  static void wakeAll(Atomic<uint32_t> &word) {
    detail::wakeAll(word.location);
  }
};

/// Plain memory, not atomic. An execution fails if two threads may access it at
/// the same time and one of them writes.
class Data {
public:
  int64_t read() const;
  void write(int64_t value);

private:
  struct Access {
    size_t thread;
    uint64_t time;
  };
  int64_t value = 0;
  Access lastWrite{0, 0};
  mutable std::vector<Access> reads;
};

} // namespace dtensor::model

#endif // DTENSOR_UNIT_RUNTIME_MODEL_MODEL_H
