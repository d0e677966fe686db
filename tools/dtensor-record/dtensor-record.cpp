//===- dtensor-record.cpp - Programs of the functions' table --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadCalls.h"
#include "dtensor/Recording/Print.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cl = llvm::cl;
namespace json = llvm::json;
using namespace dtensor::recording;

static cl::OptionCategory category("dtensor-record options");
static cl::opt<std::string> callsFlag(cl::Positional, cl::init("-"),
                                      cl::desc("CALLS.json"),
                                      cl::cat(category));
static cl::opt<std::string>
    answersFlag("answers", cl::value_desc("FILE.json"), cl::cat(category),
                cl::desc("write what each call gave to a file"));
static cl::opt<std::string> meshFlag("mesh", cl::value_desc("x=2"),
                                     cl::cat(category),
                                     cl::desc("the program's mesh"));
static cl::list<std::string>
    argumentLayoutsFlag("argument-layout", cl::value_desc("x,unsharded"),
                        cl::cat(category),
                        cl::desc("the layout of the next argument"));
static cl::list<std::string>
    resultLayoutsFlag("result-layout", cl::value_desc("x,unsharded"),
                      cl::cat(category),
                      cl::desc("the layout of the next result"));
static cl::list<bool> donatedFlag("donated", cl::cat(category),
                                  cl::desc("whether the next argument's memory "
                                           "may be taken"));
static cl::opt<bool> tableFlag("table", cl::cat(category),
                               cl::desc("print all functions as a page of "
                                        "documentation"));
static cl::opt<bool> namesFlag("names", cl::cat(category),
                               cl::desc("print the names of all functions"));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return 2;
}

/// A page: a table for each part of the standard.
static void printTable() {
  for (const FunctionGroup &group : getFunctionGroups()) {
    llvm::outs() << "\n## " << group.title << "\n\n| function | |\n|---|---|\n";
    for (const FunctionInfo &info : group.functions)
      llvm::outs() << "| `" << info.name << info.signature << "` | "
                   << info.summary << " |\n";
  }
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "\n  dtensor-record calls.json --answers=answers.json\n\nRecords calls "
      "of functions and prints them as one program of StableHLO.\n");
  if (tableFlag) {
    printTable();
    return 0;
  }
  if (namesFlag) {
    for (const FunctionGroup &group : getFunctionGroups())
      for (const FunctionInfo &info : group.functions)
        llvm::outs() << info.name << '\n';
    return 0;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(callsFlag);
  if (!buffer)
    return fail(callsFlag + ": " + buffer.getError().message());
  llvm::Expected<json::Value> calls = json::parse((*buffer)->getBuffer());
  if (!calls)
    return fail(llvm::toString(calls.takeError()));
  if (!calls->getAsArray())
    return fail(callsFlag + ": required a list of calls");
  Graph graph;
  json::Value answers = recordCalls(graph, *calls->getAsArray());
  if (llvm::Error error = graph.takeError())
    return fail(llvm::toString(std::move(error)));
  if (!answersFlag.empty()) {
    std::error_code code;
    llvm::raw_fd_ostream os(answersFlag, code);
    if (code)
      return fail(answersFlag + ": " + code.message());
    os << answers;
  }
  PrintOptions options;
  options.mesh = meshFlag;
  options.argumentLayouts.assign(argumentLayoutsFlag.begin(),
                                 argumentLayoutsFlag.end());
  options.resultLayouts.assign(resultLayoutsFlag.begin(),
                               resultLayoutsFlag.end());
  options.donated.assign(donatedFlag.begin(), donatedFlag.end());
  print(graph, llvm::outs(), options);
  return 0;
}
