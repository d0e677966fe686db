//===- CollectiveCounter.cpp - Counting collectives in Python -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CollectiveCounter.h"

#include "Bindings.h"

using dt::CollectiveCount;
using dt::CollectiveCounter;

namespace {
/// Counts between `__enter__` and `__exit__`, and keeps what it counted.
class Counter {
public:
  void enter() { counter = std::make_unique<CollectiveCounter>(); }
  void exit() {
    if (!counter)
      throw dt::Error(
          "CollectiveCounter: required a block that has begun, found none");
    counts = counter->counts();
    table = counter->table();
    json = counter->json();
    counter.reset();
  }

  std::vector<CollectiveCount> getCounts() const {
    return counter ? counter->counts() : counts;
  }
  std::string getTable() const { return counter ? counter->table() : table; }
  std::string getJson() const { return counter ? counter->json() : json; }

private:
  std::unique_ptr<CollectiveCounter> counter;
  std::vector<CollectiveCount> counts;
  std::string table, json;
};
} // namespace

void dtensor::python::bindCollectiveCounter(nb::module_ &module) {
  nb::class_<CollectiveCount>(module, "CollectiveCount",
                              "The collectives of one kind at one place.")
      .def_ro("function", &CollectiveCount::function)
      .def_ro("place", &CollectiveCount::place)
      .def_ro("kind", &CollectiveCount::kind)
      .def_ro("count", &CollectiveCount::count)
      .def_ro("bytes_received", &CollectiveCount::bytes_received)
      .def("__repr__", [](const CollectiveCount &it) {
        return "CollectiveCount(function='" + it.function + "', place='" +
               it.place + "', kind='" + it.kind +
               "', count=" + std::to_string(it.count) +
               ", bytes_received=" + std::to_string(it.bytes_received) + ")";
      });
  nb::class_<Counter>(module, "CollectiveCounter")
      .def(nb::init<>())
      .def(
          "__enter__",
          [](nb::object self) {
            nb::cast<Counter &>(self).enter();
            return self;
          },
          nb::sig("def __enter__(self) -> CollectiveCounter"))
      .def("__exit__",
           [](Counter &counter, const nb::args &) { counter.exit(); })
      .def_prop_ro("counts", &Counter::getCounts,
                   "By function, place and kind.")
      .def(
          "total",
          [](const Counter &counter, std::string_view kind) {
            int64_t total = 0;
            for (const CollectiveCount &count : counter.getCounts())
              if (kind.empty() || kind == count.kind)
                total += count.count;
            return total;
          },
          "kind"_a = "", "The number of collectives of a kind, or of all.")
      .def(
          "bytes_received",
          [](const Counter &counter, std::string_view kind) {
            int64_t total = 0;
            for (const CollectiveCount &count : counter.getCounts())
              if (kind.empty() || kind == count.kind)
                total += count.bytes_received;
            return total;
          },
          "kind"_a = "")
      .def("table", &Counter::getTable, "A table for a terminal.")
      .def("json", &Counter::getJson, "An array of objects.")
      .def("__str__", &Counter::getTable);
}
