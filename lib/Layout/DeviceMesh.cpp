//===- DeviceMesh.cpp - A mesh with its device list -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/DeviceMesh.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

DeviceMesh DeviceMesh::createLocal(Mesh mesh) {
  DeviceMesh result;
  for (int64_t device : llvm::seq(mesh.getNumDevices())) {
    result.globalIds.push_back(device);
    result.localDevices.push_back(
        "/job:localhost/replica:0/task:0/device:CPU:" + std::to_string(device));
  }
  result.localIds = result.globalIds;
  result.mesh = std::move(mesh);
  return result;
}

/// Parses `0,1,2`; `what` names the list in messages.
static llvm::Expected<llvm::SmallVector<int64_t>>
parseIds(llvm::StringRef text, llvm::StringRef what) {
  llvm::SmallVector<int64_t> ids;
  llvm::SmallSet<int64_t, 16> seen;
  llvm::SmallVector<llvm::StringRef> parts;
  if (!text.trim().empty())
    text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    int64_t id;
    if (part.trim().getAsInteger(10, id) || id < 0)
      return createStringError("a " + what +
                               " device id must be a number, found '" +
                               part.trim() + "'");
    if (!seen.insert(id).second)
      return createStringError(what + " device id " + Twine(id) +
                               " is repeated");
    ids.push_back(id);
  }
  return ids;
}

llvm::Expected<DeviceMesh> DeviceMesh::parse(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> fields;
  text.trim().split(fields, '|');
  if (fields.size() < 4 || fields.size() > 5)
    return createStringError(
        "a mesh must be 'name|dimensions|global ids|local ids|local devices'; "
        "found " +
        Twine(fields.size()) + " fields in '" + text + "'");

  DeviceMesh result;
  result.name = fields[0].str();
  llvm::Expected<Mesh> mesh = Mesh::parse(fields[1]);
  if (!mesh)
    return mesh.takeError();
  result.mesh = std::move(*mesh);

  llvm::Expected<llvm::SmallVector<int64_t>> globalIds =
      parseIds(fields[2], "global");
  if (!globalIds)
    return globalIds.takeError();
  result.globalIds = std::move(*globalIds);
  int64_t devices = result.mesh.getNumDevices();
  if (static_cast<int64_t>(result.globalIds.size()) != devices)
    return createStringError("mesh " + result.mesh.str() + " has " +
                             Twine(devices) + " devices, but " +
                             Twine(result.globalIds.size()) +
                             " global device ids are given");

  llvm::Expected<llvm::SmallVector<int64_t>> localIds =
      parseIds(fields[3], "local");
  if (!localIds)
    return localIds.takeError();
  result.localIds = std::move(*localIds);
  for (int64_t id : result.localIds)
    if (!llvm::is_contained(result.globalIds, id))
      return createStringError("local device id " + Twine(id) +
                               " is not among the global ones");

  if (fields.size() == 5 && !fields[4].trim().empty()) {
    llvm::SmallVector<llvm::StringRef> devices;
    fields[4].split(devices, ',');
    if (devices.size() != result.localIds.size())
      return createStringError(Twine(result.localIds.size()) +
                               " local device ids are given, but " +
                               Twine(devices.size()) + " local devices");
    for (llvm::StringRef device : devices)
      result.localDevices.push_back(device.trim().str());
  }
  return result;
}

static std::string join(llvm::ArrayRef<int64_t> ids) {
  return llvm::join(
      llvm::map_range(ids, [](int64_t id) { return std::to_string(id); }), ",");
}

std::string DeviceMesh::str() const {
  return name + "|" + mesh.str() + "|" + join(globalIds) + "|" +
         join(localIds) + "|" + llvm::join(localDevices, ",");
}

bool DeviceMesh::isRowMajor() const {
  return llvm::all_of(llvm::enumerate(globalIds), [](auto pair) {
    return pair.value() == static_cast<int64_t>(pair.index());
  });
}

llvm::Expected<DeviceLayout> DeviceLayout::parse(llvm::StringRef text) {
  llvm::StringRef specs = text.trim();
  size_t meshAt = specs.find("mesh:");
  if (!specs.consume_front("sharding_specs:") ||
      meshAt == llvm::StringRef::npos)
    return createStringError(
        "a layout must be 'sharding_specs:..., mesh:...', found '" +
        Twine(text) + "'");
  llvm::StringRef meshText;
  std::tie(specs, meshText) = specs.split("mesh:");

  llvm::Expected<DeviceMesh> mesh = DeviceMesh::parse(meshText);
  if (!mesh)
    return mesh.takeError();
  specs = specs.trim();
  specs.consume_back(",");
  llvm::Expected<Layout> layout = Layout::parse(mesh->mesh, specs);
  if (!layout)
    return layout.takeError();
  return DeviceLayout{std::move(*mesh), std::move(*layout)};
}

std::string DeviceLayout::str() const {
  std::string specs = layout.str(mesh.mesh);
  return "sharding_specs:" + specs + (specs.empty() ? "" : ",") +
         " mesh:" + mesh.str();
}
