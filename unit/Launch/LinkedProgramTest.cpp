//===- LinkedProgramTest.cpp - Programs without a compiler ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/LinkedProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

/// `result = argument + 1`, of the rows that a device has.
void addOne(DtDevice *, void **arguments) {
  auto *source = static_cast<DtMemRef *>(arguments[0]);
  auto *destination = static_cast<DtMemRef *>(arguments[1]);
  int64_t count = source->sizesAndStrides[0] * source->sizesAndStrides[1];
  for (int64_t i = 0; i < count; ++i)
    static_cast<float *>(destination->aligned)[i] =
        static_cast<float *>(source->aligned)[i] + 1;
}

void fail(DtDevice *device, void **) { dt_fail(device, "no more", "here"); }

constexpr int64_t kShape[] = {3, 2};
constexpr DtValueInfo kValues[] = {
    {DT_F32, 2, 0, -1, kShape, "x,unsharded", "in", 0},
    {DT_F32, 2, 0, -1, kShape, "x,unsharded", "result0", 0},
};

DtProgramInfo makeInfo(DtProgram program = addOne) {
  return {DT_PROGRAM_VERSION,
          "main",
          "native",
          DT_PROCESSOR_NATIVE,
          program,
          0,
          "x=2",
          1,
          1,
          kValues,
          "",
          48,
          "{}",
          /*fingerprint=*/0};
}

std::string getError(const DtProgramInfo &info) {
  return llvm::toString(LinkedProgram::create(info).takeError());
}

std::shared_ptr<HostTensor> makeInput() {
  auto input = std::make_shared<HostTensor>(
      llvm::cantFail(HostTensor::create(ElementType::F32, kShape)));
  for (auto [i, element] : llvm::enumerate(input->getElements<float>()))
    element = i;
  return input;
}

TEST(LinkedProgramTest, RunsOnAllDevices) {
  LinkedProgram program = llvm::cantFail(LinkedProgram::create(makeInfo()));
  const Signature &signature = program.getSignature();
  EXPECT_EQ(signature.mesh.str(), "x=2");
  ASSERT_EQ(signature.arguments.size(), 1u);
  EXPECT_EQ(signature.arguments[0].layout.str(signature.mesh), "x,unsharded");
  EXPECT_FALSE(signature.results[0].donor);
  EXPECT_EQ(signature.arguments[0].name, "in");
  EXPECT_EQ(signature.results[0].name, "result0");

  Invocation invocation =
      llvm::cantFail(Invocation::create(signature, {makeInput()}));
  ASSERT_EQ(llvm::toString(program.run(invocation)), "");
  std::vector<HostTensor> results = llvm::cantFail(invocation.joinResults());
  ASSERT_EQ(results.size(), 1u);
  for (auto [i, element] : llvm::enumerate(results[0].getElements<float>()))
    EXPECT_EQ(element, i + 1);
}

TEST(LinkedProgramTest, ErrorsOfTheProgramAreGivenOn) {
  LinkedProgram program = llvm::cantFail(LinkedProgram::create(makeInfo(fail)));
  Invocation invocation =
      llvm::cantFail(Invocation::create(program.getSignature(), {makeInput()}));
  std::string message = llvm::toString(program.run(invocation));
  EXPECT_NE(message.find(": here: no more"), std::string::npos) << message;
}

TEST(LinkedProgramTest, OtherVersionsAreRefused) {
  DtProgramInfo info = makeInfo();
  info.version = DT_PROGRAM_VERSION + 1;
  EXPECT_EQ(getError(info), "required a program of version 4, found 5");
}

TEST(LinkedProgramTest, MissingFeaturesAreNamed) {
  DtProgramInfo info = makeInfo();
  std::vector<std::string> present, missing;
  for (const auto &[feature, isHere] : llvm::sys::getHostCPUFeatures())
    (isHere ? present : missing).push_back(feature.str());
  if (present.empty() || missing.empty())
    GTEST_SKIP() << "only of x86-64 is known what a processor lacks";
  // How code is best written for a processor is no feature of one.
  std::string features = present.front() + ",fast-7bytenop";
  info.features = features.c_str();
  llvm::cantFail(LinkedProgram::create(info));
  features += "," + missing.front() + "," + missing.back();
  info.features = features.c_str();
  EXPECT_EQ(getError(info), "code for native cannot run on this processor, "
                            "which lacks " +
                                missing.front() + ", " + missing.back());
}

TEST(LinkedProgramTest, WrongDescriptionsAreRefused) {
  DtProgramInfo info = makeInfo();
  info.mesh = "y=2";
  EXPECT_EQ(getError(info),
            "'main': the mesh has no dimension 'x'; it has 'y'");
}

TEST(LinkedProgramTest, OneProcessHasOneLevel) {
  llvm::cantFail(LinkedProgram::create(makeInfo()));
  DtProgramInfo info = makeInfo();
  info.processor = "x86-64-v2";
  info.level = DT_X86_64_V2;
  EXPECT_EQ(getError(info),
            "code for x86-64-v2 cannot run: the kernels of this process were "
            "chosen for another processor, by a program that ran before");
}

} // namespace
