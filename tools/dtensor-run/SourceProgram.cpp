//===- SourceProgram.cpp - One of the programs of a file ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceProgram.h"
#include "CheckEachOp.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Frontend/Text/ParseSource.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dtensor;

LogicalResult SourceProgram::parse() {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source.getMemBufferRef()),
      llvm::SMLoc());
  progress.set("parsing");
  module = parseSource(sources, context);
  progress.hide();
  isFresh = true;
  return success(static_cast<bool>(module));
}

FailureOr<func::FuncOp> SourceProgram::prepare(StringRef entryName) {
  if (!isFresh && failed(parse()))
    return failure();
  isFresh = false;
  llvm::Expected<func::FuncOp> entry = findEntry(*module, entryName);
  if (!entry)
    return emitError(UnknownLoc::get(context))
           << llvm::toString(entry.takeError());
  if (llvm::Error error = applyLayoutRequest(options.layouts, *entry))
    return emitError(UnknownLoc::get(context))
           << llvm::toString(std::move(error));
  size_t numOwn = readSourceSignature(*entry).results.size();
  FailureOr<Expectations> taken = takeExpectations(*entry);
  if (failed(taken))
    return failure();
  expectations = std::move(*taken);
  if (options.checkEachOp)
    intermediateValues = returnIntermediateValues(*entry);
  if (options.check == CheckWith::Values) {
    auto named = returnNamedValues(*entry, options.checkDirectory, numOwn);
    if (!named)
      return emitError(UnknownLoc::get(context))
             << llvm::toString(named.takeError());
    namedValues = std::move(*named);
    numNamed = llvm::count_if(namedValues, [&](const NamedValue &value) {
      return value.result >= numOwn;
    });
  }
  if (failed(verify(*module)))
    return failure();
  // A prediction is of any number of devices.
  if (!options.predicts &&
      failed(checkFitsInProcess(*module, options.compile.job)))
    return failure();
  return *entry;
}
