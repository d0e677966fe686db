//===- ProgramSignature.cpp - Can a program run here? ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/ProgramSignature.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

// A program gives its element types as numbers of the C ABI.
static_assert(static_cast<int>(ElementType::I1) == DT_I1);
static_assert(static_cast<int>(ElementType::I8) == DT_I8);
static_assert(static_cast<int>(ElementType::I16) == DT_I16);
static_assert(static_cast<int>(ElementType::I32) == DT_I32);
static_assert(static_cast<int>(ElementType::I64) == DT_I64);
static_assert(static_cast<int>(ElementType::F16) == DT_F16);
static_assert(static_cast<int>(ElementType::BF16) == DT_BF16);
static_assert(static_cast<int>(ElementType::F32) == DT_F32);
static_assert(static_cast<int>(ElementType::F64) == DT_F64);
static_assert(static_cast<int>(ElementType::C64) == DT_C64);
static_assert(static_cast<int>(ElementType::C128) == DT_C128);
static_assert(static_cast<int>(ElementType::F8E5M2) == DT_F8E5M2);
static_assert(static_cast<int>(ElementType::F8E4M3FN) == DT_F8E4M3FN);
static_assert(static_cast<int>(ElementType::F8E4M3) == DT_F8E4M3);
static_assert(static_cast<int>(ElementType::F8E5M2FNUZ) == DT_F8E5M2FNUZ);
static_assert(static_cast<int>(ElementType::F8E4M3FNUZ) == DT_F8E4M3FNUZ);
static_assert(static_cast<int>(ElementType::F8E4M3B11FNUZ) == DT_F8E4M3B11FNUZ);
static_assert(static_cast<int>(ElementType::F8E3M4) == DT_F8E3M4);
static_assert(static_cast<int>(ElementType::F8E8M0FNU) == DT_F8E8M0FNU);

static Expected<ValueSignature> readValue(const Mesh &mesh,
                                          const DtValueInfo &info) {
  Expected<Layout> layout = Layout::parse(mesh, info.layout);
  if (!layout)
    return layout.takeError();
  ValueSignature value{static_cast<ElementType>(info.elementType),
                       info.rank >= 0,
                       {},
                       std::move(*layout),
                       info.isUnsigned != 0};
  if (value.isTensor)
    value.shape.assign(info.shape, info.shape + info.rank);
  if (info.donor >= 0)
    value.donor = info.donor;
  value.isShared = info.isShared != 0;
  value.name = info.name;
  return value;
}

static Expected<Signature> readSignature(const DtProgramInfo &info) {
  Signature signature;
  if (*info.mesh) {
    Expected<Mesh> mesh = Mesh::parse(info.mesh);
    if (!mesh)
      return mesh.takeError();
    signature.mesh = std::move(*mesh);
  }
  for (int64_t i = 0; i < info.numArguments + info.numResults; ++i) {
    Expected<ValueSignature> value = readValue(signature.mesh, info.values[i]);
    if (!value)
      return value.takeError();
    (i < info.numArguments ? signature.arguments : signature.results)
        .push_back(std::move(*value));
  }
  return signature;
}

/// Errors: features that this machine does not have.
static Error checkRunsHere(const DtProgramInfo &info) {
  llvm::StringMap<bool> here = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<StringRef> missing;
  for (StringRef feature : llvm::split(info.features, ',')) {
    // Tuning features say how code is best written; a host need not have them.
    auto found = here.find(feature);
    if (found != here.end() && !found->second)
      missing.push_back(feature);
  }
  if (missing.empty())
    return Error::success();
  return createStringError(Twine("code for ") + info.processor +
                           " cannot run on this processor, which lacks " +
                           llvm::join(missing, ", "));
}

Expected<Signature> readProgramSignature(const DtProgramInfo &info) {
  if (info.version != DT_PROGRAM_VERSION)
    return createStringError("required a program of version " +
                             Twine(int(DT_PROGRAM_VERSION)) + ", found " +
                             Twine(info.version));
  if (Error error = checkRunsHere(info))
    return std::move(error);
  Expected<Signature> signature = readSignature(info);
  if (!signature)
    return createStringError(Twine("'") + info.name +
                             "': " + llvm::toString(signature.takeError()));
  if (const char *problem =
          dt_limit_processor(static_cast<DtProcessorLevel>(info.level)))
    return createStringError(Twine("code for ") + info.processor +
                             " cannot run: " + problem);
  return signature;
}

} // namespace dtensor
