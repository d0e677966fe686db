//===- Digests.cpp - Result bits that every machine has -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Digests.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

using namespace dtensor;

const std::vector<Processor> &dtensor::getRunnable() {
  static const std::vector<Processor> processors = [] {
    std::vector<Processor> runnable;
    for (const char *name : {
#ifdef __x86_64__
             "x86-64-v2", "x86-64-v3", "x86-64-v4",
#endif
             "native"}) {
      Processor processor = llvm::cantFail(Processor::get(name));
      if (llvm::Error error = processor.checkRunsHere())
        llvm::consumeError(std::move(error));
      else
        runnable.push_back(processor);
    }
    return runnable;
  }();
  return processors;
}

/// The hash FNV-1a by Fowler, Noll and Vo.
std::string dtensor::getDigest(ElementType type, const void *results,
                               int64_t numElements) {
  uint64_t digest = 0xcbf29ce484222325;
  auto add = [&](unsigned char byte) {
    digest = (digest ^ byte) * 0x100000001b3;
  };
  size_t numBytes = getByteSize(type);
  const char *element = static_cast<const char *>(results);
  for (int64_t i = 0; i < numElements; ++i, element += numBytes) {
    bool isNaN =
        !isInteger(type) && std::isnan(loadFloat(type, element).real());
    for (size_t byte = 0; byte < numBytes; ++byte)
      add(isNaN ? 0xff : element[byte]);
  }
  return llvm::formatv("{0:x-16}", digest);
}

std::string dtensor::findDigest(const std::string &name,
                                const Processor &processor) {
  using Columns = std::vector<std::string>;
  static const std::map<std::string, Columns> digests = [] {
    std::map<std::string, Columns> digests;
    std::ifstream file(DTENSOR_DIGESTS);
    std::string line;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string name, column;
      if (!std::getline(words, name, ':'))
        continue;
      while (words >> column)
        digests[name].push_back(column);
    }
    return digests;
  }();
  auto found = digests.find(name);
  if (found == digests.end() || found->second.empty())
    return "";
  bool isSecond = !processor.hasFusedFunctions() && found->second.size() > 1;
  return found->second[isSecond];
}
