"""Damage stat blocks at random, many times over: the importers must return a page for each.

python bench/torn.py --many 100000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import yaml

KINDS = ("crashes", "creatures", "pages with warnings", "pages without a creature")
TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from exchange import damage  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", type=int, default=2_000, help="how many mutations")
    parser.add_argument("--seed", type=int, default=6)
    said = parser.parse_args()
    files = sorted((TESTS / "exchange" / "blocks").glob("*.yaml"))
    texts = [case["text"] for file in files for case in yaml.safe_load(file.read_text(encoding="utf-8"))]
    chance, found, began = random.Random(said.seed), Counter[str](), time.process_time()
    slowest = 0.0
    for n in range(said.many):
        text = damage.mutate(texts[n % len(texts)], chance)
        start = time.process_time()
        try:
            page = damage.read_safely(text)
        except Exception:
            found["crashes"] += 1
            traceback.print_exc()
            print(f"mutation {n}: {text!r}")
            continue
        slowest = max(slowest, time.process_time() - start)
        found["creatures"] += len(page.creatures)
        found["pages with warnings"] += bool(page.warnings)
        found["pages without a creature"] += not (page.creatures or page.players)
    spent = time.process_time() - began
    print(f"{said.many:,} mutations of {len(texts)} blocks in {spent:.0f} s of one core")
    print(f"the slowest took {slowest * 1000:.0f} ms")
    print("; ".join(f"{what}: {found[what]:,}" for what in KINDS))
    return 1 if found["crashes"] else 0


if __name__ == "__main__":
    sys.exit(main())
