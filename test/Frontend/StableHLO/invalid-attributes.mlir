// RUN: dtensor-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected one of offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map, index_vector_dim, found offsets}}
func.func private @f() attributes {a = #stablehlo.gather<offsets = [0]>}

// -----

// expected-error@+1 {{index_vector_dim is given twice}}
func.func private @f() attributes {a = #stablehlo.scatter<index_vector_dim = 0, index_vector_dim = 1>}

// -----

// expected-error@+1 {{expected a mode, as in mode = #stablehlo.result_accuracy_mode<DEFAULT>}}
func.func private @f() attributes {a = #stablehlo.result_accuracy<ulps = 1>}

// -----

// expected-error@+1 {{expected as many spatial axes of input, kernel and output, found 1, 2 and 1}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, f]>}

// -----

// expected-error@+1 {{expected an axis b and an axis f}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>}
