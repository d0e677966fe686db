//===- ProfileTest.cpp - Tests of profiles in C ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Profile.h"
#include "CApiTest.h"

namespace {

TEST_F(CApiTest, Profiles) {
  DTensorProfile profile, second, noProfile{};
  ASSERT_EQ(dtensorProfileBegin(nullptr, context, &profile), DTENSOR_OK);
  expectInvalid(dtensorProfileBegin(nullptr, context, &second),
                "dtensorProfileBegin: Profile: required a context without a "
                "profile, found one whose profile is being recorded; end that "
                "one before");
  DTensorTensor full;
  EXPECT_EQ(dtensorDTensorGetFull(dtensor, &full), DTENSOR_OK);
  dtensorTensorDestroy(full);
  char *text;
  expectInvalid(dtensorProfilePrint(profile, 10, &text),
                "dtensorProfilePrint: Profile: required a profile that has "
                "ended, found one that is being recorded; end() ends it");
  EXPECT_EQ(dtensorProfileEnd(profile), DTENSOR_OK);
  EXPECT_EQ(dtensorProfilePrint(profile, 10, &text), DTENSOR_OK);
  EXPECT_EQ(std::string(text).find("profile of 1 run on 2 devices: "), 0u);
  EXPECT_NE(std::string(text).find("all_gather"), std::string::npos);
  dtensorStringDestroy(text);
  EXPECT_EQ(dtensorProfilePrintJson(profile, &text), DTENSOR_OK);
  EXPECT_NE(std::string(text).find("\"bytes_received\":16"), std::string::npos);
  dtensorStringDestroy(text);
  dtensorProfileDestroy(profile);

  // One that is destroyed has ended.
  ASSERT_EQ(dtensorProfileBegin(nullptr, context, &profile), DTENSOR_OK);
  dtensorProfileDestroy(profile);
  ASSERT_EQ(dtensorProfileBegin(nullptr, context, &profile), DTENSOR_OK);
  dtensorProfileDestroy(profile);

  expectInvalid(dtensorProfileBegin(nullptr, context, nullptr),
                "dtensorProfileBegin: argument 'result' is null");
  expectInvalid(dtensorProfileEnd(noProfile),
                "dtensorProfileEnd: argument 'profile' is null");
  expectInvalid(dtensorProfilePrint(noProfile, 10, &text),
                "dtensorProfilePrint: argument 'profile' is null");
  expectInvalid(dtensorProfilePrintJson(noProfile, &text),
                "dtensorProfilePrintJson: argument 'profile' is null");
}

} // namespace
