//===- Profile.cpp - What a program's time was spent on -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/Profile.h"

#include "dtensor/Host/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include <map>

using llvm::function_ref;
using llvm::StringRef;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Recorded events
//===----------------------------------------------------------------------===//

size_t Profile::findProgram(DtProgram program,
                            function_ref<std::string(DtProgram)> getName) {
  for (auto [number, known] : llvm::enumerate(programs))
    if (known.program == program)
      return number;
  Program &added = programs.emplace_back();
  added.program = program;
  added.name = getName(program);
  return programs.size() - 1;
}

Profile::Device &Profile::findDevice(int64_t index) {
  for (Device &device : devices)
    if (device.index == index)
      return device;
  devices.push_back({index, {}, 0});
  return devices.back();
}

void Profile::Program::add(const DtEventTotal &total) {
  if (total.count == 0)
    return;
  if (events.size() <= static_cast<size_t>(total.number))
    events.resize(total.number + 1);
  Event &event = events[total.number];
  if (event.count == 0) {
    event.kind = total.kind;
    event.bytes = total.bytes;
    for (StringRef line : llvm::split(StringRef(total.text), '\n')) {
      auto [name, place] = line.split('\t');
      if (!name.empty())
        event.ops.push_back({name.str(), place.str()});
      else if (!place.empty())
        event.reason = place.str();
    }
  }
  event.count += total.count;
  event.seconds += total.seconds;
  event.wait += total.wait;
}

void Profile::add(DtContext &context,
                  function_ref<std::string(DtProgram)> getName) {
  // Of each program, the runs in this context.
  std::map<size_t, std::pair<int64_t, int64_t>> runsAndDevices;
  for (int64_t i = 0, e = dt_context_num_devices(&context); i < e; ++i) {
    std::vector<size_t> numbers;
    for (int64_t j = 0, n = dt_profile_num_programs(&context, i); j < n; ++j) {
      numbers.push_back(
          findProgram(dt_profile_program(&context, i, j), getName));
      Program &program = programs[numbers.back()];
      int64_t numRuns = dt_profile_num_runs(&context, i, j);
      auto &[runs, numDevices] = runsAndDevices[numbers.back()];
      runs = std::max(runs, numRuns);
      ++numDevices;
      program.numSamples += numRuns;
      program.runSeconds += dt_profile_run_seconds(&context, i, j);
      program.otherSeconds += dt_profile_other_seconds(&context, i, j);
      for (int64_t k = 0, m = dt_profile_num_totals(&context, i, j); k < m; ++k)
        program.add(dt_profile_total(&context, i, j, k));
    }
    Device &device = findDevice(dt_context_device(&context, i));
    device.numLost += dt_profile_num_lost(&context, i);
    for (int64_t j = 0, n = dt_profile_num_spans(&context, i); j < n; ++j) {
      device.spans.push_back(dt_profile_span(&context, i, j));
      device.spans.back().program = numbers[device.spans.back().program];
    }
    // A device of this number may have run in other contexts in between.
    llvm::stable_sort(device.spans, [](const DtSpan &a, const DtSpan &b) {
      return a.end < b.end;
    });
  }
  for (auto &[number, counts] : runsAndDevices) {
    programs[number].numRuns += counts.first;
    programs[number].numDevices =
        std::max(programs[number].numDevices, counts.second);
  }
}

/// The names of the ops, each of them once.
std::string Profile::getName(const Event &event) {
  llvm::SmallVector<StringRef> names;
  for (const SourceOp &op : event.ops)
    if (op.name != "?" && !llvm::is_contained(names, op.name))
      names.push_back(op.name);
  return names.empty() ? "?" : llvm::join(names, " + ");
}

//===----------------------------------------------------------------------===//
// Predicted times
//===----------------------------------------------------------------------===//

std::string Profile::getPredictionKey(StringRef kind, StringRef place) {
  return (kind + "@" + place).str();
}

llvm::SmallVector<std::string> Profile::getPredictionKeys(const Event &event) {
  llvm::SmallVector<std::string> keys;
  // Barriers, and the loops of the program, are not predicted.
  if (event.kind == DT_BARRIER_EVENT || event.kind == DT_CONTROL_EVENT)
    return keys;
  for (const SourceOp &op : event.ops) {
    std::string key = getPredictionKey(
        event.kind == DT_COLLECTIVE_EVENT ? op.name : "", op.place);
    if (!llvm::is_contained(keys, key))
      keys.push_back(std::move(key));
  }
  return keys;
}

void Profile::predict(const llvm::StringMap<double> &seconds) {
  isPredicted = true;
  for (Program &program : programs)
    program.predict(seconds);
}

void Profile::Program::predict(const llvm::StringMap<double> &seconds) {
  double samples = std::max<double>(1, numSamples);
  llvm::StringMap<double> timesOf;
  for (const Event &event : events)
    for (const std::string &key : getPredictionKeys(event))
      timesOf[key] += event.count / samples;
  for (Event &event : events)
    for (const std::string &key : getPredictionKeys(event))
      if (auto found = seconds.find(key);
          found != seconds.end() && timesOf[key] > 0)
        event.predicted =
            std::max(event.predicted, 0.0) + found->second / timesOf[key];
}

//===----------------------------------------------------------------------===//
// The trace
//===----------------------------------------------------------------------===//

static StringRef getCategory(DtEventKind kind) {
  switch (kind) {
  case DT_LOOPS_EVENT:
    return "loops";
  case DT_KERNEL_EVENT:
    return "kernel";
  case DT_COPY_EVENT:
    return "copy";
  case DT_COLLECTIVE_EVENT:
    return "collective";
  case DT_BARRIER_EVENT:
    return "barrier";
  case DT_CONTROL_EVENT:
    return "control flow";
  case DT_RUN_EVENT:
    return "run";
  case DT_WAIT_EVENT:
    return "wait";
  }
  return "unknown";
}

/// A number with so many digits behind the point as a trace needs.
static void printNumber(llvm::json::OStream &json, StringRef key,
                        double number) {
  json.attributeBegin(key);
  json.rawValue(
      [&](llvm::raw_ostream &os) { os << llvm::format("%.3f", number); });
  json.attributeEnd();
}

static constexpr double kMicro = 1e6;

const Profile::Event *Profile::findEvent(const DtSpan &span) const {
  // A run that was not ended has spans of events without totals.
  const std::vector<Event> &events = programs[span.program].events;
  return span.number >= 0 && static_cast<size_t>(span.number) < events.size()
             ? &events[span.number]
             : nullptr;
}

std::string Profile::getName(const DtSpan &span) const {
  if (const Event *event = findEvent(span))
    return getName(*event);
  std::string name = getCategory(span.kind).str();
  return span.kind == DT_RUN_EVENT && programs.size() > 1
             ? name + " of " + programs[span.program].name
             : name;
}

void Profile::printSpan(llvm::json::OStream &json, int64_t process,
                        const Device &device, const DtSpan &span) const {
  const Event *event = findEvent(span);
  json.object([&] {
    json.attribute("name", getName(span));
    json.attribute("cat", getCategory(span.kind));
    json.attribute("ph", "X");
    json.attribute("pid", process);
    json.attribute("tid", device.index);
    printNumber(json, "ts", span.begin * kMicro);
    printNumber(json, "dur", (span.end - span.begin) * kMicro);
    if (!event)
      return;
    json.attributeObject("args", [&] {
      json.attributeArray("ops", [&] {
        for (const SourceOp &op : event->ops)
          json.value(op.place.empty() ? op.name : op.name + " at " + op.place);
      });
      if (event->bytes >= 0)
        json.attribute(span.kind == DT_COLLECTIVE_EVENT ? "bytes_received"
                                                        : "bytes",
                       event->bytes);
      if (span.kind == DT_COLLECTIVE_EVENT || span.kind == DT_BARRIER_EVENT)
        printNumber(json, "wait_us", span.wait * kMicro);
      if (event->predicted >= 0)
        printNumber(json, "predicted_us", event->predicted * kMicro);
      if (!event->reason.empty())
        json.attribute("reason", event->reason);
    });
  });
}

static void printName(llvm::json::OStream &json, StringRef kind,
                      int64_t process, int64_t thread,
                      const std::string &name) {
  json.object([&] {
    json.attribute("name", kind);
    json.attribute("ph", "M");
    json.attribute("pid", process);
    json.attribute("tid", thread);
    json.attributeObject("args", [&] { json.attribute("name", name); });
  });
}

void Profile::printAsTrace(llvm::raw_ostream &os, int64_t process) const {
  llvm::json::OStream json(os);
  int64_t numLost = 0, numRuns = 0;
  for (const Program &program : programs)
    numRuns += program.numRuns;
  std::string title = programs.size() == 1
                          ? programs.front().name
                          : std::to_string(programs.size()) + " programs";
  json.objectBegin();
  json.attributeBegin("traceEvents");
  json.arrayBegin();
  printName(json, "process_name", process, 0,
            title + ", process " + std::to_string(process));
  for (const Device &device : devices) {
    printName(json, "thread_name", process, device.index,
              "device " + std::to_string(device.index));
    int64_t received = 0;
    for (const DtSpan &span : device.spans) {
      printSpan(json, process, device, span);
      const Event *event = findEvent(span);
      if (span.kind != DT_COLLECTIVE_EVENT || !event || event->bytes <= 0)
        continue;
      // A curve of what was received up to now.
      received += event->bytes;
      json.object([&] {
        json.attribute("name", "bytes received, device " +
                                   std::to_string(device.index));
        json.attribute("ph", "C");
        json.attribute("pid", process);
        json.attribute("tid", device.index);
        printNumber(json, "ts", span.end * kMicro);
        json.attributeObject("args",
                             [&] { json.attribute("bytes", received); });
      });
    }
    numLost += device.numLost;
  }
  json.arrayEnd();
  json.attributeEnd();
  json.attribute("displayTimeUnit", "ns");
  json.attributeObject("otherData", [&] {
    json.attribute("runs", numRuns);
    json.attribute("events_left_out", numLost);
  });
  json.objectEnd();
  os << "\n";
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

static std::string formatNumber(double number, const char *format) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, number);
  return text;
}

/// Shortens a cell, whose whole text is in the trace.
static std::string shorten(std::string text) {
  constexpr size_t kMaxWidth = 48;
  if (text.size() > kMaxWidth)
    text = text.substr(0, kMaxWidth - 3) + "...";
  return text;
}

void Profile::printTables(llvm::raw_ostream &os, size_t numRows) const {
  if (programs.empty())
    os << "profile of no runs\n";
  std::vector<const Program *> sorted;
  for (const Program &program : programs)
    sorted.push_back(&program);
  llvm::stable_sort(sorted, [](const Program *a, const Program *b) {
    return a->runSeconds > b->runSeconds;
  });
  double rest = 0;
  for (auto [row, program] : llvm::enumerate(sorted)) {
    if (row < numRows)
      printTable(os, *program, numRows);
    else if (program->numDevices > 0)
      rest += program->runSeconds / program->numDevices;
  }
  if (sorted.size() > numRows)
    os << "profiles of " << sorted.size() - numRows
       << " other programs: " << formatNumber(1e3 * rest, "%.4f")
       << " ms in all\n";
}

void Profile::printTable(llvm::raw_ostream &os, const Program &program,
                         size_t numRows) const {
  // Means over devices and runs.
  double numSamples = std::max<double>(1, program.numSamples);
  auto getMs = [&](double seconds) {
    return formatNumber(1e3 * seconds / numSamples, "%.4f");
  };
  auto getShare = [&](double seconds) {
    return formatNumber(
        program.runSeconds > 0 ? 100 * seconds / program.runSeconds : 0,
        "%.1f");
  };
  std::vector<const Event *> sorted;
  for (const Event &event : program.events)
    if (event.count > 0)
      sorted.push_back(&event);
  llvm::stable_sort(sorted, [](const Event *a, const Event *b) {
    return a->seconds > b->seconds;
  });
  os << "profile of " << (programs.size() > 1 ? "'" + program.name + "', " : "")
     << program.numRuns << (program.numRuns == 1 ? " run" : " runs") << " on "
     << program.numDevices
     << (program.numDevices == 1 ? " device: " : " devices: ")
     << getMs(program.runSeconds) << " ms a run\n";
  TextTable::Row header = {"%",     "ms",   "wait ms", "times",
                           "bytes", "kind", "op",      "place"};
  constexpr size_t kPredicted = 3;
  auto addRow = [&](TextTable &table, TextTable::Row row, std::string cell) {
    if (isPredicted)
      row.insert(row.begin() + kPredicted, std::move(cell));
    table.add(std::move(row));
  };
  if (isPredicted)
    header.insert(header.begin() + kPredicted, "predicted ms");
  TextTable table(std::move(header));
  double rest = 0;
  for (auto [row, event] : llvm::enumerate(sorted)) {
    if (row >= numRows) {
      rest += event->seconds;
      continue;
    }
    llvm::SmallVector<StringRef> places;
    for (const SourceOp &op : event->ops)
      if (!op.place.empty() && !llvm::is_contained(places, op.place))
        places.push_back(op.place);
    std::string place = places.empty() ? "" : places.front().str();
    if (places.size() > 1)
      place += " and " + std::to_string(places.size() - 1) + " more";
    double times = event->count / numSamples;
    std::string predicted =
        event->predicted >= 0
            ? formatNumber(1e3 * event->predicted * times, "%.4f")
            : "";
    addRow(table,
           {getShare(event->seconds), getMs(event->seconds),
            event->wait > 0 ? getMs(event->wait) : "",
            formatNumber(times, times == int64_t(times) ? "%.0f" : "%.1f"),
            event->bytes >= 0 ? std::to_string(event->bytes) : "",
            getCategory(event->kind).str(), shorten(getName(*event)), place},
           predicted);
  }
  if (sorted.size() > numRows)
    addRow(table,
           {getShare(rest), getMs(rest), "", "", "", "",
            std::to_string(sorted.size() - numRows) + " others", ""},
           "");
  addRow(table,
         {getShare(program.otherSeconds), getMs(program.otherSeconds), "", "",
          "", "", "between events", ""},
         "");
  table.print(os);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

std::string getFileOfProcess(StringRef path, int64_t process) {
  llvm::SmallString<128> file = path;
  llvm::sys::path::replace_extension(
      file, llvm::Twine(process) + llvm::sys::path::extension(path));
  return file.str().str();
}

llvm::Error checkWritable(StringRef path) {
  auto fail = [&](std::error_code code) {
    return llvm::createStringError(path + ": " + code.message());
  };
  if (llvm::sys::fs::is_directory(path))
    return fail(std::make_error_code(std::errc::is_a_directory));
  // A terminal or a pipe.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return llvm::Error::success();
  // The file is written beside and renamed, so that is what must be possible.
  auto beside = llvm::sys::fs::TempFile::create(path + ".tmp%%%%%%%%");
  if (!beside)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(beside.takeError()));
  return beside->discard();
}

} // namespace dtensor
