//===- CompilerCApiTest.cpp - Compiling in C ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor-c/Compiler.h"
#include "dtensor-c/LocalMap.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>

extern "C" int runCompileExample(void);

namespace {

constexpr const char *kProduct = R"(
func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %c : tensor<2x2xf32>
}
func.func @other(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
})";

class CompilerCApiTest : public testing::Test {
protected:
  CompilerCApiTest() {
    const char *names[] = {"x", "y"};
    const int64_t sizes[] = {3, 2};
    EXPECT_EQ(dtensorMeshCreate(2, names, sizes, &mesh), DTENSOR_OK);
    EXPECT_EQ(dtensorCompileOptionsCreate(&options), DTENSOR_OK);
    EXPECT_EQ(dtensorCompileOptionsSetMesh(options, mesh), DTENSOR_OK);
    EXPECT_EQ(dtensorCompileOptionsSetEntry(options, "product"), DTENSOR_OK);
    EXPECT_EQ(dtensorCompileOptionsSetArgumentLayout(options, 0, "y,x"),
              DTENSOR_OK);
  }
  ~CompilerCApiTest() override {
    dtensorExecutableDestroy(executable);
    dtensorCompileOptionsDestroy(options);
    dtensorMeshDestroy(mesh);
  }

  DTensorStatus compile(const char *source = kProduct) {
    return dtensorCompile(source, std::strlen(source), options, &executable);
  }

  void expectInvalid(DTensorStatus status, const std::string &text) {
    EXPECT_EQ(status, DTENSOR_INVALID) << text;
    EXPECT_EQ(dtensorGetLastError(), text);
  }

  DTensorMesh mesh{};
  DTensorCompileOptions options{}, none{};
  DTensorExecutable executable{};
};

TEST_F(CompilerCApiTest, RunsTheExample) { EXPECT_EQ(runCompileExample(), 0); }

TEST_F(CompilerCApiTest, CompilesWithLayouts) {
  EXPECT_EQ(dtensorCompileOptionsSetResultLayout(options, 0, "unsharded,y"),
            DTENSOR_OK);
  ASSERT_EQ(compile(), DTENSOR_OK) << dtensorGetLastError();
  DTensorValueInfo info;
  ASSERT_EQ(dtensorExecutableGetArgument(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.layout, "y,x");
  ASSERT_EQ(dtensorExecutableGetResult(executable, 0, &info), DTENSOR_OK);
  EXPECT_STREQ(info.layout, "unsharded,y");
  const char *name;
  ASSERT_EQ(dtensorExecutableGetName(executable, &name), DTENSOR_OK);
  EXPECT_STREQ(name, "product");
}

TEST_F(CompilerCApiTest, TheSameProgramIsCompiledOnce) {
  ASSERT_EQ(compile(), DTENSOR_OK) << dtensorGetLastError();
  DTensorCompileCounts before, after;
  ASSERT_EQ(dtensorGetCompileCounts(&before), DTENSOR_OK);
  dtensorExecutableDestroy(executable);
  ASSERT_EQ(compile(), DTENSOR_OK);
  ASSERT_EQ(dtensorGetCompileCounts(&after), DTENSOR_OK);
  EXPECT_EQ(after.compiled, before.compiled);
  EXPECT_EQ(after.foundInMemory, before.foundInMemory + 1);
  // Another option makes another program.
  EXPECT_EQ(dtensorCompileOptionsSetKernels(options, DTENSOR_KERNELS_GENERATED),
            DTENSOR_OK);
  dtensorExecutableDestroy(executable);
  ASSERT_EQ(compile(), DTENSOR_OK);
  ASSERT_EQ(dtensorGetCompileCounts(&after), DTENSOR_OK);
  EXPECT_EQ(after.compiled, before.compiled + 1);
  EXPECT_EQ(dtensorCompileOptionsSetFastMath(options, true), DTENSOR_OK);
  dtensorExecutableDestroy(executable);
  ASSERT_EQ(compile(), DTENSOR_OK);
  ASSERT_EQ(dtensorGetCompileCounts(&after), DTENSOR_OK);
  EXPECT_EQ(after.compiled, before.compiled + 2);
}

TEST_F(CompilerCApiTest, CompilesFiles) {
  std::string path = testing::TempDir() + "product.mlir";
  std::ofstream(path) << kProduct;
  ASSERT_EQ(dtensorCompileFile(path.c_str(), options, &executable), DTENSOR_OK)
      << dtensorGetLastError();
  DTensorExecutable other;
  expectInvalid(dtensorCompileFile("/nothing.mlir", options, &other),
                "dtensorCompileFile: '/nothing.mlir': No such file or "
                "directory");
}

TEST_F(CompilerCApiTest, ShowsWhatHappens) {
  char *text;
  int64_t length = std::strlen(kProduct);
  ASSERT_EQ(
      dtensorLower(kProduct, length, DTENSOR_STAGE_EXPAND, options, &text),
      DTENSOR_OK)
      << dtensorGetLastError();
  EXPECT_NE(std::strstr(text, "comm.all_reduce"), nullptr);
  dtensorStringDestroy(text);
  ASSERT_EQ(dtensorExplain(kProduct, length, "%c", options, &text), DTENSOR_OK)
      << dtensorGetLastError();
  EXPECT_NE(std::strstr(text, "%c"), nullptr);
  dtensorStringDestroy(text);
  expectInvalid(dtensorLower(kProduct, length, static_cast<DTensorStage>(7),
                             options, &text),
                "dtensorLower: argument 'stage': required a number from 0 to "
                "6, found 7");
}

TEST_F(CompilerCApiTest, WarningsGoToTheCaller) {
  std::string warnings;
  auto warn = [](void *data, const char *text) {
    *static_cast<std::string *>(data) += text;
  };
  ASSERT_EQ(dtensorCompileOptionsSetWarningFunction(options, warn, &warnings),
            DTENSOR_OK);
  ASSERT_EQ(dtensorCompileOptionsSetCacheFolder(options, "/proc/nowhere/cache"),
            DTENSOR_OK);
  ASSERT_EQ(dtensorCompileOptionsSetFileName(options, "warned.mlir"),
            DTENSOR_OK);
  ASSERT_EQ(compile(), DTENSOR_OK) << dtensorGetLastError();
  EXPECT_NE(warnings.find("/proc/nowhere/cache"), std::string::npos)
      << warnings;
}

TEST_F(CompilerCApiTest, NamesWhatIsWrong) {
  ASSERT_EQ(dtensorCompileOptionsSetFileName(options, "wrong.mlir"),
            DTENSOR_OK);
  EXPECT_EQ(compile("func.func @product() { return %x }"), DTENSOR_INVALID);
  EXPECT_STREQ(dtensorGetLastError(),
               "dtensorCompile: wrong.mlir:1:33: expected ':'");
  expectInvalid(dtensorCompile(nullptr, 3, none, &executable),
                "dtensorCompile: argument 'source' is null");
  expectInvalid(dtensorCompile(kProduct, -1, none, &executable),
                "dtensorCompile: required at least 0 elements of 'source', "
                "found -1");
  expectInvalid(dtensorCompile(kProduct, 1, none, nullptr),
                "dtensorCompile: argument 'result' is null");
  expectInvalid(dtensorCompileOptionsSetEntry(none, "f"),
                "dtensorCompileOptionsSetEntry: argument 'options' is null");
  expectInvalid(dtensorCompileOptionsSetArgumentLayout(options, -1, "x"),
                "dtensorCompileOptionsSetArgumentLayout: argument 'index': "
                "required at least 0, found -1");
  expectInvalid(
      dtensorCompileOptionsSetKernels(options, static_cast<DTensorKernels>(2)),
      "dtensorCompileOptionsSetKernels: argument 'kernels': required "
      "a number from 0 to 1, found 2");
  ASSERT_EQ(dtensorCompileOptionsSetProcessor(options, "no-such-processor"),
            DTENSOR_OK);
  EXPECT_EQ(compile(), DTENSOR_INVALID);
  EXPECT_NE(std::strstr(dtensorGetLastError(), "no-such-processor"), nullptr);
  ASSERT_EQ(dtensorCompileOptionsSetProcessor(options, "native"), DTENSOR_OK);
  ASSERT_EQ(dtensorCompileOptionsSetMachine(options, "{}"), DTENSOR_OK);
  EXPECT_EQ(compile(), DTENSOR_INVALID);
  EXPECT_NE(std::strstr(dtensorGetLastError(), "required"), nullptr);
  // The next call works.
  ASSERT_EQ(dtensorCompileOptionsSetMachine(options, ""), DTENSOR_OK);
  ASSERT_EQ(compile(), DTENSOR_OK) << dtensorGetLastError();
}

TEST_F(CompilerCApiTest, FunctionsOfC) {
  auto fail = [](void *data, int64_t, int64_t, const DTensorTensor *, int64_t,
                 DTensorTensor *) -> const char * {
    return static_cast<const char *>(data);
  };
  char text[] = "no data";
  ASSERT_EQ(dtensorDefineFunction("c.failing", 1, fail, text), DTENSOR_OK);
  ASSERT_EQ(dtensorDefineFunction("c.silent", 1, fail, nullptr), DTENSOR_OK);
  expectInvalid(dtensorDefineFunction("c.failing", 1, fail, text),
                "dtensorDefineFunction: define_function: there is a function "
                "'c.failing' already");
  expectInvalid(dtensorDefineFunction("c.none", 0, fail, text),
                "dtensorDefineFunction: required at least 1 result, found 0");
  expectInvalid(dtensorDefineFunction("c.null", 1, nullptr, text),
                "dtensorDefineFunction: argument 'function' is null");
  const int64_t shape[] = {2};
  const float elements[] = {1, 2};
  const char *specs[] = {"y"};
  DTensorTensor tensor;
  DTensorLayout layout;
  DTensorDTensor argument, result;
  ASSERT_EQ(dtensorTensorCreate(elements, 1, shape, DTENSOR_FLOAT32, &tensor),
            DTENSOR_OK);
  ASSERT_EQ(dtensorLayoutCreate(1, specs, mesh, &layout), DTENSOR_OK);
  ASSERT_EQ(dtensorDistribute(tensor, layout, &argument), DTENSOR_OK);
  ASSERT_EQ(dtensorCompileOptionsSetArgumentLayout(options, 0, "y"),
            DTENSOR_OK);
  for (auto [name, problem] :
       {std::pair("c.failing", "'c.failing': no data"),
        std::pair("c.silent", "'c.silent': argument 'results' is null"),
        std::pair("c.unknown", "the program calls 'c.unknown', but this "
                               "process has defined no such function")}) {
    std::string source =
        "func.func @product(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %y = stablehlo.custom_call @\"" +
        std::string(name) +
        "\"(%x) {dtensor.sharding_rule = \"([i])->([i])\"} : (tensor<2xf32>) "
        "-> tensor<2xf32>\n  return %y : tensor<2xf32>\n}";
    ASSERT_EQ(compile(source.c_str()), DTENSOR_OK) << dtensorGetLastError();
    EXPECT_EQ(dtensorExecutableRun(executable, {}, 1, &argument, 1, &result),
              DTENSOR_PROGRAM_FAILED);
    EXPECT_NE(std::strstr(dtensorGetLastError(), problem), nullptr)
        << dtensorGetLastError();
    dtensorExecutableDestroy(executable);
    executable = {};
  }
  dtensorDTensorDestroy(argument);
  dtensorTensorDestroy(tensor);
  dtensorLayoutDestroy(layout);
}

} // namespace
