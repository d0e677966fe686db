%0 = stablehlo.dot %a, %b
