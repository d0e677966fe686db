//===- Profile.cpp - What a program's time was spent on, in C -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Profile.h"

#include "Guard.h"
#include "dtensor-c/Profile.h"

using namespace dt;
using namespace dt::c;

static Profile &getProfile(DTensorProfile profile) {
  return *get<std::unique_ptr<Profile>>(profile, "profile");
}

DTensorStatus dtensorProfileBegin(const char *file, DTensorContext context,
                                  DTensorProfile *result) {
  return make(__func__, result, [&] {
    return std::make_unique<Profile>(file ? file : "", getContext(context));
  });
}

DTensorStatus dtensorProfileEnd(DTensorProfile profile) {
  return guard(__func__, [&] { getProfile(profile).end(); });
}

void dtensorProfileDestroy(DTensorProfile profile) {
  destroy<std::unique_ptr<Profile>>(profile);
}

DTensorStatus dtensorProfilePrint(DTensorProfile profile, int64_t rows,
                                  char **result) {
  return answer(__func__, result,
                [&] { return copyText(getProfile(profile).table(rows)); });
}

DTensorStatus dtensorProfilePrintJson(DTensorProfile profile, char **result) {
  return answer(__func__, result,
                [&] { return copyText(getProfile(profile).json()); });
}
