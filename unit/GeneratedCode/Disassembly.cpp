//===- Disassembly.cpp - Disassembles machine code ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disassembly.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "mlir/Parser/Parser.h"
#include "llvm-c/Disassembler.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace dtensor;

static void disassemble(StringRef code, const Triple &triple,
                        std::vector<std::string> &instructions) {
  // All features that any processor of the architecture has.
  const char *features = triple.isAArch64() ? "+all" : "";
  LLVMDisasmContextRef context = LLVMCreateDisasmCPUFeatures(
      triple.str().c_str(), "", features, nullptr, 0, nullptr, nullptr);
  std::vector<uint8_t> bytes(code.bytes_begin(), code.bytes_end());
  char text[256];
  for (size_t at = 0; at < bytes.size();) {
    size_t size = LLVMDisasmInstruction(
        context, bytes.data() + at, bytes.size() - at, at, text, sizeof(text));
    if (size == 0)
      reportFatalUsageError("what was generated is no code");
    instructions.push_back(text);
    at += size;
  }
  LLVMDisasmDispose(context);
}

Disassembly::Disassembly(const HostObjects &objects) {
  LLVMInitializeAArch64Disassembler();
  LLVMInitializeX86Disassembler();
  for (const std::unique_ptr<MemoryBuffer> &file : objects.files) {
    auto object =
        cantFail(object::ObjectFile::createObjectFile(file->getMemBufferRef()));
    for (const object::SectionRef &section : object->sections())
      if (section.isText())
        disassemble(cantFail(section.getContents()), object->makeTriple(),
                    instructions);
    for (const object::SymbolRef &symbol : object->symbols()) {
      StringRef name = cantFail(symbol.getName());
      if (!name.empty() &&
          (cantFail(symbol.getFlags()) & object::BasicSymbolRef::SF_Undefined))
        undefined.insert(name.str());
    }
  }
}

const std::string *Disassembly::find(StringRef text) const {
  for (const std::string &instruction : instructions)
    if (StringRef(instruction).contains(text))
      return &instruction;
  return nullptr;
}

HostObjects dtensor::compileText(StringRef text, const Processor &processor) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    reportFatalUsageError("the program of a test is none");
  CompileOptions options;
  options.processor = processor;
  options.kernels = Kernels::Generated;
  // The code need not run here.
  options.last = Stage::LLVM;
  if (failed(CompiledProgram::compile(cantFail(findEntry(*module, "main")),
                                      options)))
    reportFatalUsageError("the program of a test is rejected");
  return cantFail(compileForHost(*module, processor, /*optimize=*/true));
}
