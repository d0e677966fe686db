//===- Profile.cpp - What a program's time was spent on -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Profile.h"

#include "ContextImpl.h"
#include "Errors.h"
#include "dtensor/Host/OutputFile.h"

namespace dt {

struct Profile::Impl {
  std::shared_ptr<Context::Impl> context;
  std::string file;
  bool hasEnded = false;
  dtensor::Profile profile;

  void end() {
    hasEnded = true;
    context->endProfile(profile);
  }
  void write(llvm::raw_ostream &os) const {
    profile.printAsTrace(os, MeshJob::get().getOwnRank().value_or(0));
  }
  void checkHasEnded() const {
    if (!hasEnded)
      raise("Profile: required a profile that has ended, found one that is "
            "being recorded; end() ends it");
  }
};

Profile::Profile(std::string file, const Context &context)
    : impl(std::make_unique<Impl>()) {
  if (!file.empty())
    check(dtensor::checkWritable(file), "Profile: ");
  impl->context = Access::impl(context);
  impl->file = std::move(file);
  impl->context->beginProfile();
}

Profile::~Profile() {
  if (!impl->hasEnded)
    impl->end();
}

void Profile::end() {
  if (impl->hasEnded)
    return;
  OnDevice::forbid();
  impl->end();
  if (impl->file.empty())
    return;
  std::optional<int64_t> rank = MeshJob::get().getOwnRank();
  check(dtensor::writeFile(rank ? dtensor::getFileOfProcess(impl->file, *rank)
                                : impl->file,
                           [&](llvm::raw_ostream &os) { impl->write(os); }),
        "Profile: ");
}

std::string Profile::table(int64_t rows) const {
  impl->checkHasEnded();
  if (rows < 0)
    raise("Profile: required at least 0 rows, found " + llvm::Twine(rows));
  std::string text;
  llvm::raw_string_ostream os(text);
  impl->profile.printTables(os, rows);
  return text;
}

std::string Profile::json() const {
  impl->checkHasEnded();
  std::string text;
  llvm::raw_string_ostream os(text);
  impl->write(os);
  return text;
}

} // namespace dt
