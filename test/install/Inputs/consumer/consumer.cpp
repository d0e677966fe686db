// Uses the algebra, the dialects and the pipelines of an installed DTensor, in
// a context with the original dialects of frontends.

#include "dtensor/Frontend/Text/ParseSource.h"
#include "dtensor/Layout/Layout.h"
#include "dtensor/Pipelines/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/SourceMgr.h"

static constexpr llvm::StringLiteral kProgram = R"(
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
)";

/// Stands in for an original dialect of a frontend. It has the same name as
/// this project's own version of that dialect.
template <typename Derived> struct Original : mlir::Dialect {
  explicit Original(mlir::MLIRContext *context)
      : Dialect(Derived::getDialectNamespace(), context,
                mlir::TypeID::get<Derived>()) {}
};
struct OriginalStableHLO : Original<OriginalStableHLO> {
  using Original::Original;
  static llvm::StringRef getDialectNamespace() { return "stablehlo"; }
};
struct OriginalShardy : Original<OriginalShardy> {
  using Original::Original;
  static llvm::StringRef getDialectNamespace() { return "sdy"; }
};
struct OriginalTorch : Original<OriginalTorch> {
  using Original::Original;
  static llvm::StringRef getDialectNamespace() { return "torch"; }
};

int main() {
  dtensor::Mesh mesh = llvm::cantFail(dtensor::Mesh::parse("x=2"));
  dtensor::Layout layout =
      llvm::cantFail(dtensor::Layout::parse(mesh, "x,unsharded"));
  llvm::outs() << layout.str(mesh) << "\n";

  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::linalg::LinalgDialect,
                  mlir::tensor::TensorDialect, OriginalStableHLO,
                  OriginalShardy, OriginalTorch>();
  dtensor::registerCoreDialects(registry);
  dtensor::registerAllPasses();
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(kProgram, "program.mlir"),
      llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      dtensor::parseSource(sources, &context);
  mlir::PassManager passes(&context);
  if (!module ||
      failed(mlir::parsePassPipeline("dtensor-partition{frontends=false}",
                                     passes)) ||
      failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
