//===- Compiler.h - From a program to an executable -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_COMPILER_H
#define DT_COMPILER_H

#include "dt/Executable.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace dt {

/// How contractions are computed: by the kernel libraries where that is faster,
/// or by generated code only.
enum class Kernels { automatic, generated };

struct DT_EXPORT CompileOptions {
  /// The function to compile; by default `main`, or else the only public one.
  std::string entry;
  /// The mesh, if the program has none, or instead of its own.
  std::optional<Mesh> mesh;
  /// Layouts by position, as `x,unsharded` (see `Layout::str`). The others are
  /// left to propagation.
  std::map<int64_t, std::string> argument_layouts, result_layouts;
  /// Arguments that the caller does not need any more. A result of the same
  /// type and layout takes the memory. Only a run to which the arguments are
  /// moved overwrites them.
  std::set<int64_t> donated_arguments;
  /// Mesh and layouts as JSON: the contents of a file for the option
  /// `--layouts` of `dtensor-run`.
  std::string layouts;

  Kernels kernels = Kernels::automatic;
  /// Whether arithmetic on floats may round in other ways, and take subnormal
  /// numbers for zero. Infinities and NaN stay.
  bool fast_math = false;
  /// The processor that the code is for, by one of LLVM's names. Errors: this
  /// machine lacks one of its features.
  std::string processor = "native";
  /// The machine on which plans of layouts are priced: the contents of a file
  /// for the option `--machine` of `dtensor-run`. By default an abstract one.
  std::string machine;
  /// Whether a relayout is an error that moves data and that the program does
  /// not ask for.
  bool strict = false;
  /// Whether values may be gathered without a request where that moves less.
  bool gather_where_less = false;
  /// Whether ops without a rule run on gathered operands, with a warning,
  /// instead of being errors.
  bool replicate_unknown = false;
  /// The bytes that a gathering of a whole value on all devices may receive if
  /// no annotation asks for it; no limit by default.
  std::optional<int64_t> replication_limit;

  /// Whether the code says where ops and collectives begin and end, which a
  /// profile records. A program of `compile` gets such code by itself when a
  /// profile first runs it; one of `load` does not. See Profile.h.
  bool events = false;

  /// The name of the program in messages.
  std::string file_name = "<program>";
  /// Called with each warning, which are otherwise written to stderr.
  std::function<void(const std::string &)> warn;

  /// A folder that keeps compiled programs for other processes. By default it
  /// is that of the environment variable `DTENSOR_CACHE`; empty means none.
  std::optional<std::string> cache_folder;
};

/// Partitions a program for the devices of a mesh and compiles it. `source` is
/// MLIR, as text or as bytecode: StableHLO, linalg on tensors, or another form
/// that `dtensor-run` reads. The same program with the same options is compiled
/// once per process. Any number of threads may call this; they take turns.
/// Errors: what is wrong with the program, as `FILE:LINE:COLUMN: message`, or
/// with the options.
DT_EXPORT Executable compile(std::string_view source,
                             const CompileOptions &options = {});
/// The same for a file.
DT_EXPORT Executable compile_file(const std::string &path,
                                  CompileOptions options = {});

/// Compiles a program and writes its machine code to a file, for processes with
/// the same build of this library. Errors: those of `compile`, a file that
/// cannot be written.
DT_EXPORT void save(std::string_view source, const std::string &path,
                    const CompileOptions &options = {});
/// The program of such a file. Loading runs code: load only what you would run.
/// Errors: a file of another build, one that is damaged, a processor that lacks
/// features which the code may use.
DT_EXPORT Executable load(const std::string &path);

/// The steps after which a program can be looked at; see README.md.
enum class Stage {
  import,
  propagate,
  relayout,
  expand,
  optimize,
  bufferize,
  llvm
};

/// The program after a stage, as text of MLIR.
DT_EXPORT std::string lower(std::string_view source, Stage stage,
                            const CompileOptions &options = {});
/// How the layout of the value called `name` in the source came about.
DT_EXPORT std::string explain(std::string_view source, const std::string &name,
                              const CompileOptions &options = {});

/// What layouts are chosen for.
struct DT_EXPORT ChoiceOptions {
  /// The bytes that a device may hold; by default those of the machine.
  std::optional<int64_t> memory_per_device;
  /// Not 0 to choose a mesh of so many devices as well.
  int64_t devices = 0;
};

/// Layouts that were chosen.
struct DT_EXPORT ChosenLayouts {
  /// For `CompileOptions::layouts`: mesh and layouts as JSON. People can read
  /// and edit it.
  std::string layouts;
  /// What each layout saves against the second best one.
  std::string explanation;
  /// The predicted seconds of a run, and the peak of bytes on a device.
  double seconds = 0;
  int64_t peak_bytes = 0;
};

/// Chooses layouts for the arguments and results of a program so that the
/// predicted time on the machine of `options` is least. What `options` or the
/// program say stays as it is. Errors: those of `compile`, a machine that is
/// not described well, no layouts within the memory.
DT_EXPORT ChosenLayouts choose_layouts(std::string_view source,
                                       const CompileOptions &options = {},
                                       const ChoiceOptions &choice = {});

/// How often programs were compiled, and how often one was found in memory or
/// in the cache's folder instead, since the process began.
struct DT_EXPORT CompileCounts {
  int64_t compiled = 0, found_in_memory = 0, found_in_folder = 0;
};
DT_EXPORT CompileCounts compile_counts();

} // namespace dt

#endif // DT_COMPILER_H
