// RUN: dtensor-opt
%0 = stablehlo.dot %a, %b
