"""An independent referee: counts the layouts of small views by brute force, and compares every count and risk.

It shares no code with Minewise, not even the language. It reads the rules of the game from docs/notation.md: topologies, flags, shown
mines. `python3 referee.py PROGRAM SEED VIEWS` makes random views, asks `PROGRAM analyze --json` about all of them, and exits with 1 at
the first answer that differs. One view in five lies: its numbers may fit no layout, and then the program has to say so.
"""

import json
import random
import subprocess
import sys
from itertools import combinations

MOST_LAYOUTS = 20_000
EQUAL = 1e-12


def neighbours(width, height, topology, row, col):
    """The set of cells that touch a cell; a cell never touches itself."""
    if topology == "knight":
        steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    elif topology == "hex":
        shift = row % 2  # Odd rows are half a cell to the right.
        steps = [(0, -1), (0, 1), (-1, shift - 1), (-1, shift), (1, shift - 1), (1, shift)]
    else:
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    found = set()
    for down, right in steps:
        r, c = row + down, col + right
        if topology == "torus":
            r, c = r % height, c % width
        if 0 <= r < height and 0 <= c < width and (r, c) != (row, col):
            found.add((r, c))
    return found


def n_choose(n, k):
    count = 1
    for i in range(k):
        count = count * (n - i) // (i + 1)
    return count if k <= n else 0


def random_view(rng):
    """Letters of a view of a real layout, whose covered cells have few enough layouts to try all."""
    while True:
        width, height = rng.randint(1, 7), rng.randint(1, 7)
        topology = rng.choice(["square", "torus", "hex", "knight"])
        cells = [(r, c) for r in range(height) for c in range(width)]
        n_mines = rng.randrange(len(cells))
        near = {cell: neighbours(width, height, topology, *cell) for cell in cells}
        mines = set(rng.sample(cells, n_mines))
        letters = {}
        for cell in cells:
            letters[cell] = "."
            if cell in mines:
                letters[cell] = rng.choice("........*F")
            elif rng.random() < 0.6:
                letters[cell] = str(len(near[cell] & mines))
            elif rng.random() < 0.1:
                letters[cell] = "F"
        numbers = [cell for cell in cells if letters[cell].isdigit()]
        if numbers and rng.random() < 0.2:
            letters[rng.choice(numbers)] = str(rng.randint(0, 8))
        covered = [cell for cell in cells if letters[cell] in ".F"]
        n_left = n_mines - sum(letter == "*" for letter in letters.values())
        if 0 < n_choose(len(covered), n_left) <= MOST_LAYOUTS:
            return width, height, n_mines, topology, letters, near, covered, n_left


def count(letters, near, covered, n_left):
    """The number of layouts that fit, and for each covered cell in how many of them it is a mine."""
    shown = {cell for cell, letter in letters.items() if letter == "*"}
    numbers = [(near[cell], int(letter)) for cell, letter in letters.items() if letter.isdigit()]
    total, with_mine = 0, dict.fromkeys(covered, 0)
    for chosen in combinations(covered, n_left):
        mines = shown.union(chosen)
        if all(len(around & mines) == number for around, number in numbers):
            total += 1
            for cell in chosen:
                with_mine[cell] += 1
    return total, with_mine


def difference(view, answer):
    """What is wrong with the answer to a view; None if nothing is."""
    width, height, _, _, letters, near, covered, n_left = view
    total, with_mine = count(letters, near, covered, n_left)
    if total == 0:
        return None if "no layout" in answer.get("error", "") else f"no layout fits, but: {answer}"
    if "error" in answer:
        return f"{total} layouts fit, but: {answer['error']}"
    if answer["layouts"] != str(total):
        return f"{total} layouts fit, not {answer['layouts']}"
    for cell in letters:
        risk = answer["risk"][cell[0]][cell[1]]
        if cell not in with_mine:
            if risk is not None:
                return f"{cell} is shown, but has the risk {risk}"
        elif risk is None or abs(risk - with_mine[cell] / total) > EQUAL:
            return f"{cell} is a mine in {with_mine[cell]} of {total} layouts, but has the risk {risk}"
    for name, is_certain in [("safe", lambda n: n == 0), ("mines", lambda n: n == total)]:
        expected = sorted([list(cell) for cell in covered if is_certain(with_mine[cell])])
        if sorted(answer[name]) != expected:
            return f"`{name}` is {answer[name]}, not {expected}"
    return None


def main():
    program, seed, n_views = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    views = [random_view(rng) for _ in range(n_views)]
    texts = []
    for width, height, n_mines, topology, letters, *_ in views:
        rows = ["".join(letters[row, col] for col in range(width)) for row in range(height)]
        texts.append(f"{width}x{height}/{n_mines}@{topology} {'/'.join(rows)}")
    ran = subprocess.run([program, "analyze", "--json"], input="\n".join(texts), capture_output=True, text=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(answers) != n_views:
        sys.exit(f"{len(answers)} answers to {n_views} views: {ran.stderr[:500]}")
    n_refused = 0
    for text, view, answer in zip(texts, views, answers):
        wrong = difference(view, answer)
        if wrong:
            sys.exit(f"{text}\n{wrong}")
        n_refused += "error" in answer
    print(f"{n_views} views agree, {n_refused} of them without a layout")


if __name__ == "__main__":
    main()
