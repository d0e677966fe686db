//===- ProgramInfo.cpp - Program info in object files ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ProgramInfo.h"

#include "dtensor/Driver/ReportPrinter.h"
#include "dtensor/Runtime/ABI.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace dtensor;

namespace {
/// Makes constants of a module with the layout of the ABI's C structs.
class ConstantBuilder {
public:
  explicit ConstantBuilder(Module &module)
      : module(module), context(module.getContext()) {}

  Constant *int32(int64_t value) {
    return ConstantInt::getSigned(Type::getInt32Ty(context), value);
  }
  Constant *int64(int64_t value) {
    return ConstantInt::getSigned(Type::getInt64Ty(context), value);
  }
  Constant *text(StringRef text) {
    return pointerTo(ConstantDataArray::getString(context, text));
  }
  Constant *pointerTo(Constant *value) {
    return new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, value);
  }
  Constant *structure(ArrayRef<Constant *> members) {
    return ConstantStruct::getAnon(context, members);
  }
  Constant *arrayOf(ArrayRef<Constant *> elements) {
    if (elements.empty())
      return ConstantPointerNull::get(PointerType::getUnqual(context));
    return pointerTo(ConstantArray::get(
        ArrayType::get(elements.front()->getType(), elements.size()),
        elements));
  }

private:
  Module &module;
  LLVMContext &context;
};
} // namespace

static Constant *describe(ConstantBuilder &build, const Mesh &mesh,
                          const ValueSignature &value) {
  SmallVector<Constant *> shape;
  for (int64_t extent : value.shape)
    shape.push_back(build.int64(extent));
  return build.structure(
      {build.int32(static_cast<int32_t>(value.elementType)),
       build.int32(value.isTensor ? value.shape.size() : -1),
       build.int32(value.isUnsigned), build.int32(value.donor.value_or(-1)),
       build.arrayOf(shape), build.text(value.layout.str(mesh)),
       build.text(value.name), build.int32(value.isShared)});
}

/// A number that differs, in practice, if the code or its constants differ.
static uint64_t computeFingerprint(const Module &module) {
  uint64_t result = StructuralHash(module, /*DetailedHash=*/true);
  for (const GlobalVariable &variable : module.globals())
    if (variable.hasInitializer())
      if (auto *data =
              dyn_cast<ConstantDataSequential>(variable.getInitializer()))
        result =
            stable_hash_combine(result, xxh3_64bits(data->getRawDataValues()));
  return result;
}

/// The number of members of DtProgramInfo before `stackBytes`.
static constexpr unsigned kStackBytes = 5;

ProgramInfo::ProgramInfo(Module &module, StringRef name,
                         const Processor &processor,
                         const CompiledProgram &program) {
  std::string entryName = (name + "__entry").str();
  uint64_t fingerprint = computeFingerprint(module);
  ConstantBuilder build(module);
  const Signature &signature = program.getSignature();
  const Mesh &mesh = signature.mesh;
  SmallVector<Constant *> values;
  for (const ValueSignature &argument : signature.arguments)
    values.push_back(describe(build, mesh, argument));
  for (const ValueSignature &result : signature.results)
    values.push_back(describe(build, mesh, result));
  std::string report;
  raw_string_ostream os(report);
  printReportAsJSON(program, os);
  Constant *contents = build.structure(
      {build.int64(DT_PROGRAM_VERSION), build.text(name),
       build.text(processor.str()), build.int64(processor.getLevel()),
       module.getFunction(entryName), build.int64(0), build.text(mesh.str()),
       build.int64(signature.arguments.size()),
       build.int64(signature.results.size()), build.arrayOf(values),
       build.text(join(processor.listFeatures(), ",")),
       build.int64(program.getPeakBytes()), build.text(report),
       build.int64(static_cast<int64_t>(fingerprint))});
  static_assert(offsetof(DtProgramInfo, stackBytes) ==
                kStackBytes * sizeof(int64_t));
  info = new GlobalVariable(module, contents->getType(), /*isConstant=*/true,
                            GlobalValue::ExternalLinkage, contents,
                            getSymbol(name));
  GlobalAlias::create(contents->getType(), 0, GlobalValue::WeakAnyLinkage,
                      "dt_program", info, &module);
}

void ProgramInfo::setStackBytes(int64_t bytes) {
  auto *contents = cast<ConstantStruct>(info->getInitializer());
  SmallVector<Constant *> members;
  for (const Use &member : contents->operands())
    members.push_back(cast<Constant>(member));
  members[kStackBytes] =
      ConstantInt::getSigned(members[kStackBytes]->getType(), bytes);
  info->setInitializer(ConstantStruct::get(contents->getType(), members));
}

void ProgramInfo::hideOtherFunctions() {
  auto *contents = cast<ConstantStruct>(info->getInitializer());
  for (Function &function : *info->getParent())
    if (!function.isDeclaration() &&
        !is_contained(contents->operand_values(), &function))
      function.setLinkage(GlobalValue::InternalLinkage);
}

/// Where `symbol` is in an object file; nothing if it is not defined there.
static Expected<std::optional<size_t>> findOffset(const MemoryBuffer &object,
                                                  StringRef name) {
  auto file = object::ObjectFile::createELFObjectFile(object);
  if (!file)
    return file.takeError();
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<StringRef> found = symbol.getName();
    Expected<uint32_t> flags = symbol.getFlags();
    if (!found || !flags)
      return joinErrors(found.takeError(), flags.takeError());
    if (*found != name || (*flags & object::SymbolRef::SF_Undefined))
      continue;
    auto section = symbol.getSection();
    Expected<uint64_t> value = symbol.getValue();
    if (!section || !value)
      return joinErrors(section.takeError(), value.takeError());
    Expected<StringRef> contents = (*section)->getContents();
    if (!contents)
      return contents.takeError();
    return contents->data() - object.getBufferStart() + *value;
  }
  return std::nullopt;
}

Error ProgramInfo::setStackBytes(HostObjects &objects, StringRef symbol) {
  for (std::unique_ptr<MemoryBuffer> &file : objects.files) {
    Expected<std::optional<size_t>> offset = findOffset(*file, symbol);
    if (!offset)
      return offset.takeError();
    if (!*offset)
      continue;
    auto copy = WritableMemoryBuffer::getNewUninitMemBuffer(
        file->getBufferSize(), file->getBufferIdentifier());
    llvm::copy(file->getBuffer(), copy->getBufferStart());
    support::endian::write64le(copy->getBufferStart() + **offset +
                                   offsetof(DtProgramInfo, stackBytes),
                               objects.stackBytes);
    file = std::move(copy);
    return Error::success();
  }
  return createStringError("required: an object file that defines '" + symbol +
                           "'");
}
