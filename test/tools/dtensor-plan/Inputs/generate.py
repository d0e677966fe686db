"""Prints a problem in the contest's format.

usage: generate.py NODES SEED

Nodes are in layers of eight, like the values of a program. Each node has edges to two of the layer
before, and its memory is held until the next layer. Memory is so short that the cheapest strategies
of all nodes do not fit together.
"""

import json
import random
import sys

LAYER, STRATEGIES = 8, 4


def main():
    count, source = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    nodes = {"intervals": [], "costs": [], "usages": []}
    edges = {"nodes": [], "costs": []}
    for node in range(count):
        layer = node // LAYER
        nodes["intervals"].append([layer, layer + 2])
        usages = [source.randrange(10, 100) for _ in range(STRATEGIES)]
        nodes["usages"].append(usages)
        # What holds less costs more.
        nodes["costs"].append([200 - usage + source.randrange(50) for usage in usages])
        for _ in range(2 if layer else 0):
            edges["nodes"].append([LAYER * (layer - 1) + source.randrange(LAYER), node])
            edges["costs"].append([source.randrange(100) for _ in range(STRATEGIES**2)])
    limit = 2 * LAYER * 45
    problem = {"name": "generated", "nodes": nodes, "edges": edges, "usage_limit": limit}
    print(json.dumps({"problem": problem}))


if __name__ == "__main__":
    main()
