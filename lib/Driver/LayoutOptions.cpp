//===- LayoutOptions.cpp - Options about meshes and layouts ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/LayoutOptions.h"

#include "llvm/Support/MemoryBuffer.h"

using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

namespace dtensor {

LayoutOptions::LayoutOptions(cl::OptionCategory &category)
    : entry(
          "entry", cl::value_desc("NAME"), cl::cat(category),
          cl::desc(
              "function to run (default: main, or else the only public one)")),
      mesh("mesh", cl::value_desc("x=2,y=4"), cl::cat(category),
           cl::desc("the mesh, instead of the program's own")),
      devices("devices", cl::value_desc("N"), cl::cat(category),
              cl::desc("the 1-D mesh x=N; with --auto-mesh, any mesh of N "
                       "devices")),
      layouts("layout", cl::value_desc("arg0=x,unsharded"), cl::cat(category),
              cl::desc("layout of an argument (argK) or a result (resultK): "
                       "for each axis 'unsharded', a mesh dimension, or "
                       "several dimensions (x+y, major first)")),
      file("layouts", cl::value_desc("FILE.json"), cl::cat(category),
           cl::desc("read mesh and layouts from a file")) {}

Expected<LayoutRequest> LayoutOptions::readRequest() const {
  LayoutRequest request;
  if (!file.empty()) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer)
      return llvm::createStringError(file + ": " + buffer.getError().message());
    if (Error error = request.addJSON((*buffer)->getBuffer()))
      return llvm::createStringError(file + ": " +
                                     llvm::toString(std::move(error)));
  }
  bool hasMesh = mesh.getNumOccurrences(),
       hasDevices = devices.getNumOccurrences();
  if (hasDevices && hasMesh)
    return llvm::createStringError(
        "--devices and --mesh both say what the mesh is");
  if (hasDevices || hasMesh) {
    Expected<Mesh> parsed =
        Mesh::parse(hasDevices ? "x=" + devices.getValue() : mesh.getValue());
    if (!parsed)
      return parsed.takeError();
    request.mesh = std::move(*parsed);
  }
  for (const std::string &layout : layouts)
    if (Error error = request.add(layout))
      return std::move(error);
  return request;
}

} // namespace dtensor
