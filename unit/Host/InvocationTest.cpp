//===- InvocationTest.cpp - The memory of one call of a program -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Invocation.h"
#include "HostTensors.h"

using namespace dtensor;

namespace {

/// Whether an invocation that is given an argument of this layout still has it
/// as a whole.
bool keepsWhole(llvm::StringRef layout) {
  Signature signature;
  signature.mesh = parseMesh("x=2");
  signature.arguments.push_back({ElementType::F32,
                                 /*isTensor=*/true,
                                 {4, 4},
                                 parseLayout(signature.mesh, layout)});
  std::shared_ptr<HostTensor> whole = share(makeIota({4, 4}));
  std::weak_ptr<HostTensor> seen = whole;
  Invocation invocation =
      llvm::cantFail(Invocation::create(signature, {std::move(whole)}));
  return !seen.expired();
}

TEST(InvocationTest, ArgumentsAreNotInMemoryTwice) {
  // Rows are parts of the whole tensor, which stays. Columns are copies.
  EXPECT_TRUE(keepsWhole("x,unsharded"));
  EXPECT_FALSE(keepsWhole("unsharded,x"));
}

} // namespace
