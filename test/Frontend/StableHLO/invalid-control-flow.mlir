// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires a branch at least}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{expected a type of a tuple, found 'tensor<i32>'}}
  %0 = stablehlo.tuple %i : tensor<i32>
  return
}

// -----

func.func @f(%i: tuple<tensor<i32>>) {
  // expected-error@+1 {{requires an index below 1, found 1}}
  %0 = stablehlo.get_tuple_element %i[1] : (tuple<tensor<i32>>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tuple<tensor<i32>>) {
  // expected-error@+1 {{requires a result of type 'tensor<i32>', found 'tensor<i64>'}}
  %0 = stablehlo.get_tuple_element %i[0] : (tuple<tensor<i32>>) -> tensor<i64>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires a function, found none named @nobody}}
  %0 = stablehlo.composite "a.b" %i {decomposition = @nobody} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires a function of its own types, but @f has type '(tensor<i32>) -> ()'}}
  %0 = stablehlo.composite "a.b" %i {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires an operand to take the place of below 1, found 1}}
  %0 = stablehlo.custom_call @t(%i) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires results of the operands' types ('tensor<i32>'), found ('tensor<i64>')}}
  %0 = "stablehlo.optimization_barrier"(%i) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires a condition that returns ('tensor<i1>')}}
  %0 = stablehlo.while(%a = %i) : tensor<i32>
  cond {
    // expected-note@+1 {{it returns ('tensor<i32>')}}
    stablehlo.return %a : tensor<i32>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return
}

// -----

func.func @f(%i: tensor<i32>) {
  // expected-error@+1 {{requires a condition of ('tensor<i32>'), found ('tensor<i64>')}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%a: tensor<i64>):
    stablehlo.return %i : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%p: tensor<2xi1>) {
  // expected-error@+1 {{requires a predicate of one element, found 'tensor<2xi1>'}}
  "stablehlo.if"(%p) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<2xi1>) -> ()
  return
}
