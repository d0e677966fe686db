//===- PrintCommunication.cpp - Prints the communication of functions -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/CommunicationReport.h"
#include "dtensor/Analysis/Passes.h"
#include "dtensor/Analysis/PeakMemory.h"
#include "llvm/ADT/StringExtras.h"

namespace dtensor {
#define GEN_PASS_DEF_PRINTCOMMUNICATION
#include "dtensor/Analysis/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

static void print(func::FuncOp function, llvm::raw_ostream &os) {
  CommunicationReport report = analyzeCommunication(function);
  std::string name = ("@" + function.getName() + ": ").str();
  for (const CollectiveReport &collective : report.collectives)
    os << name << collective.kind << " over "
       << llvm::join(collective.dims, ",") << ", " << collective.count
       << (collective.count == 1 ? " time" : " times")
       << (collective.inLoop ? " in a loop" : "") << ", "
       << (collective.isBound ? "at most " : "") << collective.bytesReceived
       << " bytes: " << collective.reason << "\n";
  for (const ConflictReport &conflict : report.conflicts) {
    os << name << "conflict at " << conflict.op << ": chosen ";
    llvm::interleave(
        conflict.choices, os,
        [&](const LayoutChoice &choice) {
          os << choice.layouts << ": " << choice.bytesReceived << " bytes";
        },
        "; or ");
    os << "\n";
  }
  for (const auto &[kind, total] : report.getTotals())
    os << name << total.count << " " << kind << ", " << total.bytesReceived
       << " bytes\n";
  os << name << report.getBytesReceived() << " bytes in all, "
     << computePeakBytes(function) << " bytes at the peak\n";
}

namespace {

struct PrintCommunication
    : dtensor::impl::PrintCommunicationBase<PrintCommunication> {
  explicit PrintCommunication(llvm::raw_ostream &os = llvm::errs()) : os(os) {}

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        print(function, os);
    os.flush();
    markAllAnalysesPreserved();
  }

private:
  llvm::raw_ostream &os;
};

} // namespace

std::unique_ptr<Pass> dtensor::createPrintCommunication(llvm::raw_ostream &os) {
  return std::make_unique<PrintCommunication>(os);
}
