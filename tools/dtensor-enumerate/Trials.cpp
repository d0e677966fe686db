//===- Trials.cpp - Layouts, extents and meshes to try a case with --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <numeric>
#include <set>

using llvm::StringRef;

namespace dtensor {

uint64_t hashText(StringRef text) { return llvm::xxh3_64bits(text); }

std::string Trial::str() const { return request.mesh->str() + getLayouts(); }

std::string Trial::getLayouts() const {
  std::string text;
  for (const auto &[position, layout] : request.arguments)
    text += " arg" + std::to_string(position) + "=" + layout;
  for (const auto &[position, layout] : request.results)
    text += " result" + std::to_string(position) + "=" + layout;
  return text;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

static constexpr int64_t even[] = {12, 6, 18, 12};
static constexpr int64_t uneven[] = {7, 5, 13, 3};

bool isPlain(const Case &testCase, const Extents &extents) {
  return llvm::all_of(llvm::enumerate(testCase.parameters),
                      [&](const auto &parameter) {
                        int64_t extent = extents.at(parameter.value().first);
                        return extent == even[parameter.index() % 4] ||
                               extent == uneven[parameter.index() % 4];
                      });
}

std::vector<Extents> enumerateExtents(const Case &testCase) {
  const auto &parameters = testCase.parameters;
  auto make = [&](const int64_t *extents, size_t changed, int64_t value) {
    Extents result;
    for (auto [i, parameter] : llvm::enumerate(parameters))
      result[parameter.first] = i == changed ? value : extents[i % 4];
    return result;
  };
  std::vector<Extents> all = {make(uneven, parameters.size(), 0),
                              make(even, parameters.size(), 0)};
  for (size_t i = 0; i < parameters.size(); ++i)
    for (int64_t value : {2, 1, 0})
      all.push_back(make(value == 2 ? uneven : even, i, value));
  llvm::erase_if(all, [&](const Extents &extents) {
    return llvm::any_of(parameters, [&](const auto &parameter) {
      return extents.at(parameter.first) < parameter.second;
    });
  });
  return all;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
class LayoutLister {
public:
  LayoutLister(const Mesh &mesh, const ValueSignature &value,
               llvm::ArrayRef<StringRef> partialKinds)
      : mesh(mesh), rank(value.shape.size()), partialKinds(partialKinds) {}

  std::vector<std::string> list() {
    // Either of two dimensions on one axis can be the major one.
    std::vector<unsigned> order(mesh.getNumDimensions());
    std::iota(order.begin(), order.end(), 0);
    do {
      extend(order, Layout(rank));
    } while (std::next_permutation(order.begin(), order.end()));
    return {texts.begin(), texts.end()};
  }

private:
  /// Adds all layouts that put the dimensions of `rest` on axes.
  void extend(llvm::ArrayRef<unsigned> rest, const Layout &layout) {
    if (rest.empty()) {
      texts.insert(layout.str(mesh));
      return;
    }
    unsigned dim = rest.front();
    rest = rest.drop_front();
    extend(rest, layout);
    for (unsigned axis = 0; axis < rank; ++axis) {
      Layout next = layout;
      DimList dims(layout.getAxis(axis));
      dims.push_back(dim);
      next.setAxis(axis, dims);
      extend(rest, next);
    }
    for (StringRef kind : partialKinds) {
      Combiner combiner = *parseCombiner(kind);
      if (layout.isPartial() &&
          layout.getPartial().front().combiner != combiner)
        continue;
      Layout next = layout;
      llvm::SmallVector<PartialDim> partial(layout.getPartial());
      partial.push_back({dim, combiner});
      llvm::sort(partial, [](const PartialDim &a, const PartialDim &b) {
        return a.dim < b.dim;
      });
      next.setPartial(partial);
      extend(rest, next);
    }
  }

  const Mesh &mesh;
  unsigned rank;
  llvm::ArrayRef<StringRef> partialKinds;
  std::set<std::string> texts;
};
} // namespace

static llvm::SmallVector<StringRef> getPartialKinds(ElementType type,
                                                    bool all) {
  if (isByteFloat(type))
    return {};
  if (type == ElementType::I1)
    return {"or"};
  if (!all || isComplex(type))
    return {"sum"};
  if (isInteger(type))
    return {"sum", "product", "max_signed", "and", "xor"};
  return {"sum", "product", "max", "min_num"};
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

/// The number of layouts of a value that are tried if there are too many.
static constexpr size_t kNumSampled = 4;
/// Of the trials that others make superfluous, one in this many is made.
static constexpr size_t kSwappedStride = 8;

/// The first place in the text of layouts where a dimension's name stands by
/// itself.
static size_t findName(StringRef layouts, StringRef name) {
  auto isNamePart = [&](size_t at) {
    return at < layouts.size() &&
           (llvm::isAlnum(layouts[at]) || layouts[at] == '_');
  };
  size_t at = layouts.find(name);
  while (at != StringRef::npos &&
         ((at > 0 && isNamePart(at - 1)) || isNamePart(at + name.size())))
    at = layouts.find(name, at + 1);
  return at;
}

namespace {
/// The layouts of one argument or result.
struct ValueChoices {
  bool isArgument;
  unsigned position;
  std::vector<std::string> layouts;
};

class TrialMaker {
public:
  /// With `isSample` there are few layouts of each value.
  TrialMaker(const Mesh &mesh, StringRef seed, bool isSample,
             std::vector<Trial> &trials)
      : mesh(mesh), state(hashText(seed)), isSample(isSample), trials(trials) {}

  void addValue(const ValueSignature &value, bool isArgument, unsigned position,
                bool allPartialKinds) {
    if (!value.isTensor)
      return;
    std::vector<std::string> layouts =
        LayoutLister(mesh, value,
                     getPartialKinds(value.elementType, allPartialKinds))
            .list();
    if (isSample && layouts.size() > kNumSampled) {
      for (size_t i = 0; i < kNumSampled; ++i)
        std::swap(layouts[i], layouts[i + pick(layouts.size() - i)]);
      layouts.resize(kNumSampled);
    }
    choices.push_back({isArgument, position, std::move(layouts)});
  }

  void addSingles() {
    for (const ValueChoices &value : choices)
      for (const std::string &layout : value.layouts) {
        addUnlessSwapped({{&value, layout}});
        ++numSingles;
      }
  }

  void addPairsOfAll() {
    for (const std::string &from : choices.front().layouts)
      for (const std::string &to : choices.back().layouts)
        addUnlessSwapped({{&choices.front(), from}, {&choices.back(), to}});
  }

  /// Adds combinations of two values, and of all values: half as many of each
  /// as there are layouts of single values.
  void addCombinations() {
    if (choices.size() < 2)
      return;
    size_t count = choices.size() > 2 ? numSingles / 4 : numSingles / 2;
    for (size_t i = 0; i < count; ++i) {
      size_t first = pick(choices.size());
      size_t second = (first + 1 + pick(choices.size() - 1)) % choices.size();
      add({choose(choices[first]), choose(choices[second])});
    }
    for (size_t i = 0; choices.size() > 2 && i < count; ++i) {
      std::vector<Choice> all;
      for (const ValueChoices &value : choices)
        all.push_back(choose(value));
      add(all);
    }
  }

private:
  using Choice = std::pair<const ValueChoices *, std::string>;

  size_t pick(size_t count) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % count;
  }

  Choice choose(const ValueChoices &value) {
    return {&value, value.layouts[pick(value.layouts.size())]};
  }

  Trial makeTrial(const std::vector<Choice> &chosen) const {
    Trial trial;
    trial.request.mesh = mesh;
    for (const auto &[value, layout] : chosen)
      (value->isArgument ? trial.request.arguments
                         : trial.request.results)[value->position] = layout;
    return trial;
  }

  void add(const std::vector<Choice> &chosen) {
    trials.push_back(makeTrial(chosen));
  }

  /// Leaves out most trials that are equal to another one if dimensions of
  /// equal size are exchanged. A few stay, since the numbers of devices differ.
  void addUnlessSwapped(const std::vector<Choice> &chosen) {
    Trial trial = makeTrial(chosen);
    if (isSample || !isSwapped(trial) ||
        hashText(trial.str()) % kSwappedStride == 0)
      trials.push_back(std::move(trial));
  }

  /// Whether a later one of two dimensions of equal size is named first.
  bool isSwapped(const Trial &trial) const {
    std::string layouts = trial.getLayouts();
    llvm::ArrayRef<MeshDimension> dims = mesh.getDimensions();
    for (size_t i = 0; i < dims.size(); ++i)
      for (size_t j = i + 1; j < dims.size(); ++j)
        if (dims[i].size == dims[j].size &&
            findName(layouts, dims[j].name) < findName(layouts, dims[i].name))
          return true;
    return false;
  }

  const Mesh &mesh;
  uint64_t state;
  bool isSample;
  std::vector<Trial> &trials;
  std::vector<ValueChoices> choices;
  size_t numSingles = 0;
};
} // namespace

/// The property that a trial shows, if it shows only one: one axis of one value
/// sharded, or one value partial.
static std::string getShown(const Trial &trial) {
  const LayoutRequest &request = trial.request;
  if (request.arguments.size() + request.results.size() != 1)
    return "";
  bool isArgument = !request.arguments.empty();
  const auto &[position, text] =
      *(isArgument ? request.arguments : request.results).begin();
  std::string value =
      (isArgument ? "arg" : "result") + std::to_string(position);
  Layout layout = llvm::cantFail(Layout::parse(*request.mesh, text));
  std::string shown = layout.isPartial() ? value : "";
  for (auto [axis, dims] : llvm::enumerate(layout.getAxes())) {
    if (dims.empty())
      continue;
    if (!shown.empty())
      return "";
    shown = value + "." + std::to_string(axis);
  }
  return shown;
}

/// The layout of a value that is partial along the one dimension of `mesh`.
static std::string makePartialLayout(const Mesh &mesh,
                                     const ValueSignature &value,
                                     Combiner integers, Combiner floats) {
  Layout layout(value.shape.size());
  layout.setPartial({{0, value.elementType == ElementType::I1 ? Combiner::Or
                         : isInteger(value.elementType)       ? integers
                         : isComplex(value.elementType)       ? Combiner::Add
                                                              : floats}});
  return layout.str(mesh);
}

/// Addends of floats of 8 bits do not represent a sum.
static bool canBePartial(const ValueSignature &value) {
  return value.isTensor && !isByteFloat(value.elementType);
}

/// A trial in which all arguments are partial along the one dimension of
/// `mesh`.
static Trial makeAllPartial(const Mesh &mesh, const Signature &signature,
                            Combiner integers, Combiner floats) {
  Trial trial;
  trial.request.mesh = mesh;
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    if (canBePartial(argument))
      trial.request.arguments[i] =
          makePartialLayout(mesh, argument, integers, floats);
  return trial;
}

std::vector<Trial> makePartial(const Signature &signature) {
  Mesh mesh = llvm::cantFail(Mesh::parse("x=2"));
  std::vector<Trial> trials;
  llvm::SmallVector<unsigned> tensors;
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    if (canBePartial(argument))
      tensors.push_back(i);
  auto add = [&](llvm::ArrayRef<unsigned> partial, Combiner integers,
                 Combiner floats) {
    Trial trial;
    trial.request.mesh = mesh;
    for (unsigned number : partial)
      trial.request.arguments[number] = makePartialLayout(
          mesh, signature.arguments[number], integers, floats);
    for (auto [number, result] : llvm::enumerate(signature.results))
      if (canBePartial(result))
        trial.request.results[number] =
            makePartialLayout(mesh, result, integers, floats);
    trials.push_back(std::move(trial));
  };
  for (unsigned number : tensors)
    add(number, Combiner::Add, Combiner::Add);
  if (tensors.empty())
    return trials;
  if (tensors.size() > 1)
    add(tensors, Combiner::Add, Combiner::Add);
  add(tensors, Combiner::MaxSigned, Combiner::Maximum);
  for (unsigned left : tensors) {
    if (tensors.size() < 3)
      break;
    llvm::SmallVector<unsigned> others(tensors);
    llvm::erase(others, left);
    add(others, Combiner::MaxSigned, Combiner::Maximum);
  }
  return trials;
}

/// A trial in which one axis of an argument or result, `arg0.1` or `result0.2`,
/// is sharded on a mesh of one dimension. Nothing if there is no such axis.
static std::optional<Trial> makeSharded(const Signature &signature,
                                        StringRef axis) {
  auto [value, number] = axis.split('.');
  bool isArgument = value.consume_front("arg");
  unsigned position, place;
  if ((!isArgument && !value.consume_front("result")) ||
      value.getAsInteger(10, position) || number.getAsInteger(10, place))
    return std::nullopt;
  llvm::ArrayRef<ValueSignature> values =
      isArgument ? signature.arguments : signature.results;
  if (position >= values.size() || place >= values[position].shape.size())
    return std::nullopt;
  Trial trial;
  trial.request.mesh = llvm::cantFail(Mesh::parse("x=2"));
  Layout layout(values[position].shape.size());
  layout.setAxis(place, {0});
  (isArgument ? trial.request.arguments : trial.request.results)[position] =
      layout.str(*trial.request.mesh);
  return trial;
}

/// The same for an argument, with all results partial sums.
static std::optional<Trial> makeSummed(const Signature &signature,
                                       StringRef axis) {
  std::optional<Trial> trial = makeSharded(signature, axis);
  for (auto [i, result] : llvm::enumerate(signature.results)) {
    if (!trial || !canBePartial(result))
      return std::nullopt;
    Layout partial(result.shape.size());
    partial.setPartial(
        {{0, result.elementType == ElementType::I1 ? Combiner::Or
                                                   : Combiner::Add}});
    trial->request.results[i] = partial.str(*trial->request.mesh);
  }
  return trial;
}

std::vector<Trial> chooseCover(std::vector<Trial> trials, const Case &testCase,
                               const Signature &signature) {
  std::set<std::string> seen;
  llvm::erase_if(trials, [&](const Trial &trial) {
    std::string shown = getShown(trial);
    return shown.empty() || !seen.insert(shown).second;
  });
  Mesh mesh = llvm::cantFail(Mesh::parse("x=2"));
  if (llvm::any_of(signature.arguments, [](const ValueSignature &argument) {
        return argument.isTensor;
      })) {
    trials.push_back(
        makeAllPartial(mesh, signature, Combiner::Add, Combiner::Add));
    trials.push_back(makeAllPartial(mesh, signature, Combiner::MaxSigned,
                                    Combiner::Maximum));
  }
  for (const std::string &axis : testCase.summed)
    if (std::optional<Trial> trial = makeSummed(signature, axis))
      trials.push_back(std::move(*trial));
  return trials;
}

std::vector<Trial> enumerateTrials(const Case &testCase,
                                   const Signature &signature, StringRef seed,
                                   bool isPlain,
                                   llvm::ArrayRef<std::string> meshes,
                                   size_t limit) {
  static const std::string usual[] = {"x=2", "x=3", "x=2,y=2", "x=2,y=3",
                                      "x=2,y=2,z=2"};
  std::vector<Trial> trials;
  for (const std::string &meshText :
       meshes.empty() ? llvm::ArrayRef<std::string>(usual) : meshes) {
    Mesh mesh = llvm::cantFail(Mesh::parse(meshText));
    // A mesh of three dimensions gets a sample, and so does one of two if an
    // extent is small, since small extents matter for one axis on one
    // dimension.
    bool isSample = mesh.getNumDimensions() > (isPlain ? 2 : 1);
    TrialMaker maker(mesh, (seed + meshText).str(), isSample, trials);
    for (auto [i, value] : llvm::enumerate(signature.arguments))
      maker.addValue(value, /*isArgument=*/true, i, testCase.isRelayout);
    for (auto [i, value] : llvm::enumerate(signature.results))
      maker.addValue(value, /*isArgument=*/false, i, testCase.isRelayout);
    if (testCase.isRelayout) {
      maker.addPairsOfAll();
      continue;
    }
    maker.addSingles();
    maker.addCombinations();
  }
  // The order is random, but the same in every run.
  std::vector<std::pair<uint64_t, size_t>> order;
  std::set<std::string> seen;
  for (auto [i, trial] : llvm::enumerate(trials))
    if (seen.insert(trial.str()).second)
      order.push_back({hashText((seed + trial.str()).str()), i});
  llvm::sort(order);
  std::vector<Trial> chosen;
  for (auto [hash, i] : llvm::ArrayRef(order).take_front(limit))
    chosen.push_back(std::move(trials[i]));
  return chosen;
}

} // namespace dtensor
