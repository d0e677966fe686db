//===- Program.cpp - Compiles what was recorded ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "dtensor/Recording/Print.h"

namespace dt {

/// A name that a function can have: `linalg.qr` as `linalg_qr`.
static std::string makeName(std::string name) {
  for (char &letter : name)
    if (!isalnum(static_cast<unsigned char>(letter)))
      letter = '_';
  return name;
}

Executable compileProgram(const dtensor::recording::Graph &graph,
                          const ProgramRequest &request,
                          CompileOptions options) {
  dtensor::recording::PrintOptions print;
  print.name = makeName(request.name);
  print.donated = request.donated;
  options.entry = print.name;
  options.file_name = "<" + request.name + ">";
  options.mesh.reset();
  options.donated_arguments.clear();
  if (!request.mesh.dimensions().empty()) {
    print.mesh = request.mesh.str();
    for (size_t i = 0; i < request.arguments.size(); ++i)
      options.argument_layouts[i] = request.arguments[i].str();
    options.result_layouts = request.results;
  }
  if (!options.warn)
    options.warn = [](const std::string &) {};
  return compile(dtensor::recording::toText(graph, print), options);
}

} // namespace dt
