//===- MachineFile.cpp - A machine as JSON --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace dtensor;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

namespace {

/// The numbers that a key may have, and how a message calls them.
struct Range {
  const char *text;
  double least;
  bool isExclusive = false;
  double most = std::numeric_limits<double>::max();

  bool contains(double number) const {
    return (isExclusive ? number > least : number >= least) && number <= most;
  }
};
constexpr Range kPositive{"a number greater than 0", 0, true};
constexpr Range kNotNegative{"a number of at least 0", 0};
constexpr Range kFraction{"a number greater than 0 and at most 1", 0, true, 1};

/// Reads the keys of one object. Only the first error is kept.
class ObjectReader {
public:
  /// `path` names the object in messages. It is empty for the outermost one.
  ObjectReader(const json::Value &value, std::string path, std::string &error)
      : object(value.getAsObject()), path(std::move(path)), error(error) {
    if (!object)
      fail(this->path.empty() ? "the file" : this->path, "an object", &value);
  }

  /// Rejects a key that was not read.
  ~ObjectReader() {
    if (!object)
      return;
    known.push_back("note");
    for (const auto &[key, value] : *object)
      if (!llvm::is_contained(known, StringRef(key)))
        fail(join(key), "one of the keys " + llvm::join(known, ", ") +
                            ", found another one");
  }

  std::string readText(StringRef key) {
    const json::Value *value = take(key, "a text");
    std::optional<StringRef> text = value ? value->getAsString() : std::nullopt;
    if (value && !text)
      fail(join(key), "a text", value);
    return text.value_or("").str();
  }

  double readNumber(StringRef key, Range range) {
    const json::Value *value = take(key, range.text);
    return value ? convert(join(key), *value, range) : 0;
  }

  /// `otherwise` is the number if there is no such key.
  double readNumber(StringRef key, Range range, double otherwise) {
    if (object && object->get(key))
      return readNumber(key, range);
    known.push_back(key);
    return otherwise;
  }

  int64_t readCount(StringRef key) {
    constexpr StringRef required = "an integer of at least 1";
    const json::Value *value = take(key, required);
    std::optional<int64_t> count = value ? value->getAsInteger() : std::nullopt;
    // A product of counts must not overflow.
    constexpr int64_t kMost = int64_t(1) << 20;
    if (value && count && *count > kMost)
      fail(join(key), "at most " + Twine(kMost), value);
    else if (value && (!count || *count < 1))
      fail(join(key), required, value);
    return count.value_or(1);
  }

  int64_t readCount(StringRef key, int64_t otherwise) {
    if (object && object->get(key))
      return readCount(key);
    known.push_back(key);
    return otherwise;
  }

  std::map<std::string, double> readNumbers(StringRef key, Range range) {
    std::map<std::string, double> numbers;
    const json::Value *value = take(key, "an object of numbers");
    const json::Object *entries = value ? value->getAsObject() : nullptr;
    if (value && !entries)
      fail(join(key), "an object of numbers", value);
    if (entries)
      for (const auto &[name, number] : *entries)
        numbers[StringRef(name).str()] =
            convert(join(key) + "." + StringRef(name).str(), number, range);
    return numbers;
  }

  void readObject(StringRef key,
                  llvm::function_ref<void(ObjectReader &)> read) {
    if (const json::Value *value = take(key, "an object")) {
      ObjectReader reader(*value, join(key), error);
      read(reader);
    }
  }

  void readList(StringRef key, llvm::function_ref<void(ObjectReader &)> read) {
    constexpr StringRef required = "a list of at least one object";
    const json::Value *value = take(key, required);
    const json::Array *entries = value ? value->getAsArray() : nullptr;
    if (value && (!entries || entries->empty()))
      fail(join(key), required, value);
    if (entries)
      for (auto [index, entry] : llvm::enumerate(*entries)) {
        ObjectReader reader(
            entry, join(key) + "[" + std::to_string(index) + "]", error);
        read(reader);
      }
  }

  void readOptionalList(StringRef key,
                        llvm::function_ref<void(ObjectReader &)> read) {
    if (object && object->get(key))
      return readList(key, read);
    known.push_back(key);
  }

  std::string join(StringRef key) const {
    return path.empty() ? key.str() : path + "." + key.str();
  }

  void fail(const Twine &where, const Twine &required,
            const json::Value *found = nullptr) {
    if (!error.empty())
      return;
    error = (where + ": required " + required).str();
    if (found)
      error += llvm::formatv(", found {0}", *found).str();
  }

private:
  /// The value of a key that the object must have.
  const json::Value *take(StringRef key, const Twine &required) {
    known.push_back(key);
    const json::Value *value = object ? object->get(key) : nullptr;
    if (object && !value)
      fail(join(key), required + ", found nothing");
    return value;
  }

  double convert(const Twine &where, const json::Value &value, Range range) {
    std::optional<double> number = value.getAsNumber();
    if (!number || !range.contains(*number))
      fail(where, range.text, &value);
    return number.value_or(1);
  }

  const json::Object *object;
  std::string path;
  std::string &error;
  llvm::SmallVector<StringRef> known;
};

} // namespace

static MachineDevice readDevice(ObjectReader &reader) {
  MachineDevice device;
  device.operations = reader.readNumbers("operations", kPositive);
  if (!device.operations.count("other"))
    reader.fail("device.operations.other",
                "a rate for the types that are not listed, found nothing");
  device.reached = reader.readNumber("reached", kFraction, 1);
  device.memoryBandwidth = reader.readNumber("memory_bandwidth", kPositive);
  device.memoryBytes = reader.readNumber("memory_bytes", kPositive);
  return device;
}

static MessageParameters readParameters(ObjectReader &reader,
                                        const MachineDevice &device) {
  MessageParameters messages;
  messages.latency = reader.readNumber("latency", kNotNegative);
  messages.gap = reader.readNumber("gap", kNotNegative, messages.latency);
  messages.bandwidth = reader.readNumber("bandwidth", kPositive);
  // Two reads and a write.
  messages.combining =
      reader.readNumber("combining", kPositive, device.memoryBandwidth / 3);
  messages.copying = reader.readNumber("copying", kPositive, messages.copying);
  return messages;
}

static MachineLevel readLevel(ObjectReader &reader,
                              const MachineDevice &device) {
  MachineLevel level;
  level.name = reader.readText("name");
  level.size = reader.readCount("size");
  level.links = reader.readCount("links", 1);
  level.messages.push_back(readParameters(reader, device));
  reader.readOptionalList("messages", [&](ObjectReader &reader) {
    double least = reader.readNumber("from", kPositive);
    if (least <= level.messages.back().least)
      reader.fail(reader.join("from"),
                  "more than the " +
                      Twine(int64_t(level.messages.back().least)) +
                      " of the entry before");
    level.messages.push_back(readParameters(reader, device));
    level.messages.back().least = least;
  });
  return level;
}

llvm::Expected<Machine> dtensor::parseMachine(StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  std::string error, name;
  MachineDevice device;
  std::vector<MachineLevel> levels;
  {
    ObjectReader reader(*value, "", error);
    name = reader.readText("name");
    reader.readObject(
        "device", [&](ObjectReader &reader) { device = readDevice(reader); });
    reader.readList("levels", [&](ObjectReader &reader) {
      levels.push_back(readLevel(reader, device));
    });
    double devices = 1;
    for (const MachineLevel &level : levels)
      devices *= level.size;
    constexpr double kMost = int64_t(1) << 40;
    if (devices > kMost)
      reader.fail("levels", "at most 2^40 devices, found more");
  }
  if (!error.empty())
    return llvm::createStringError(error);
  return Machine(std::move(name), std::move(device), std::move(levels));
}

llvm::Expected<Machine> dtensor::readMachine(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return llvm::createStringError("'" + path +
                                   "': " + file.getError().message());
  llvm::Expected<Machine> machine = parseMachine((*file)->getBuffer());
  if (!machine)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(machine.takeError()));
  return machine;
}
