//===- FlightRecords.cpp - The records of a failed run --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/FlightRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kFirstLine = "dtensor flight records 1";
/// The runtime makes no larger meshes.
static constexpr uint64_t kMaxDevices = 1 << 20;

namespace {
/// The lines of a file, as fields between tabs.
class LineReader {
public:
  LineReader(StringRef path, StringRef text) : path(path), rest(text) {}

  /// Reads a line that begins with `name`, with this number of further fields.
  /// Any number if it is negative.
  Error read(StringRef name, int numFields) {
    if (Error error = next())
      return error;
    if (fields.front() != name)
      return makeError("a line '" + name + "'", "'" + fields.front() + "'");
    return checkCount(numFields);
  }
  Error next() {
    if (rest.empty() || !rest.contains('\n'))
      return createStringError("'" + path +
                               "': the file was cut off: required "
                               "a last line 'end', found the end of the file "
                               "after line " +
                               Twine(line));
    ++line;
    auto [first, others] = rest.split('\n');
    rest = others;
    fields.clear();
    llvm::SmallVector<StringRef> parts;
    first.split(parts, '\t');
    for (StringRef part : parts)
      fields.push_back(unescape(part));
    return Error::success();
  }
  Error checkCount(int numFields) {
    if (numFields < 0 || fields.size() == size_t(numFields) + 1)
      return Error::success();
    return makeError(Twine(numFields) + " fields", Twine(fields.size() - 1));
  }
  template <typename T> Error readNumber(size_t index, T &number) const {
    if (!StringRef(fields[index]).getAsInteger(10, number))
      return Error::success();
    return makeError("a number", "'" + fields[index] + "'");
  }
  Error makeError(const Twine &required, const Twine &found) const {
    return createStringError("'" + path + "': line " + Twine(line) +
                             ": required " + required + ", found " + found);
  }
  bool atEnd() const { return rest.empty(); }

  std::vector<std::string> fields;

private:
  static std::string unescape(StringRef text) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
      char c = text[i];
      if (c == '\\' && i + 1 < text.size()) {
        c = text[++i];
        c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
      }
      result.push_back(c);
    }
    return result;
  }

  StringRef path;
  StringRef rest;
  int64_t line = 0;
};
} // namespace

static Error readRecord(LineReader &reader, FlightRecords::Record &record) {
  if (Error error = reader.read("record", 9))
    return error;
  if (Error error = reader.readNumber(1, record.number))
    return error;
  if (Error error = reader.readNumber(2, record.groupNumber))
    return error;
  if (Error error = reader.readNumber(3, record.group))
    return error;
  if (Error error = reader.readNumber(4, record.site))
    return error;
  record.op = reader.fields[5];
  record.type = reader.fields[6];
  record.extents = reader.fields[7];
  if (reader.fields[8] != "begun" && reader.fields[8] != "ended")
    return reader.makeError("'begun' or 'ended'", "'" + reader.fields[8] + "'");
  record.hasEnded = reader.fields[8] == "ended";
  record.where = reader.fields[9];
  return Error::success();
}

Error FlightRecords::readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("'" + path + "': " + buffer.getError().message());
  StringRef text = (*buffer)->getBuffer();
  if (!text.starts_with((kFirstLine + "\n").str()))
    return createStringError("'" + path +
                             "': required flight records, which "
                             "begin with the line '" +
                             kFirstLine + "'");
  LineReader reader(path, text);
  if (Error error = reader.next())
    return error;
  Process process;
  if (Error error = reader.read("process", 3))
    return error;
  if (Error error = reader.readNumber(1, process.rank))
    return error;
  process.host = reader.fields[2];
  process.pid = reader.fields[3];
  if (Error error = reader.read("mesh", -1))
    return error;
  std::vector<uint64_t> sizes(reader.fields.size() - 1);
  uint64_t numDevices = 1;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (Error error = reader.readNumber(dim + 1, sizes[dim]))
      return error;
    if (sizes[dim] == 0 || sizes[dim] > kMaxDevices / numDevices)
      return reader.makeError(
          "a mesh of 1 to " + Twine(kMaxDevices) + " devices", "another one");
    numDevices *= sizes[dim];
  }
  if (!processes.empty() && sizes != mesh)
    return reader.makeError("the mesh of the other files in the folder",
                            "another one: the files are of different runs");
  mesh = sizes;
  if (Error error = reader.read("error", 1))
    return error;
  process.error = reader.fields[1];
  if (!processes.emplace(process.rank, process).second)
    return createStringError("'" + path + "': a second file of process " +
                             Twine(process.rank));
  while (true) {
    if (Error error = reader.next())
      return error;
    if (reader.fields.front() == "end")
      break;
    if (reader.fields.front() != "device")
      return reader.makeError("a line 'device' or 'end'",
                              "'" + reader.fields.front() + "'");
    if (Error error = reader.checkCount(2))
      return error;
    uint64_t index, count;
    if (Error error = reader.readNumber(1, index))
      return error;
    if (Error error = reader.readNumber(2, count))
      return error;
    if (index >= numDevices || devices.count(index))
      return reader.makeError("another device of the mesh", Twine(index));
    Device &device = devices[index];
    device.process = process.rank;
    for (uint64_t i = 0; i < count; ++i) {
      Record record;
      if (Error error = readRecord(reader, record))
        return error;
      if (!device.records.empty() &&
          record.number <= device.records.back().number)
        return reader.makeError("numbers that grow", Twine(record.number));
      device.records.push_back(std::move(record));
    }
  }
  if (!reader.atEnd())
    return reader.makeError("the end of the file", "further lines");
  return Error::success();
}

Expected<FlightRecords> FlightRecords::read(StringRef folder) {
  FlightRecords records;
  std::vector<std::string> paths;
  std::error_code problem;
  for (llvm::sys::fs::directory_iterator file(folder, problem), end;
       file != end && !problem; file.increment(problem))
    if (llvm::sys::path::extension(file->path()) == ".flight")
      paths.push_back(file->path());
  if (problem)
    return createStringError("'" + folder + "': " + problem.message());
  if (paths.empty())
    return createStringError("'" + folder +
                             "': required a folder with flight records "
                             "(process-0.flight), found none");
  llvm::sort(paths);
  for (const std::string &path : paths)
    if (Error error = records.readFile(path))
      return std::move(error);
  return records;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

bool FlightRecords::Record::matches(const Record &other) const {
  return group == other.group && groupNumber == other.groupNumber &&
         site == other.site && op == other.op && type == other.type &&
         extents == other.extents && where == other.where;
}

uint64_t FlightRecords::getCoordinate(uint64_t device, size_t dim) const {
  for (size_t inner = mesh.size() - 1; inner > dim; --inner)
    device /= mesh[inner];
  return device % mesh[dim];
}

uint64_t FlightRecords::getDifferentDims(uint64_t a, uint64_t b) const {
  uint64_t dims = 0;
  for (size_t dim = 0; dim < mesh.size(); ++dim)
    if (getCoordinate(a, dim) != getCoordinate(b, dim))
      dims |= uint64_t(1) << dim;
  return dims;
}

/// Those of a device's collectives that another one is a member of as well.
static std::vector<const FlightRecords::Record *>
select(const FlightRecords::Device &device, uint64_t dims) {
  std::vector<const FlightRecords::Record *> selected;
  for (const FlightRecords::Record &record : device.records)
    if ((record.group & dims) == dims)
      selected.push_back(&record);
  return selected;
}

static bool isSameNumber(const FlightRecords::Record *a,
                         const FlightRecords::Record *b) {
  return a->group == b->group && a->groupNumber == b->groupNumber;
}

/// Two devices begin the collectives that they share in the same order. Devices
/// of different groups need not: a loop may run longer in one of them.
std::optional<FlightRecords::Difference>
FlightRecords::compare(int64_t a, int64_t b) const {
  const Device &first = devices.at(a), &second = devices.at(b);
  uint64_t dims = getDifferentDims(a, b);
  std::vector<const Record *> left = select(first, dims);
  std::vector<const Record *> right = select(second, dims);
  size_t i = 0, j = 0;
  // The oldest ones may have been overwritten.
  auto isCut = [](const Device &device) {
    return !device.records.empty() && device.records.front().number > 1;
  };
  if (isCut(first) || isCut(second)) {
    for (; i < left.size(); ++i) {
      auto found = llvm::find_if(right, [&](const Record *other) {
        return isSameNumber(left[i], other);
      });
      j = found - right.begin();
      if (found != right.end())
        break;
    }
    if (i == left.size())
      i = j = 0;
  }
  Difference difference{{a, b}, {}, {}};
  for (; i < left.size() && j < right.size() && left[i]->matches(*right[j]);
       ++i, ++j)
    difference.agreed = *left[i];
  if (i == left.size() && j == right.size())
    return std::nullopt;
  if (i < left.size())
    difference.records[0] = *left[i];
  if (j < right.size())
    difference.records[1] = *right[j];
  return difference;
}

std::optional<FlightRecords::Difference> FlightRecords::findDifference() const {
  std::set<uint64_t> groups;
  for (const auto &[index, device] : devices)
    for (const Record &record : device.records)
      groups.insert(record.group);
  // Differences in which one device is behind come last.
  auto getOrder = [](const Difference &difference) {
    uint64_t number = ~uint64_t(0);
    bool isBehind = false;
    for (const std::optional<Record> &record : difference.records)
      if (record)
        number = std::min(number, record->number);
      else
        isBehind = true;
    return std::make_pair(isBehind, number);
  };
  std::optional<Difference> best;
  for (uint64_t group : groups) {
    // Each member is compared with the first one of its group.
    std::map<std::vector<uint64_t>, int64_t> firsts;
    for (const auto &[index, device] : devices) {
      std::vector<uint64_t> others;
      for (size_t dim = 0; dim < mesh.size(); ++dim)
        if (dim >= 64 || !(group >> dim & 1))
          others.push_back(getCoordinate(index, dim));
      auto [first, isNew] = firsts.emplace(others, index);
      if (isNew)
        continue;
      std::optional<Difference> difference = compare(first->second, index);
      if (difference && (!best || getOrder(*difference) < getOrder(*best)))
        best = std::move(difference);
    }
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printRecord(llvm::raw_ostream &os,
                        const FlightRecords::Record &record) {
  if (record.op == "end") {
    os << "the end of the program";
    return;
  }
  os << record.op << " " << record.number << " of " << record.type << " ["
     << record.extents << "]";
  if (!record.where.empty())
    os << " at " << record.where;
}

void FlightRecords::printSide(llvm::raw_ostream &os,
                              const Difference &difference, int side) const {
  int64_t index = difference.devices[side];
  const Device &device = devices.at(index);
  os << "  device " << index << " (process " << device.process << "): ";
  if (const std::optional<Record> &record = difference.records[side]) {
    printRecord(os, *record);
    if (record->op != "end")
      os << (record->hasEnded ? ", ended" : ", begun and not ended");
  } else {
    os << "has not begun it";
    if (device.records.empty()) {
      os << ", nor any other";
    } else {
      os << "; its last one is ";
      printRecord(os, device.records.back());
      os << (device.records.back().hasEnded ? ", ended"
                                            : ", begun and not ended");
    }
  }
  os << "\n";
}

void FlightRecords::print(llvm::raw_ostream &os) const {
  uint64_t numDevices = 1;
  for (uint64_t size : mesh)
    numDevices *= size;
  os << "flight records of " << devices.size() << " of " << numDevices
     << " devices, of " << processes.size()
     << (processes.size() == 1 ? " process\n" : " processes\n");
  for (const auto &[rank, process] : processes)
    os << "process " << rank << " (host " << process.host << ", pid "
       << process.pid << "): " << process.error << "\n";
  std::optional<Difference> difference = findDifference();
  if (!difference) {
    os << "all of them have begun the same collectives\n";
    return;
  }
  os << "devices " << difference->devices[0] << " and "
     << difference->devices[1] << " differ first here:\n";
  printSide(os, *difference, 0);
  printSide(os, *difference, 1);
  if (difference->agreed) {
    os << "the last one at which they agree: ";
    printRecord(os, *difference->agreed);
    os << "\n";
  }
}

} // namespace dtensor
