//===- ImplicitRelayouts.cpp - Relayouts not asked for --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImplicitRelayouts.h"
#include "SuggestRelayout.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/RelayoutVolume.h"

using namespace mlir;
using namespace dtensor;

/// The place for the line that a message suggests.
static constexpr llvm::StringLiteral kBefore =
    "before this op, and use its result here";

bool ImplicitRelayouts::moves(const Slot &slot, const Layout &from,
                              const Layout &to, bool isReduced) const {
  if (!isReduced)
    for (PartialDim partial : from.getPartial())
      if (to.getPartial(partial.dim) != partial.combiner &&
          graph.getMesh().getSize(partial.dim) > 1)
        return true;
  Layout whole = from, wanted = to;
  whole.setPartial({});
  wanted.setPartial({});
  return getReceivedElements(graph.getMesh(), whole, wanted,
                             slot.type.getShape()) != 0;
}

Attribute ImplicitRelayouts::getWritten(const Site &site) const {
  Operation *op = site.op;
  unsigned number = site.uses[0]->getOperandNumber();
  if (isa<ConstrainOp>(op))
    return op->getAttr(kWrittenAttr);
  if (isa<func::ReturnOp>(op))
    return cast<func::FuncOp>(op->getParentOp())
        .getResultAttr(number, kWrittenAttr);
  if (auto call = dyn_cast<func::CallOp>(op))
    if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr()))
      return callee.getArgAttr(number, kWrittenAttr);
  return {};
}

bool ImplicitRelayouts::asksFor(Attribute written, const Layout &from,
                                const Layout &to) const {
  auto constraint = dyn_cast_or_null<ConstraintAttr>(written);
  if (!constraint)
    return static_cast<bool>(written);
  const Mesh &mesh = graph.getMesh();
  auto names = [&](unsigned axis, unsigned dim) {
    return llvm::any_of(
        constraint.getAxes()[axis].getAsRange<StringAttr>(),
        [&](StringAttr name) { return name == mesh.getName(dim); });
  };
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    std::optional<unsigned> before = from.getShardedAxis(dim);
    std::optional<unsigned> after = to.getShardedAxis(dim);
    // The dimension leaves the axis, or its position on the axis changes.
    if (mesh.getSize(dim) == 1 || !before ||
        (before == after && from.getAxis(*before) == to.getAxis(*after)))
      continue;
    bool mustLeave =
        (!constraint.getOpen()[*before] && !names(*before, dim)) ||
        llvm::any_of(constraint.getReplicated(), [&](StringAttr name) {
          return name == mesh.getName(dim);
        });
    bool mustCome = after && names(*after, dim);
    bool isBehind = after == before && !constraint.getAxes()[*before].empty();
    if (!mustLeave && !mustCome && !isBehind)
      return false;
  }
  return true;
}

bool ImplicitRelayouts::isAnnotated(SlotId slot, const Layout &made) const {
  const Layout &to = graph[slot].state.layout;
  for (SiteId around : graph.getSitesOf(slot)) {
    const Site &user = graph[around];
    if (!llvm::is_contained(user.operands, slot))
      continue;
    if (!user.isEdge || user.border || graph.getArriving(user) != to ||
        !(isa<RelayoutOp>(user.op) || asksFor(getWritten(user), made, to)))
      return false;
  }
  return true;
}

/// Whether import made `value` as an intermediate result of the same source op
/// that `user` is a part of. Names alone do not tell, since several functions
/// with the same names may have been inlined.
static bool isInside(Value value, Operation *user) {
  std::string name = getSourceName(value);
  return !name.empty() && value.getDefiningOp() &&
         value.getDefiningOp() != user &&
         getSourcePosition(value.getLoc()) ==
             getSourcePosition(user->getLoc()) &&
         llvm::any_of(user->getResults(), [&](Value result) {
           return getSourceName(result) == name;
         });
}

void ImplicitRelayouts::add(Operation *op, Value value, const Layout &from,
                            const Layout &to, const std::string &text,
                            StringRef place) {
  bool isMade = isInside(value, op) ||
                (value.getDefiningOp() == op &&
                 llvm::any_of(value.getUsers(), [&](Operation *user) {
                   return isInside(value, user);
                 }));
  // A transform of several axes consists of one transform for each axis. The
  // relayouts between them are its own.
  if (isMade && isa<linalg_ext::FftOp>(op))
    return;
  std::string message = text + ", but it is " + reasons.describeLayout(from) +
                        ", and nothing in the program asks for that relayout; ";
  if (isMade)
    message += "the op itself makes " + describeValue(value) +
               ", so annotate operands and results of " +
               getSourceOp(op).str() + " such that it is made " +
               reasons.describeLayout(to);
  else
    message += "add " + suggestRelayout(value, op, to, graph.getMesh(),
                                        graph.getMeshName(), place);
  // A function exists several times, once for each of its layouts.
  if (llvm::none_of(findings, [&](const Finding &finding) {
        return finding.location == op->getLoc() && finding.message == message;
      }))
    findings.push_back({op->getLoc(), std::move(message)});
}

void ImplicitRelayouts::checkEdge(const Site &site, const Layout &to) {
  const Slot &slot = graph[*site.operands[0]];
  Value value = site.uses[0]->get();
  // The program asks for these layouts: a relayout, a constraint, or the
  // declared layouts of a `local_map`.
  if (isa<RelayoutOp>(site.op) || (isa<LocalMapOp>(site.op) && !site.border) ||
      (isa<ConstrainOp>(site.op) && !site.op->hasAttr(kOriginsAttr) &&
       !site.op->hasAttr(kWrittenAttr)))
    return;
  Layout from = slot.state.layout;
  if (site.border && site.border->enters)
    from = site.border->lift(site.border->peel(from));
  Attribute written = getWritten(site);
  bool isReduced = written || reasons.isContracted(*site.operands[0]);
  if (asksFor(written, from, to) || !moves(slot, from, to, isReduced))
    return;
  add(site.op, value, from, to, reasons.describeArrival(site, to), kBefore);
}

void ImplicitRelayouts::checkNeed(const Site &site, unsigned operand,
                                  const Layout &to) {
  SlotId id = *site.operands[operand];
  const Slot &slot = graph[id];
  const Layout &from = slot.state.layout;
  if (!moves(slot, from, to, reasons.isContracted(id)))
    return;
  Value value = site.uses[operand]->get();
  add(site.op, value, from, to, reasons.describeOperand(site, operand, to),
      kBefore);
}

void ImplicitRelayouts::checkMake(const Site &site, unsigned result,
                                  const Layout &made) {
  SlotId id = *site.results[result];
  const Slot &slot = graph[id];
  const Layout &to = slot.state.layout;
  // The op has contracted the partial value, or it passes on a value that
  // another op has contracted.
  bool isReduced =
      reasons.contracts(site) ||
      llvm::any_of(site.operands, [&](std::optional<SlotId> operand) {
        return operand && reasons.isContracted(*operand);
      });
  if (!moves(slot, made, to, isReduced) || isAnnotated(id, made))
    return;
  Value value = site.op->getResult(result);
  add(site.op, value, made, to,
      "result " + std::to_string(result) + " of " + getSourceOp(site.op).str() +
          " (" + describeValue(value) + ") must be " +
          reasons.describeLayout(to),
      "after this op, and use its result everywhere else");
}

LogicalResult ImplicitRelayouts::report() const {
  if (findings.empty())
    return success();
  InFlightDiagnostic error =
      emitError(findings.front().location, findings.front().message);
  for (const Finding &finding : llvm::drop_begin(findings))
    error.attachNote(finding.location) << finding.message;
  return error;
}
