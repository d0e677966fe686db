"""Fits the messages of a machine to the times of its collectives between two devices.

A machine file has a latency, a bandwidth and rates of combining and copying for each range of sizes
of messages. Latency and bandwidth are the line through the times of two sizes. The rate of
combining is the one with which the predicted time of an all_reduce is the measured one. The rate of
copying is that of one size in the range.
"""

import json
import pathlib
import subprocess

KB, MB = 1 << 10, 1 << 20
# Ranges of sizes, by their least size, and the two sizes that each is fitted on. Open MPI sends
# messages of less than 4 KB in another way than larger ones; larger ones leave one cache after the
# other.
RANGES = [
    (0, 256, 3 * KB),
    (4 * KB, 5 * KB, 24 * KB),
    (24 * KB, 24 * KB, 384 * KB),
    (384 * KB, 384 * KB, 3 * MB),
    (3 * MB, 3 * MB, 24 * MB),
]
# The sizes on which the rates of combining and copying in each range are fitted. Messages of half the
# size are in the same range.
REDUCED = [large // 2 for _, _, large in RANGES]

# A collective of vectors of N floats on two devices, alone or after a copy.
PROGRAMS = {
    "all_reduce": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<Nxf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<2xNxf32>) outs(%zero : tensor<Nxf32>)
      dimensions = [0]
  return %sum : tensor<Nxf32>
}""",
    "all_gather": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<Nxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  return %a : tensor<Nxf32>
}""",
    "all_to_all": """
dtensor.mesh @mesh <x=2>
func.func @main(%a: tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
    -> (tensor<2xNxf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  return %a : tensor<2xNxf32>
}""",
}


def fit_messages(exchanged: dict[int, float]) -> list[dict[str, float]]:
    """The line through the two sizes of each range, of the seconds by the bytes of a message."""
    ranges = []
    for least, small, large in RANGES:
        first, second = exchanged[small], exchanged[large]
        slope = (second - first) / (large - small)
        latency = first - slope * small
        if slope <= 0 or latency < 0:
            latency, slope = 0, second / large
        ranges.append({"from": least, "latency": latency, "bandwidth": 1 / slope})
    return ranges


def make_machine(ranges: list[dict[str, float]]) -> dict:
    """A machine of two devices, of which only the messages matter."""
    return {
        "name": "two processes",
        "device": {"operations": {"other": 1e11}, "memory_bytes": 8e9, "memory_bandwidth": 1e10},
        "levels": [{"name": "host", "size": 2, **make_level(ranges)}],
    }


def make_level(ranges: list[dict[str, float]]) -> dict:
    """What a machine file says about the messages of a level."""
    smallest = {key: value for key, value in ranges[0].items() if key != "from"}
    return smallest | {"messages": ranges[1:]}


def predict(tool: str, machine: dict, kind: str, size: int, folder: pathlib.Path) -> float:
    """The predicted seconds of the communication of one collective."""
    program, described = folder / "program.mlir", folder / "machine.json"
    result = folder / "prediction.json"
    program.write_text(PROGRAMS[kind].replace("N", str(size // 4)))
    described.write_text(json.dumps(machine))
    # The search could find another plan on a machine with such prices.
    command = [tool, program, "--plan=stages", f"--machine={described}", f"--predict={result}"]
    subprocess.run(command, check=True)
    prediction = json.loads(result.read_text())
    kinds = [op["op"] for op in prediction["ops"] if op["bound"] == "communication"]
    if kinds != ["comm." + kind]:
        raise SystemExit(f"required one {kind}, found {kinds}")
    return prediction["communication_seconds"]


def fit_copying(ranges: list[dict[str, float]], copied: dict[int, float]) -> None:
    """Adds the rates of copying, from the seconds of copies by their bytes."""
    for messages, size in zip(ranges, REDUCED):
        messages["copying"] = size / copied[size]


def fit_combining(
    tool: str,
    ranges: list[dict[str, float]],
    reduced: dict[int, float],
    folder: pathlib.Path,
    accuracy: float = 1.01,
) -> None:
    """Adds the rates of combining with which an all_reduce in each range takes so long."""
    for messages, size in zip(ranges, REDUCED):
        low, high = 1e8, 1e13
        while high / low > accuracy:
            messages["combining"] = (low * high) ** 0.5
            taken = predict(tool, make_machine(ranges), "all_reduce", size, folder)
            if taken > reduced[size]:
                low = messages["combining"]
            else:
                high = messages["combining"]
