//===- CollectiveCounter.cpp - The collectives of some calls --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountCollectives.h"
#include "Errors.h"
#include "dtensor/Host/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

namespace dt {

struct CollectiveCounter::Impl {
  std::vector<CollectiveCount> counts;

  /// Those of the calling thread. One that ends on another thread is only
  /// forgotten here.
  static thread_local std::vector<std::weak_ptr<Impl>> all;

  void add(const CollectiveCount &added) {
    for (CollectiveCount &known : counts)
      if (known.function == added.function && known.place == added.place &&
          known.kind == added.kind) {
        known.count += added.count;
        known.bytes_received += added.bytes_received;
        return;
      }
    counts.push_back(added);
  }
};

thread_local std::vector<std::weak_ptr<CollectiveCounter::Impl>>
    CollectiveCounter::Impl::all;

CollectiveCounter::CollectiveCounter() : impl(std::make_shared<Impl>()) {
  Impl::all.push_back(impl);
}

CollectiveCounter::~CollectiveCounter() {
  impl.reset();
  llvm::erase_if(Impl::all, [](const auto &each) { return each.expired(); });
}

const std::vector<CollectiveCount> &CollectiveCounter::counts() const {
  return impl->counts;
}

int64_t CollectiveCounter::total(std::string_view kind) const {
  int64_t total = 0;
  for (const CollectiveCount &each : impl->counts)
    if (kind.empty() || each.kind == kind)
      total += each.count;
  return total;
}

int64_t CollectiveCounter::bytes_received(std::string_view kind) const {
  int64_t bytes = 0;
  for (const CollectiveCount &each : impl->counts)
    if (kind.empty() || each.kind == kind)
      bytes += each.bytes_received;
  return bytes;
}

std::string CollectiveCounter::table() const {
  dtensor::TextTable table(
      {"function", "collective", "count", "bytes", "place"});
  for (const CollectiveCount &each : impl->counts)
    table.add({each.function, each.kind, std::to_string(each.count),
               std::to_string(each.bytes_received), each.place});
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  return text;
}

std::string CollectiveCounter::json() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.array([&] {
    for (const CollectiveCount &each : impl->counts)
      json.object([&] {
        json.attribute("function", each.function);
        json.attribute("place", each.place);
        json.attribute("kind", each.kind);
        json.attribute("count", each.count);
        json.attribute("bytes_received", each.bytes_received);
      });
  });
  return text;
}

void countCollective(const CollectiveCount &count) {
  for (const auto &each : CollectiveCounter::Impl::all)
    if (auto counter = each.lock())
      counter->add(count);
}

bool areCollectivesCounted() { return !CollectiveCounter::Impl::all.empty(); }

std::vector<CollectiveCount> readCollectives(llvm::StringRef function,
                                             llvm::StringRef report) {
  llvm::json::Value parsed =
      check(llvm::json::parse(report), "the report of '" + function + "': ");
  std::vector<CollectiveCount> counts;
  const llvm::json::Object *object = parsed.getAsObject();
  const llvm::json::Array *collectives =
      object ? object->getArray("collectives") : nullptr;
  if (!collectives)
    raise("the report of '" + function + "' has no collectives");
  for (const llvm::json::Value &each : *collectives) {
    const llvm::json::Object *collective = each.getAsObject();
    if (!collective)
      raise("the report of '" + function +
            "' has a collective that is no object");
    auto getText = [&](llvm::StringRef key) {
      return collective->getString(key).value_or("").str();
    };
    counts.push_back({function.str(), getText("location"), getText("kind"),
                      collective->getInteger("count").value_or(0),
                      collective->getInteger("bytes_received").value_or(0)});
  }
  return counts;
}

} // namespace dt
