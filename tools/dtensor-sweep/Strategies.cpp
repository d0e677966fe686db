//===- Strategies.cpp - Layouts to try a program with ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using llvm::StringRef;

namespace dtensor {

std::string Strategy::getMeshText() const {
  return request.mesh ? request.mesh->str() : "-";
}

namespace {
/// Layouts without a mesh.
struct Base {
  std::string name;
  LayoutRequest request;
  /// Whether it has a meaning for this program, and therefore on every mesh.
  bool isNamed = false;
};

class StrategyMaker {
public:
  StrategyMaker(const Signature &signature, Effort effort)
      : signature(signature), effort(effort) {}

  void addGeneric();
  llvm::Error addNamed(StringRef text);

  std::vector<Strategy> strategies;

private:
  void addNone();
  void addSingles();
  void addWhole(StringRef name,
                llvm::function_ref<std::string(unsigned rank)> layout);
  void addNested();
  void add(const Base &base);
  void add(const Base &base, StringRef mesh);

  const Signature &signature;
  Effort effort;
  /// Neighbouring layouts get different meshes.
  size_t nextMesh = 0;
};
} // namespace

static constexpr llvm::StringLiteral meshes1D[] = {"x=2", "x=3", "x=4",
                                                   "x=6", "x=8", "x=1"};
static constexpr llvm::StringLiteral meshes2D[] = {
    "x=2,y=2", "x=2,y=3", "x=4,y=2", "x=3,y=1", "x=2,y=4"};

/// `unsharded` everywhere but on `axis`.
static std::string shardOneAxis(unsigned rank, unsigned axis, StringRef dims) {
  llvm::SmallVector<std::string> specs(rank, "unsharded");
  specs[axis] = dims.str();
  return llvm::join(specs, ",");
}

static bool usesSecondDimension(const LayoutRequest &request) {
  auto mentions = [](const auto &entry) {
    return StringRef(entry.second).contains('y');
  };
  return llvm::any_of(request.arguments, mentions) ||
         llvm::any_of(request.results, mentions);
}

void StrategyMaker::add(const Base &base, StringRef mesh) {
  Strategy strategy{base.name, base.request};
  strategy.request.mesh = llvm::cantFail(Mesh::parse(mesh));
  strategies.push_back(std::move(strategy));
}

void StrategyMaker::add(const Base &base) {
  if (base.request.mesh) {
    strategies.push_back({base.name, base.request});
    return;
  }
  llvm::ArrayRef<llvm::StringLiteral> meshes = meshes1D;
  if (usesSecondDimension(base.request))
    meshes = meshes2D;
  if (effort == Effort::Exhaustive ||
      (effort == Effort::Normal && base.isNamed)) {
    for (StringRef mesh : meshes)
      add(base, mesh);
    return;
  }
  // The last mesh of each list is for the layouts that run on all meshes.
  size_t numMeshes = base.isNamed ? 2 : 1;
  for (size_t i = 0; i < numMeshes; ++i)
    add(base, meshes[nextMesh++ % (meshes.size() - 1)]);
}

void StrategyMaker::addNone() {
  strategies.push_back({"none", {}});
  add({"none", {}, /*isNamed=*/true});
}

void StrategyMaker::addSingles() {
  std::vector<Base> singles;
  for (auto [values, prefix] :
       {std::pair(&signature.arguments, "arg"), {&signature.results, "result"}})
    for (auto [i, value] : llvm::enumerate(*values))
      for (auto [axis, extent] : llvm::enumerate(value.shape)) {
        if (extent == 1)
          continue;
        std::string name = (llvm::Twine(prefix) + llvm::Twine(i)).str();
        Base base{name + "." + std::to_string(axis), {}};
        llvm::cantFail(base.request.add(
            name + "=" + shardOneAxis(value.shape.size(), axis, "x")));
        singles.push_back(std::move(base));
      }
  // If there are many values, some are chosen, from first to last.
  size_t limit = effort == Effort::Quick    ? 4
                 : effort == Effort::Normal ? 10
                                            : singles.size();
  size_t count = std::min(limit, singles.size());
  for (size_t i = 0; i < count; ++i)
    add(singles[i * singles.size() / count]);
}

void StrategyMaker::addWhole(
    StringRef name, llvm::function_ref<std::string(unsigned rank)> layout) {
  Base base{name.str(), {}};
  for (auto [i, value] : llvm::enumerate(signature.arguments))
    if (!value.shape.empty())
      base.request.arguments[i] = layout(value.shape.size());
  if (!base.request.arguments.empty())
    add(base);
}

void StrategyMaker::addNested() {
  auto getSize = [](const ValueSignature &value) {
    int64_t size = 1;
    for (int64_t extent : value.shape)
      size *= extent;
    return value.shape.empty() ? 0 : size;
  };
  const auto *largest =
      llvm::max_element(signature.arguments,
                        [&](const ValueSignature &a, const ValueSignature &b) {
                          return getSize(a) < getSize(b);
                        });
  if (largest == signature.arguments.end() || largest->shape.empty())
    return;
  Base base{"nested", {}};
  base.request.arguments[largest - signature.arguments.begin()] =
      shardOneAxis(largest->shape.size(), 0, "x+y");
  add(base);
}

void StrategyMaker::addGeneric() {
  addNone();
  addSingles();
  addWhole("rows", [](unsigned rank) { return shardOneAxis(rank, 0, "x"); });
  addWhole("columns",
           [](unsigned rank) { return shardOneAxis(rank, rank - 1, "x"); });
  addWhole("grid", [](unsigned rank) {
    llvm::SmallVector<std::string> specs(rank, "unsharded");
    specs.front() = "x";
    specs.back() = "y";
    return llvm::join(specs, ",");
  });
  addNested();
}

llvm::Error StrategyMaker::addNamed(StringRef text) {
  if (text.empty())
    return llvm::Error::success();
  llvm::Expected<llvm::json::Value> root = llvm::json::parse(text);
  if (!root)
    return root.takeError();
  const llvm::json::Object *object = root->getAsObject();
  if (!object)
    return llvm::createStringError("required an object of strategies");
  std::vector<StringRef> names;
  for (const auto &entry : *object)
    names.push_back(entry.first);
  llvm::sort(names);
  for (StringRef name : names) {
    Base base{name.str(), {}, /*isNamed=*/true};
    std::string layouts;
    llvm::raw_string_ostream(layouts) << *object->get(name);
    if (llvm::Error error = base.request.addJSON(layouts))
      return llvm::createStringError("strategy '" + name +
                                     "': " + llvm::toString(std::move(error)));
    add(base);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Strategy>>
makeStrategies(const Signature &signature, StringRef named, Effort effort) {
  StrategyMaker maker(signature, effort);
  maker.addGeneric();
  if (llvm::Error error = maker.addNamed(named))
    return std::move(error);
  return std::move(maker.strategies);
}

} // namespace dtensor
