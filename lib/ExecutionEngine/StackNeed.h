//===- StackNeed.h - The stack that machine code takes ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_EXECUTIONENGINE_STACKNEED_H
#define DTENSOR_EXECUTIONENGINE_STACKNEED_H

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <vector>

namespace dtensor {

/// The frames of functions and who calls whom, from which the bytes of stack
/// follow that a call takes at most. Functions of other libraries count as 0.
class StackNeed {
public:
  /// Learns the calls, of what code is generated for.
  void addCalls(const llvm::Module &module);

  /// Learns the frames, from a section `.stack_sizes`. A function with a frame
  /// of open size has none there.
  llvm::Error addFrames(llvm::MemoryBufferRef object);

  /// Of parts of one program, whose functions have different names.
  void add(const StackNeed &other);

  /// What a call of the hungriest function takes. An error for functions
  /// without a frame that is known, or that call themselves.
  llvm::Expected<int64_t> getMaxBytes() const;

private:
  struct Function {
    std::optional<int64_t> frame;
    /// Of arguments that are not in registers, at most.
    int64_t passed = 0;
    std::vector<std::string> callees;
  };
  llvm::StringMap<Function> functions;
};

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_STACKNEED_H
