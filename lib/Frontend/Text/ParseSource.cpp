//===- ParseSource.cpp - Programs as text, with their names ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Frontend/Text/CheckSource.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace dtensor;

/// The identifier at `range`, without its `%`.
static StringRef getIdentifier(llvm::SMRange range) {
  const char *start = range.Start.getPointer();
  return StringRef(start, range.End.getPointer() - start).drop_front();
}

static void nameOp(const AsmParserState::OperationDefinition &definition) {
  if (definition.resultGroups.empty())
    return;
  SmallVector<ResultGroup> groups;
  unsigned end = definition.op->getNumResults();
  for (const auto &group : llvm::reverse(definition.resultGroups)) {
    groups.push_back(
        {getIdentifier(group.definition.loc), end - group.startIndex});
    end = group.startIndex;
  }
  std::reverse(groups.begin(), groups.end());
  definition.op->setLoc(nameResults(definition.op->getLoc(), groups));
}

static void nameArguments(const AsmParserState::BlockDefinition &definition) {
  for (auto [argument, source] :
       llvm::zip(definition.block->getArguments(), definition.arguments)) {
    if (!source.loc.isValid())
      continue;
    StringRef name = getIdentifier(source.loc);
    argument.setLoc(nameResults(argument.getLoc(), {{name, 1}}));
  }
}

/// The module in `block`, or a new one around its ops.
static OwningOpRef<ModuleOp> takeModule(Block &block, Location location) {
  if (llvm::hasSingleElement(block)) {
    if (auto module = dyn_cast<ModuleOp>(block.front())) {
      module->remove();
      return module;
    }
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(location);
  Block *body = module->getBody();
  body->getOperations().splice(body->end(), block.getOperations());
  if (failed(verify(*module)))
    return {};
  return module;
}

/// Calls upstream's parser, which reports nothing for some texts that end too
/// early.
static LogicalResult parseAsm(llvm::SourceMgr &sources, Block &block,
                              const ParserConfig &config,
                              AsmParserState &state) {
  bool hasError = false;
  ScopedDiagnosticHandler handler(config.getContext(), [&](Diagnostic &each) {
    hasError |= each.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
  LogicalResult parsed = parseAsmSourceFile(sources, &block, config, &state);
  if (failed(parsed) && !hasError) {
    const llvm::MemoryBuffer *buffer =
        sources.getMemoryBuffer(sources.getMainFileID());
    unsigned numLines = buffer->getBuffer().rtrim().count('\n') + 1;
    emitError(FileLineColLoc::get(config.getContext(),
                                  buffer->getBufferIdentifier(), numLines, 1))
        << "the text ends within an operation";
  }
  return parsed;
}

OwningOpRef<ModuleOp> dtensor::parseSource(llvm::SourceMgr &sources,
                                           MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  ParserConfig config(context);
  if (isBytecode(*buffer))
    return parseSourceFile<ModuleOp>(sources, config);
  if (failed(checkSource(*buffer, context)))
    return {};

  Block block;
  AsmParserState state;
  if (failed(parseAsm(sources, block, config, state)))
    return {};
  for (const AsmParserState::OperationDefinition &definition :
       state.getOpDefs())
    nameOp(definition);
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    nameArguments(definition);
  return takeModule(
      block, FileLineColLoc::get(context, buffer->getBufferIdentifier(), 0, 0));
}

OwningOpRef<ModuleOp> dtensor::parseSource(StringRef path,
                                           MLIRContext *context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &message);
  if (!buffer) {
    emitError(UnknownLoc::get(context), message);
    return {};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseSource(sources, context);
}
