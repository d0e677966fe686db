//===- EventCalls.cpp - Where events begin and end ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EventCalls.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace dtensor;

static constexpr llvm::StringLiteral kBegin = "dt_begin_event";
static constexpr llvm::StringLiteral kEnd = "dt_end_event";

static void add(SourceOp op, SmallVectorImpl<SourceOp> &ops) {
  if ((!op.name.empty() || !op.place.empty()) && !llvm::is_contained(ops, op))
    ops.push_back(std::move(op));
}

void dtensor::addSourceOps(Location location, SmallVectorImpl<SourceOp> &ops) {
  if (auto name = dyn_cast<NameLoc>(location))
    return addSourceOps(name.getChildLoc(), ops);
  // An inlined op has its place in the callee's text.
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return addSourceOps(call.getCallee(), ops);
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return add({"", getSourcePosition(location)}, ops);
  auto text = dyn_cast_or_null<StringAttr>(fused.getMetadata());
  if (text && RegisteredOperationName::lookup(text, location.getContext()))
    return add({text.str(), getSourcePosition(location)}, ops);
  for (Location part : fused.getLocations())
    addSourceOps(part, ops);
}

static bool calls(Operation *op, StringRef callee) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  return call && call.getCallee() == callee;
}

bool EventCalls::isBegin(Operation *op) { return calls(op, kBegin); }
bool EventCalls::isEnd(Operation *op) { return calls(op, kEnd); }

/// One line without tabs.
static std::string flatten(StringRef text) {
  std::string line = text.str();
  for (char &c : line)
    if (c == '\t' || c == '\n')
      c = ' ';
  return line;
}

void EventCalls::enclose(Operation *first, Operation *last, Value device,
                         const Event &event) {
  std::string text;
  for (const SourceOp &op : event.ops)
    text += (op.name.empty() ? "?" : flatten(op.name)) + "\t" +
            flatten(op.place) + "\n";
  if (!event.reason.empty())
    text += "\t" + flatten(event.reason) + "\n";
  if (!numEvents) {
    numEvents = 0;
    module.walk([&](LLVM::CallOp call) { *numEvents += isBegin(call); });
  }
  OpBuilder builder(first);
  Location loc = first->getLoc();
  int64_t constants[DT_EVENT_SIZE];
  constants[DT_EVENT_NUMBER] = (*numEvents)++;
  constants[DT_EVENT_KIND] = event.kind;
  constants[DT_EVENT_BYTES] = event.bytes;
  runtime.call(builder, loc, kBegin, Type(),
               {device, runtime.getArray(builder, loc, "dt_event", constants),
                runtime.getString(builder, loc, text)});
  builder.setInsertionPointAfter(last);
  runtime.call(builder, loc, kEnd, Type(), {device});
}
