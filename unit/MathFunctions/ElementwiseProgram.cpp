//===- ElementwiseProgram.cpp - Code for one level, run directly ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseProgram.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace dtensor;
using llvm::StringRef;

static std::string getText(StringRef body, StringRef from, StringRef to,
                           int64_t numElements) {
  std::string operand = llvm::formatv("tensor<{0}x{1}>", numElements, from);
  std::string result = llvm::formatv("tensor<{0}x{1}>", numElements, to);
  std::string text = "func.func @main(%x: $, %y: $) -> ! {\n" + body.str() +
                     "\nreturn %z : !\n}\n";
  std::string expanded;
  for (char c : text) {
    if (c == '$')
      expanded += operand;
    else if (c == '!')
      expanded += result;
    else
      expanded += c;
  }
  return expanded;
}

ElementwiseProgram::ElementwiseProgram(StringRef body, StringRef from,
                                       StringRef to, int64_t numElements,
                                       const Processor &processor)
    : numElements(numElements) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext mlirContext(registry,
                                mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      getText(body, from, to, numElements), &mlirContext);
  if (!module)
    llvm::reportFatalUsageError("the program of a test is none");
  CompileOptions options;
  options.processor = processor;
  options.kernels = Kernels::Generated;
  options.last = Stage::LLVM;
  if (failed(CompiledProgram::compile(
          llvm::cantFail(findEntry(*module, "main")), options)))
    llvm::reportFatalUsageError("the program of a test is rejected");
  code = llvm::cantFail(JIT::create(*module, processor, /*optimize=*/true));
  program = llvm::cantFail(code->lookup("main"));
  context = dt_context_create(0, nullptr, /*workers=*/1);
}

ElementwiseProgram::~ElementwiseProgram() { dt_context_destroy(context); }

void ElementwiseProgram::run(const void *x, const void *y, void *z) {
  // The memory, its start, and the extent and stride of the only axis.
  int64_t descriptors[3][5];
  void *arguments[3];
  const void *buffers[] = {x, y, z};
  for (unsigned i = 0; i < 3; ++i) {
    auto address = reinterpret_cast<int64_t>(buffers[i]);
    std::array<int64_t, 5> descriptor = {address, address, 0, numElements, 1};
    llvm::copy(descriptor, descriptors[i]);
    arguments[i] = descriptors[i];
  }
  void **device = arguments;
  if (dt_run(context, program, &device) != 0)
    llvm::reportFatalInternalError(dt_error(context));
}
