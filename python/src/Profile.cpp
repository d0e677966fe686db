//===- Profile.cpp - Profiles in Python -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Profile.h"

#include "Bindings.h"

namespace {
/// Records between `__enter__` and `__exit__`.
class Profile {
public:
  Profile(std::string file, std::optional<dt::Context> context)
      : file(std::move(file)), context(std::move(context)) {}

  void enter() {
    profile.reset();
    profile = std::make_unique<dt::Profile>(file, context ? *context
                                                          : dt::Context::get());
  }
  void exit() {
    get();
    profile->end();
  }

  const dt::Profile &get() const {
    if (!profile)
      throw dt::Error("Profile: required a profile that has begun, found a new "
                      "one; 'with' begins it");
    return *profile;
  }

private:
  std::string file;
  std::optional<dt::Context> context;
  std::unique_ptr<dt::Profile> profile;
};
} // namespace

void dtensor::python::bindProfile(nb::module_ &module) {
  nb::class_<Profile>(module, "Profile",
                      "The times of ops and collectives; see `profile`.")
      .def(nb::init<std::string, std::optional<dt::Context>>(), "file"_a = "",
           "context"_a = nb::none())
      .def(
          "__enter__",
          [](nb::object self) {
            Profile &profile = nb::cast<Profile &>(self);
            {
              nb::gil_scoped_release release;
              profile.enter();
            }
            return self;
          },
          nb::sig("def __enter__(self) -> Profile"))
      .def("__exit__",
           [](Profile &profile, const nb::args &) {
             nb::gil_scoped_release release;
             profile.exit();
           })
      .def(
          "table",
          [](const Profile &profile, int64_t rows) {
            return profile.get().table(rows);
          },
          "rows"_a = 10,
          "The events that took most time, for each of the programs that took "
          "most time; `rows` of both.")
      .def(
          "json", [](const Profile &profile) { return profile.get().json(); },
          "The trace: the contents of the file.")
      .def("__str__",
           [](const Profile &profile) { return profile.get().table(); });
}
