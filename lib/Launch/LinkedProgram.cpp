//===- LinkedProgram.cpp - A program that was compiled before -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/LinkedProgram.h"

#include "dtensor/Host/SharedNpy.h"
#include "dtensor/Launch/ProgramSignature.h"
#include "dtensor/Launch/RunCollective.h"
#include "dtensor/Launch/ValueFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::Error;
using llvm::Expected;

namespace dtensor {

Expected<LinkedProgram> LinkedProgram::create(const DtProgramInfo &info,
                                              const Job *job) {
  Expected<Signature> signature = readProgramSignature(info);
  if (!signature)
    return signature.takeError();
  Expected<DeviceContext> context =
      DeviceContext::create(signature->mesh, /*workers=*/0, job);
  if (!context)
    return context.takeError();
  if (Error error = context->reserveStack(info.stackBytes))
    return std::move(error);
  llvm::append_range(signature->devices, context->getDevices());
  return LinkedProgram(std::move(*signature), info.program,
                       std::move(*context));
}

Profile LinkedProgram::endProfile(llvm::StringRef name) {
  Profile profile;
  context.endProfile(profile, [&](DtProgram) { return name.str(); });
  return profile;
}

Error LinkedProgram::run(Invocation &invocation) {
  return context.run(program, invocation.getArguments());
}

Expected<Components> LinkedProgram::relayout(Invocation &invocation,
                                             size_t number, bool isWhole) {
  const ValueSignature &result = signature.results[number];
  // It combines what is partial, and gathers along axes only otherwise.
  RedistributionStep step;
  step.kind = result.layout.getPartial().empty() ? StepKind::AllGather
                                                 : StepKind::AllReduce;
  step.from = result.layout;
  step.to = isWhole ? Layout(result.layout.getRank())
                    : result.layout.withoutPartial();
  step.bytesReceived =
      planRedistribution(signature.mesh, step.from, step.to, result.shape,
                         8 * getByteSize(result.elementType))
          .bytesReceived;
  for (unsigned dim = 0; dim < signature.mesh.getDimensions().size(); ++dim)
    if (signature.mesh.getSize(dim) > 1 &&
        (result.layout.getPartial(dim) ||
         (isWhole && result.layout.getShardedAxis(dim))))
      step.dims.push_back(dim);
  const Components &components = invocation.getResult(number);
  if (step.dims.empty())
    return components;
  for (PartialDim partial : result.layout.getPartial())
    if (partial.combiner != result.layout.getPartial().front().combiner)
      return llvm::createStringError(
          "result " + llvm::Twine(number) +
          ": addends are combined by one combiner only, found several");
  return runCollective(context, signature.mesh, step, result.shape, components);
}

Expected<std::vector<HostTensor>>
LinkedProgram::getResults(Invocation &invocation) {
  if (signature.devices.empty())
    return invocation.joinResults();
  std::vector<HostTensor> results;
  for (size_t i = 0; i < signature.results.size(); ++i) {
    Expected<Components> components = relayout(invocation, i, /*isWhole=*/true);
    if (!components)
      return components.takeError();
    std::shared_ptr<HostTensor> whole = (*components)[signature.devices[0]];
    results.push_back(HostTensor::borrow(
        whole->getElementType(), whole->getShape(), whole->getData(), whole));
  }
  return results;
}

/// Writes the parts of a file that devices of this process are the first to
/// have.
static Error writeParts(SharedNpy &file, const Signature &signature,
                        const ValueSignature &result,
                        const Components &components) {
  for (int64_t device : signature.devices) {
    auto coordinates = signature.mesh.getCoordinates(device);
    bool isFirst = true;
    for (auto [dim, coordinate] : llvm::enumerate(coordinates))
      isFirst &= coordinate == 0 || result.layout.getShardedAxis(dim);
    if (!isFirst)
      continue;
    Box box = result.layout.getOwnedBox(signature.mesh, result.shape, device);
    if (Error error = file.write(*components[device], box))
      return error;
  }
  return Error::success();
}

Error LinkedProgram::writeResults(llvm::StringRef directory,
                                  Invocation &invocation, size_t numResults,
                                  Job &job) {
  std::error_code code = llvm::sys::fs::create_directories(directory);
  Error error = code
                    ? llvm::createStringError(directory + ": " + code.message())
                    : Error::success();
  for (size_t i = 0; i < numResults; ++i) {
    const ValueSignature &result = signature.results[i];
    SharedNpy file(getValuePath(directory, "out", i), result.elementType,
                   result.shape, result.isUnsigned);
    if (!error && job.isFirst())
      error = file.create();
    if (Error problem = job.agree(std::move(error)))
      return problem;
    // All processes take part in it, whatever else fails.
    Expected<Components> components = getCombined(invocation, i);
    error = components ? writeParts(file, signature, result, *components)
                       : components.takeError();
    if (Error problem = job.agree(std::move(error))) {
      if (job.isFirst())
        file.discard();
      return problem;
    }
    error = job.isFirst() ? file.finish() : Error::success();
  }
  return error;
}

std::vector<Job::Fact> getFacts(const Signature &signature,
                                llvm::StringRef commandLine) {
  std::string layouts;
  for (const auto *values : {&signature.arguments, &signature.results})
    for (const ValueSignature &value : *values)
      layouts += value.layout.str(signature.mesh) + " ";
  return {{"the version of the runtime", std::to_string(DT_PROGRAM_VERSION)},
          {"the mesh", signature.mesh.str()},
          {"the layouts of arguments and results", layouts},
          {"the command line", commandLine.str()}};
}

} // namespace dtensor
