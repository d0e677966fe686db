//===- EventCalls.h - Where events begin and end ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CONVERSION_EVENTCALLS_H
#define DTENSOR_LIB_CONVERSION_EVENTCALLS_H

#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Runtime/Profile.h"

namespace dtensor {

/// An op of the source: `stablehlo.dot_general`, `mlp.mlir:3:8`. Each of the
/// two may be unknown.
struct SourceOp {
  std::string name, place;
  bool operator==(const SourceOp &other) const {
    return name == other.name && place == other.place;
  }
};

/// Adds the ops of the source that `location` comes from, each of them once.
void addSourceOps(mlir::Location location,
                  llvm::SmallVectorImpl<SourceOp> &ops);

/// Makes the calls that tell the runtime of events; see Profile.h.
class EventCalls {
public:
  /// Events are numbered after those that the module has.
  EventCalls(mlir::ModuleOp module, RuntimeCalls &runtime)
      : module(module), runtime(runtime) {}

  struct Event {
    DtEventKind kind;
    int64_t bytes;
    llvm::SmallVector<SourceOp> ops;
    std::string reason;
  };

  /// The event has the ops `first` to `last` of a block. `device` is the
  /// device's handle.
  void enclose(mlir::Operation *first, mlir::Operation *last,
               mlir::Value device, const Event &event);

  static bool isBegin(mlir::Operation *op);
  static bool isEnd(mlir::Operation *op);

private:
  mlir::ModuleOp module;
  RuntimeCalls &runtime;
  /// Nothing before the first event.
  std::optional<int64_t> numEvents;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CONVERSION_EVENTCALLS_H
