//===- RuleMutations.cpp - Faults that a sharding rule could have ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleMutations.h"

#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace dtensor {

std::string getForm(ShardingRule rule) {
  for (Factor &factor : rule.factors)
    factor.extent = Factor::kDynamic;
  return rule.str();
}

/// Compares rules. Their text has everything that mutations change, except for
/// the shift of a window.
static bool isSame(const ShardingRule &lhs, const ShardingRule &rhs) {
  return lhs.str() == rhs.str() &&
         llvm::equal(lhs.windows, rhs.windows,
                     [](const WindowedAxis &left, const WindowedAxis &right) {
                       return left.window == right.window;
                     });
}

/// Whether the rules differ only in the names of their factors. This is so if
/// two axes that stand in one tensor and are reduced in the same way are
/// exchanged.
static bool isRenamed(const ShardingRule &lhs, ShardingRule rhs) {
  llvm::SmallVector<std::optional<unsigned>> names(rhs.factors.size());
  bool isConsistent = true;
  auto rename = [&](llvm::ArrayRef<TensorFactors> from,
                    llvm::MutableArrayRef<TensorFactors> to) {
    for (auto [wanted, tensor] : llvm::zip_equal(from, to))
      for (auto [wantedAxis, axis] : llvm::zip_equal(wanted, tensor)) {
        isConsistent &= wantedAxis.size() == axis.size();
        for (auto [name, factor] : llvm::zip(wantedAxis, axis)) {
          std::optional<unsigned> &known = names[factor];
          known = known.value_or(name);
          isConsistent &= *known == name;
          factor = name;
        }
      }
  };
  rename(lhs.operands, rhs.operands);
  rename(lhs.results, rhs.results);
  if (!isConsistent || !lhs.windows.empty() || lhs.str() != rhs.str())
    return false;
  for (auto [factor, name] : llvm::enumerate(names))
    if (name && (lhs.factors[*name].kind != lhs.factors[factor].kind ||
                 lhs.factors[*name].combiner != lhs.factors[factor].combiner))
      return false;
  return true;
}

/// A combiner that computes other numbers from the same types.
static Combiner getOther(Combiner combiner) {
  switch (combiner) {
  case Combiner::Add:
    return Combiner::Mul;
  case Combiner::Mul:
  case Combiner::Avg:
    return Combiner::Add;
  case Combiner::And:
    return Combiner::Or;
  case Combiner::Or:
  case Combiner::Xor:
    return Combiner::And;
  case Combiner::MaxSigned:
    return Combiner::MinSigned;
  case Combiner::MinSigned:
    return Combiner::MaxSigned;
  case Combiner::MaxUnsigned:
    return Combiner::MinUnsigned;
  case Combiner::MinUnsigned:
    return Combiner::MaxUnsigned;
  case Combiner::Maximum:
    return Combiner::Minimum;
  case Combiner::Minimum:
    return Combiner::Maximum;
  case Combiner::MaxNum:
    return Combiner::MinNum;
  case Combiner::MinNum:
    return Combiner::MaxNum;
  }
  return Combiner::Add;
}

namespace {
/// An operand or a result.
struct Tensor {
  bool isOperand;
  unsigned number;

  TensorFactors &in(ShardingRule &rule) const {
    return isOperand ? rule.operands[number] : rule.results[number];
  }
  std::string str() const {
    return (isOperand ? "operand " : "result ") + std::to_string(number);
  }
};

class MutationLister {
public:
  explicit MutationLister(const ShardingRule &rule) : rule(rule) {
    for (unsigned i = 0; i < rule.operands.size(); ++i)
      tensors.push_back({true, i});
    for (unsigned i = 0; i < rule.results.size(); ++i)
      tensors.push_back({false, i});
  }

  std::vector<RuleMutation> list() {
    addDrops();
    addJoins();
    addSwaps();
    addShifts();
    addPassings();
    addKinds();
    return std::move(mutations);
  }

private:
  void add(const char *kind, std::string place,
           std::function<void(ShardingRule &)> apply) {
    ShardingRule changed = rule;
    apply(changed);
    if (isSame(rule, changed) || isRenamed(rule, changed))
      return;
    if (llvm::Error error = changed.verify()) {
      llvm::consumeError(std::move(error));
      return;
    }
    mutations.push_back({kind, std::move(place), std::move(apply)});
  }

  void addDrops() {
    for (unsigned factor = 0; factor < rule.factors.size(); ++factor) {
      auto isFactor = [factor](unsigned other) { return other == factor; };
      std::string name = getFactorName(factor);
      unsigned numPlaces = 0;
      for (Tensor tensor : tensors)
        for (unsigned axis = 0; axis < tensor.in(rule).size(); ++axis) {
          if (!llvm::is_contained(tensor.in(rule)[axis], factor))
            continue;
          ++numPlaces;
          add("drop",
              name + " of " + tensor.str() + " axis " + std::to_string(axis),
              [=](ShardingRule &changed) {
                llvm::erase_if(tensor.in(changed)[axis], isFactor);
              });
        }
      if (numPlaces > 1)
        add("drop", name, [=, tensors = tensors](ShardingRule &changed) {
          for (Tensor tensor : tensors)
            for (AxisFactors &axis : tensor.in(changed))
              llvm::erase_if(axis, isFactor);
        });
    }
  }

  void addJoins() {
    for (unsigned second = 1; second < rule.factors.size(); ++second) {
      unsigned first = second - 1;
      add("join", getFactorName(second) + " is " + getFactorName(first),
          [=, tensors = tensors](ShardingRule &changed) {
            for (Tensor tensor : tensors) {
              auto hasFirst = [&](const AxisFactors &axis) {
                return llvm::is_contained(axis, first);
              };
              // A tensor must not have a factor twice.
              if (llvm::none_of(tensor.in(changed), hasFirst))
                for (AxisFactors &axis : tensor.in(changed))
                  llvm::replace(axis, second, first);
            }
          });
    }
  }

  void addSwaps() {
    for (Tensor tensor : tensors)
      for (unsigned axis = 1; axis < tensor.in(rule).size(); ++axis) {
        auto isWindow = [&](unsigned each) {
          return tensor.isOperand && rule.findWindow(tensor.number, each);
        };
        // A window belongs to its axis.
        if (isWindow(axis) || isWindow(axis - 1))
          continue;
        add("swap",
            tensor.str() + " axes " + std::to_string(axis - 1) + " and " +
                std::to_string(axis),
            [=](ShardingRule &changed) {
              TensorFactors &axes = tensor.in(changed);
              std::swap(axes[axis - 1], axes[axis]);
            });
      }
  }

  void addShifts() {
    for (auto [number, window] : llvm::enumerate(rule.windows))
      for (int64_t distance : {1, -1})
        add("shift",
            "operand " + std::to_string(window.operand) + " axis " +
                std::to_string(window.axis) + " by " + std::to_string(distance),
            [=, number = number](ShardingRule &changed) {
              changed.windows[number].window.offset += distance;
            });
  }

  void addPassings() {
    for (unsigned operand = 0; operand < rule.operands.size(); ++operand)
      for (unsigned result = 0; result < rule.results.size(); ++result) {
        auto isIt = [=](const PartialPassing &passing) {
          return passing.operands.size() == 1 &&
                 passing.operands.front() == operand &&
                 llvm::is_contained(passing.results, result);
        };
        // In a rule, a tensor of rank 0 cannot be told from a scalar.
        if (rule.operands[operand].empty() || rule.results[result].empty() ||
            llvm::any_of(rule.passings, isIt))
          continue;
        add("pass",
            "sum " + std::to_string(operand) + "->" + std::to_string(result),
            [=](ShardingRule &changed) {
              changed.passings.push_back({{operand}, {result}});
            });
      }
    for (unsigned number = 0; number < rule.passings.size(); ++number)
      add("pass", "any in passing " + std::to_string(number),
          [=](ShardingRule &changed) {
            changed.passings[number].anyCombiner = true;
          });
  }

  void addKinds() {
    for (auto [number, factor] : llvm::enumerate(rule.factors)) {
      std::string name = getFactorName(number);
      if (factor.kind == FactorKind::Reduction)
        add("combine", name, [number = number](ShardingRule &changed) {
          Combiner &combiner = changed.factors[number].combiner;
          combiner = getOther(combiner);
        });
      else
        add("split", name, [number = number](ShardingRule &changed) {
          changed.factors[number].kind = FactorKind::Parallel;
        });
    }
  }

  ShardingRule rule;
  std::vector<Tensor> tensors;
  std::vector<RuleMutation> mutations;
};
} // namespace

std::vector<RuleMutation> listMutations(const ShardingRule &rule) {
  return MutationLister(rule).list();
}

} // namespace dtensor
