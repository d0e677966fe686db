//===- StackNeed.cpp - The stack that machine code takes ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackNeed.h"
#include "dtensor/Runtime/ABI.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace dtensor;

void StackNeed::addCalls(const Module &module) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    Function &known = functions[function.getName()];
    for (const Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isIntrinsic())
        continue;
      known.passed = std::max<int64_t>(known.passed, call->arg_size() * 8);
      known.callees.push_back(callee->getName().str());
      // The runtime calls the functions that it is given (dt_divide).
      for (const Use &argument : call->args())
        if (auto *given = dyn_cast<llvm::Function>(argument))
          known.callees.push_back(given->getName().str());
    }
    llvm::sort(known.callees);
    known.callees.erase(llvm::unique(known.callees), known.callees.end());
  }
}

using Place = std::pair<uint64_t, uint64_t>;

/// Names of functions by section and offset in it.
static Expected<DenseMap<Place, StringRef>>
findFunctions(const object::ObjectFile &file) {
  DenseMap<Place, StringRef> functions;
  for (const object::SymbolRef &symbol : file.symbols()) {
    Expected<object::SymbolRef::Type> type = symbol.getType();
    if (!type)
      return type.takeError();
    if (*type != object::SymbolRef::ST_Function)
      continue;
    Expected<object::section_iterator> section = symbol.getSection();
    Expected<uint64_t> value = symbol.getValue();
    Expected<StringRef> name = symbol.getName();
    if (!section || !value || !name)
      return joinErrors(section.takeError(),
                        joinErrors(value.takeError(), name.takeError()));
    if (*section != file.section_end())
      functions[{(*section)->getIndex(), *value}] = *name;
  }
  return functions;
}

Error StackNeed::addFrames(MemoryBufferRef object) {
  auto file = object::ObjectFile::createELFObjectFile(object);
  if (!file)
    return file.takeError();
  auto names = findFunctions(**file);
  if (!names)
    return names.takeError();
  for (const object::SectionRef &relocations : (*file)->sections()) {
    auto sizes = relocations.getRelocatedSection();
    if (!sizes)
      return sizes.takeError();
    if (*sizes == (*file)->section_end())
      continue;
    Expected<StringRef> name = (*sizes)->getName();
    Expected<StringRef> contents = (*sizes)->getContents();
    if (!name || !contents)
      return joinErrors(name.takeError(), contents.takeError());
    if (*name != ".stack_sizes")
      continue;
    // Each entry is an address, which has a relocation, and a number.
    DataExtractor data(*contents, (*file)->isLittleEndian(),
                       (*file)->getBytesInAddress());
    for (const object::RelocationRef &each : relocations.relocations()) {
      auto addend = object::ELFRelocationRef(each).getAddend();
      auto symbol = each.getSymbol();
      if (!addend || symbol == (*file)->symbol_end())
        return createStringError("required: functions in '.stack_sizes'");
      auto section = symbol->getSection();
      auto value = symbol->getValue();
      if (!section || !value)
        return joinErrors(section.takeError(), value.takeError());
      auto known =
          names->find({(*section)->getIndex(), *value + uint64_t(*addend)});
      if (known == names->end())
        return createStringError("required: functions in '.stack_sizes'");
      uint64_t offset = each.getOffset() + (*file)->getBytesInAddress();
      functions[known->second].frame = data.getULEB128(&offset);
    }
  }
  return Error::success();
}

void StackNeed::add(const StackNeed &other) {
  for (const auto &function : other.functions)
    functions[function.first()] = function.second;
}

Expected<int64_t> StackNeed::getMaxBytes() const {
  /// The bytes for the return address, saved registers and alignment.
  constexpr int64_t kPerCall = 64;
  // Visits all callees of a function before the function.
  struct Visit {
    StringRef name;
    const Function *function;
    size_t nextCallee = 0;
    int64_t below = 0;
  };
  DenseMap<const Function *, int64_t> needs;
  int64_t most = 0;
  for (const auto &root : functions) {
    std::vector<Visit> path = {{root.first(), &root.second}};
    DenseSet<const Function *> onPath = {&root.second};
    while (!path.empty()) {
      Visit &visit = path.back();
      const Function &function = *visit.function;
      if (visit.nextCallee == function.callees.size() ||
          needs.contains(&function)) {
        if (!function.frame)
          return createStringError("required: functions with frames of a known "
                                   "size; found: '" +
                                   visit.name + "'");
        int64_t need =
            needs
                .try_emplace(&function, visit.below + *function.frame +
                                            function.passed + kPerCall)
                .first->second;
        most = std::max(most, need);
        onPath.erase(&function);
        path.pop_back();
        if (!path.empty())
          path.back().below = std::max(path.back().below, need);
        continue;
      }
      StringRef name = function.callees[visit.nextCallee++];
      if (name == "dt_custom_call")
        visit.below = std::max<int64_t>(visit.below, DT_CUSTOM_STACK);
      auto callee = functions.find(name);
      if (callee == functions.end())
        continue;
      if (!onPath.insert(&callee->second).second)
        return createStringError("required: no recursion; found: '" +
                                 callee->first() + "', which calls itself");
      path.push_back({callee->first(), &callee->second});
    }
  }
  return most;
}
