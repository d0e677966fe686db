"""Calls of the functions of the table, with values that NumPy computes, by group."""
from algebra_cases import fourier, matrices, products
from array_cases import creation, indexing, manipulation, searching, types
from case import BFloat16, Case
from elementwise_cases import elementwise_binary, elementwise_unary
from example_cases import examples
from fold_cases import empty, statistical
from further_cases import convolutions, further

__all__ = ["GROUPS", "BFloat16", "Case"]

GROUPS = {
    "unary": elementwise_unary, "binary": elementwise_binary, "statistical": statistical,
    "manipulation": manipulation, "creation": creation, "types": types, "indexing": indexing,
    "searching": searching, "fourier": fourier, "products": products, "matrices": matrices,
    "convolutions": convolutions, "empty": empty, "further": further, "examples": examples,
}
