//===- Recorder.h - The function that a thread records ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_RECORDER_H
#define DTENSOR_LIB_API_COMPILER_RECORDER_H

#include "dt/Access.h"
#include "dt/Call.h"
#include "dtensor/Recording/Functions.h"

#include <exception>

namespace dt {

/// Records the ops of a function as it is called. Tensors with elements that
/// the function uses become arguments of the program. Variables that it reads
/// are arguments, too, and those that it assigns are results.
class Recorder : public Access::Recorder {
public:
  /// A tensor or a variable that the function did not get as an argument.
  struct Capture {
    std::optional<DTensor> tensor;
    std::optional<Variable> variable;
    dtensor::recording::Value argument;
    /// The present value of the variable.
    dtensor::recording::Value value;
    bool isAssigned = false;
  };

  /// Begins to record a function of such arguments. `known` are the captures
  /// of an earlier recording.
  Recorder(std::vector<Capture> known, const std::vector<DTensor> &arguments);
  ~Recorder() override;
  /// Ends the recording.
  void stop();

  /// The recorder of this thread. Errors: it records nothing.
  static Recorder &get(const char *caller);
  static Recorder *find();

  dtensor::recording::Graph &getGraph() { return *graph; }
  std::vector<Capture> &getCaptures() { return captures; }

  const std::vector<DTensor> &getArguments() const { return arguments; }
  /// The tensor as a value of the program.
  dtensor::recording::Value use(const DTensor &tensor);
  DTensor wrap(dtensor::recording::Value value);
  std::vector<DTensor> wrap(llvm::ArrayRef<dtensor::recording::Value> values);
  dtensor::recording::Values use(const std::vector<DTensor> &tensors);

  DTensor relayout(const DTensor &tensor, const Layout &layout) override;
  DTensor read(const Variable &variable) override;
  void assign(const Variable &variable, const DTensor &value) override;
  std::vector<DTensor> local_map(const std::string &name,
                                 const std::vector<DTensor> &tensors,
                                 const std::vector<Layout> &out_layouts,
                                 const LocalMapOptions &options) override;

  /// Calls a user's body for lib/Recording, through which no exception goes.
  template <typename Body> auto protect(Body body) -> decltype(body()) {
    if (!problem) {
      try {
        return body();
      } catch (...) {
        problem = std::current_exception();
      }
    }
    return {};
  }
  /// Throws what a body has thrown, or the graph's error.
  void check();

  /// Thrown where a capture is found in a body: arguments of the program must
  /// be made before it, so the function is recorded once more.
  struct Restart {};

private:
  Capture &add(Capture capture);

  std::shared_ptr<dtensor::recording::Graph> graph;
  std::vector<DTensor> arguments;
  std::vector<Capture> captures;
  std::exception_ptr problem;
  Access::Recorder *outer;
  bool isRecording = true;
};

/// The type of a tensor in a program.
dtensor::recording::TensorType getType(const Shape &shape, DType dtype);

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_RECORDER_H
