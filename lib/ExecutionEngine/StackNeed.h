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

/// The frames of functions and the calls between them. They determine the
/// largest number of bytes of stack that a call takes. Functions of other
/// libraries count as 0.
class StackNeed {
public:
  /// Adds the calls in a module for which code is generated.
  void addCalls(const llvm::Module &module);

  /// Adds the frames from a section `.stack_sizes`. The section has no entry
  /// for a function whose frame has a dynamic size.
  llvm::Error addFrames(llvm::MemoryBufferRef object);

  /// Adds those of another part of the program. The parts' functions must have
  /// different names.
  void add(const StackNeed &other);

  /// The most stack that a call of any function takes. It is an error if a
  /// function has no known frame or is recursive.
  llvm::Expected<int64_t> getMaxBytes() const;

private:
  struct Function {
    std::optional<int64_t> frame;
    /// The largest size of arguments that are not passed in registers.
    int64_t passed = 0;
    std::vector<std::string> callees;
  };
  llvm::StringMap<Function> functions;
};

} // namespace dtensor

#endif // DTENSOR_EXECUTIONENGINE_STACKNEED_H
