// RUN: grep -v -e "^//" -e "^$" %s > %t.source
// RUN: dtensor-opt %s | grep -v "^$" | diff %t.source -
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | grep -v "^$" | diff %t.source -

// Ops that steer, call and group, in the custom form where there is one: what is printed is
// what was read, and the generic form says the same.

module {
  func.func @control_flow(%arg0: tensor<4xf32>, %arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: !stablehlo.token) {
    %0 = "stablehlo.if"(%arg1) ({
      stablehlo.return %arg0 : tensor<4xf32>
    }, {
      %15 = stablehlo.negate %arg0 : tensor<4xf32>
      stablehlo.return %15 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    "stablehlo.case"(%arg2) ({
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i32>) -> ()
    %1:2 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0) : tensor<i32>, tensor<4xf32>
    cond {
      %15 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %15 : tensor<i1>
    } do {
      %15 = stablehlo.add %iterArg, %iterArg : tensor<i32>
      stablehlo.return %15, %iterArg_0 : tensor<i32>, tensor<4xf32>
    }
    %2 = stablehlo.while(%iterArg = %arg2) : tensor<i32> attributes {some.attr}
    cond {
      stablehlo.return %arg1 : tensor<i1>
    } do {
      stablehlo.return %iterArg : tensor<i32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg1 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %3:2 = stablehlo.optimization_barrier %arg0, %arg2 : tensor<4xf32>, tensor<i32>
    stablehlo.optimization_barrier()
    %4 = stablehlo.tuple %arg0, %arg2 : tuple<tensor<4xf32>, tensor<i32>>
    %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
    %6 = stablehlo.composite "some.double" %arg0 {composite_attributes = {n = 2 : i64}, decomposition = @double, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    %7:2 = stablehlo.custom_call @target(%arg0) {api_version = 4 : i32, backend_config = {n = 1 : i64}, has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> (tensor<4xf32>, tuple<tensor<i32>>)
    stablehlo.custom_call @a.b() {backend_config = "text"} : () -> ()
    %8 = stablehlo.create_token : !stablehlo.token
    %9 = stablehlo.after_all %8, %arg3 : !stablehlo.token
    %10 = stablehlo.after_all  : !stablehlo.token
    %11:2 = "stablehlo.infeed"(%arg3) <{infeed_config = "", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    %12 = "stablehlo.outfeed"(%arg0, %arg3) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %13 = "stablehlo.send"(%arg0, %arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %14:2 = "stablehlo.recv"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return
  }
  func.func private @double(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
