//===- Comm.cpp - Collectives along manual dimensions, on components ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "ExpansionTable.h"
#include "dtensor/Partition/Expander.h"

using namespace mlir;
using namespace dtensor;

/// Adds the shardings of `value` along other dimensions to `along`, a layout
/// along manual dimensions.
static LayoutAttr addFree(Expander &expander, LayoutAttr along, Value value) {
  Layout layout = llvm::cantFail(along.resolve(expander.getMesh()));
  const Layout &free = expander.getLayout(value);
  for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
    DimList dims(layout.getAxis(axis));
    llvm::append_range(dims, free.getAxis(axis));
    layout.setAxis(axis, dims);
  }
  SmallVector<PartialDim> partial(layout.getPartial());
  llvm::append_range(partial, free.getPartial());
  layout.setPartial(partial);
  return expander.getGeometry().getAttr(layout);
}

template <typename OpTy>
static LogicalResult expandCollective(Expander &expander, OpTy op,
                                      const ExpansionSite &) {
  auto local = cast<OpTy>(expander.cloneLocally(*op));
  local.setFromAttr(addFree(expander, op.getFrom(), op.getSource()));
  local.setToAttr(addFree(expander, op.getTo(), op.getResult()));
  return success();
}

static LogicalResult expandFetch(Expander &expander, comm::FetchOp op,
                                 const ExpansionSite &) {
  auto local = cast<comm::FetchOp>(expander.cloneLocally(*op));
  SmallVector<Attribute> from;
  for (auto [source, layout] :
       llvm::zip_equal(op.getSources(), op.getFrom().getAsRange<LayoutAttr>()))
    from.push_back(addFree(expander, layout, source));
  local.setFromAttr(expander.getBuilder().getArrayAttr(from));
  local.setToAttr(addFree(expander, op.getTo(), op.getResult()));
  return success();
}

void dtensor::addCommExpansions(ExpansionTable &table) {
  table.add<comm::AllReduceOp, expandCollective<comm::AllReduceOp>>();
  table.add<comm::ReduceScatterOp, expandCollective<comm::ReduceScatterOp>>();
  table.add<comm::AllGatherOp, expandCollective<comm::AllGatherOp>>();
  table.add<comm::AllToAllOp, expandCollective<comm::AllToAllOp>>();
  table.add<comm::FetchOp, expandFetch>();
}
