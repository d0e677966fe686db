//===- News.cpp - The event that ends all processes of a job --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "News.h"

using namespace dtensor::runtime;

std::string News::describe() const {
  std::string name = about.describe();
  switch (kind) {
  case Kind::Lost:
    return name + " was lost: " + text;
  case Kind::Failed:
    return name + " failed: " + text;
  case Kind::LauncherLost:
    return "the launcher of " + name + " was lost: " + text;
  case Kind::Silent:
    return "watchdog: " + name + " does not answer since " + text;
  }
  return name + ": " + text;
}

std::string News::write() const {
  FieldWriter fields;
  fields.add(static_cast<int64_t>(kind));
  about.write(fields);
  return fields.add(text).get();
}

News News::read(FieldReader &fields) {
  News news;
  news.kind = static_cast<Kind>(fields.readNumber());
  news.about = ProcessName::read(fields);
  news.text = fields.readText();
  return news;
}
