//===- PrintIndex.cpp - A table of a checkpoint ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/PrintIndex.h"

#include "dtensor/Host/DrawLayout.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor {

static constexpr int64_t kMostDrawnDevices = 64;

static void printTensor(const std::string &name, const SavedTensor &tensor,
                        llvm::raw_ostream &os) {
  os << name << ": ";
  for (int64_t extent : tensor.shape)
    os << extent << "x";
  os << (tensor.type ? llvm::StringRef(tensor.type->name)
                     : llvm::StringRef(tensor.typeInFile))
     << ", " << tensor.boxes.size()
     << (tensor.boxes.size() == 1 ? " box" : " boxes");
  if (tensor.layout.empty() && !tensor.shape.empty()) {
    os << "\n";
    return;
  }
  os << ", layout '" << tensor.layout << "'";
  llvm::Expected<Mesh> mesh =
      tensor.mesh.empty() ? Mesh::create({}) : Mesh::parse(tensor.mesh);
  llvm::Expected<Layout> layout =
      mesh ? Layout::parse(*mesh, tensor.layout) : mesh.takeError();
  if (!layout) {
    llvm::consumeError(layout.takeError());
    os << "\n";
    return;
  }
  os << " of mesh '" << tensor.mesh << "'\n";
  if (mesh->getNumDevices() > 1 && mesh->getNumDevices() <= kMostDrawnDevices)
    drawLayout(*mesh, *layout, tensor.shape, os);
}

void printIndex(const CheckpointIndex &index, llvm::raw_ostream &os) {
  int64_t bytes = 0;
  for (const SavedFile &file : index.files)
    bytes += file.size;
  os << index.tensors.size()
     << (index.tensors.size() == 1 ? " tensor" : " tensors") << " in "
     << index.files.size() << (index.files.size() == 1 ? " file" : " files")
     << " with " << bytes << " bytes"
     << (index.isOwn ? "" : ", of another program, without checksums") << "\n";
  for (const auto &[name, tensor] : index.tensors)
    printTensor(name, tensor, os);
}

} // namespace dtensor
