//===- FlightLog.cpp - The flight records of all devices ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlightLog.h"
#include "../Context.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace dtensor::runtime;

FlightLog::FlightLog(int64_t numDevices)
    : size(numDevices * FlightRecorder::kRingBytes) {
  // Only the pages that are written to exist.
  void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped != MAP_FAILED)
    memory = mapped;
  if (const char *given = getenv("DTENSOR_FLIGHT_RECORDS"))
    folder = given;
}

FlightLog::~FlightLog() {
  if (memory)
    munmap(memory, size);
}

void *FlightLog::getMemory(int64_t device) const {
  return memory
             ? static_cast<char *>(memory) + device * FlightRecorder::kRingBytes
             : nullptr;
}

/// Adds a text as one field of a line.
static void addField(std::string &line, const std::string &text) {
  line += '\t';
  for (char c : text) {
    if (c == '\t' || c == '\n' || c == '\\') {
      line += '\\';
      c = c == '\t' ? 't' : c == '\n' ? 'n' : c;
    }
    line += c;
  }
}

static void addDevice(std::string &text, const DtDevice &device) {
  std::vector<FlightRecord> records = device.flight.read();
  text += "device";
  addField(text, std::to_string(device.index));
  addField(text, std::to_string(records.size()));
  text += '\n';
  for (const FlightRecord &record : records) {
    text += "record";
    addField(text, std::to_string(record.number));
    addField(text, std::to_string(record.groupNumber));
    addField(text, std::to_string(record.group));
    addField(text, std::to_string(record.site));
    addField(text, getName(record.op));
    addField(text, getElementTypeName(record.type));
    std::string extents;
    for (int64_t extent : record.extents)
      extents += (extents.empty() ? "" : ",") + std::to_string(extent);
    addField(text, extents);
    addField(text, record.hasEnded ? "ended" : "begun");
    addField(text, record.where);
    text += '\n';
  }
}

static std::string describeError(const std::string &file) {
  return "the flight records cannot be written to '" + file +
         "': " + strerror(errno);
}

std::string FlightLog::write(const DtContext &context,
                             const std::string &error) const {
  int64_t rank = context.deal.getOwn();
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  std::string text = "dtensor flight records 1\nprocess";
  addField(text, std::to_string(rank));
  addField(text, host);
  addField(text, std::to_string(getpid()));
  text += "\nmesh";
  const Topology &topology = context.topology;
  for (int64_t dim = 0; dim < topology.getNumDims(); ++dim)
    addField(text, std::to_string(topology.getSize(dim)));
  text += "\nerror";
  addField(text, error);
  text += '\n';
  for (int64_t i = 0; i < context.deal.getNumLocal(); ++i)
    addDevice(text, context.devices[i]);
  text += "end\n";

  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return describeError(folder);
  std::string name = folder + "/process-" + std::to_string(rank) + ".flight";
  // A file that is there is whole.
  std::string draft = name + ".draft";
  FILE *file = fopen(draft.c_str(), "w");
  if (!file)
    return describeError(draft);
  bool good = fwrite(text.data(), 1, text.size(), file) == text.size();
  good &= fclose(file) == 0;
  if (good && rename(draft.c_str(), name.c_str()) == 0)
    return "";
  std::string problem = describeError(name);
  unlink(draft.c_str());
  return problem;
}
