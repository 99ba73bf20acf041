"""The verbs of the rules, compiled; the rules themselves stand as they are."""

from __future__ import annotations

from functools import cache as once
from typing import Any

from numba import int64, njit, types, uint64
from numba.extending import intrinsic

from affray import verbs
from affray.dice import GAMMA
from affray.recorder import BECAUSE
from affray.rules.book import Book
from affray.simulate import counting
from affray.simulate.counting import TOLD, count
from affray.simulate.fast.teaching import COMMON, RARE, WAYS, compiled, mangled, teach
from affray.simulate.often import common_and_rare, ways_through
from affray.simulate.script import drawn, turned, ways
from affray.state import NOBODY
from affray.verbs import CHOOSERS, RULES, RULINGS, THOUGHT, Answer, Decide, Question, Refusal

OURS = (  # what the verbs and kernels need, compiled as rules are
    counting.count,
    counting.is_among,
    counting.count_end,
    counting.way_won,
    counting.count_each,
    counting.count_round,
    counting.stand,
    counting.share_of,
    drawn,
    ways,
    turned,
)


@njit(inline="always")
def mix(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(inline="always")
def face(key, n, sides):  # type: ignore[no-untyped-def]
    return 1 + int64((mix(key + uint64(n) * uint64(GAMMA)) >> uint64(32)) * uint64(sides) >> uint64(32))


@intrinsic
def number(typing, f, who):  # type: ignore[no-untyped-def]
    """The id of a combatant, told by its place in the fight instead of read: LLVM sees then that it is the same one."""

    def told(context, builder, signature, args):  # type: ignore[no-untyped-def]
        word, (fight, one) = context.get_value_type(int64), signature.args
        first = builder.gep(args[0], [word(0), word(fight.offset("who"))], inbounds=True)
        apart = builder.sub(builder.ptrtoint(args[1], word), builder.ptrtoint(first, word))
        return builder.sdiv(apart, word(one.size), flags=("exact",))

    return int64(f, who), told


@njit(inline="always")
def write(f, a, b, c, d, e, g, h):  # type: ignore[no-untyped-def]
    if f.events < f.log.shape[0]:
        row = f.log[f.events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = a, b, c, d, e, g, h
    f.events += 1


@compiled(verbs.roll)
def _roll(f, sides, count=1):  # type: ignore[no-untyped-def]
    if "script" in f.fields:
        return lambda f, sides, count=1: drawn(f, sides, count)
    if isinstance(count, (int, types.Omitted)):

        def one(f, sides, count=1):  # type: ignore[no-untyped-def]
            f.rolled += 1
            return face(f.key, f.rolled - 1, sides)

        return one

    def several(f, sides, count=1):  # type: ignore[no-untyped-def]
        total = 0
        for _ in range(count):
            total += face(f.key, f.rolled, sides)
            f.rolled += 1
        return total

    return several


@compiled(verbs.guess)
def _guess(f, sides):  # type: ignore[no-untyped-def]
    if "script" in f.fields:
        return lambda f, sides: drawn(f, sides, 1)

    def impl(f, sides):  # type: ignore[no-untyped-def]
        f.guessed += 1
        return face(f.key ^ uint64(THOUGHT), f.guessed - 1, sides)

    return impl


@compiled(verbs.answer)
def _answer(kind, target=NOBODY, option=0):  # type: ignore[no-untyped-def]
    return lambda kind, target=NOBODY, option=0: Answer(kind, target, option)


@compiled(verbs.question)
def _question(ask, who, other, value):  # type: ignore[no-untyped-def]
    return lambda ask, who, other, value: Question(ask, who, other, value)


@compiled(verbs.because)
def _because(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
    if "log" not in f.fields:
        return lambda f, reason, amount, when=True: amount if when else 0

    def impl(f, reason, amount, when=True):  # type: ignore[no-untyped-def]
        if not when:
            return 0
        write(f, BECAUSE, reason, amount, 0, 0, 0, 0)
        return amount

    return impl


@compiled(verbs.note)
def _note(f, kind, clause, who, other, value=0, was=0):  # type: ignore[no-untyped-def]
    if "log" in f.fields:
        return lambda f, kind, clause, who, other, value=0, was=0: write(
            f, kind, clause, who.id, other.id, value, was, f.rolled
        )
    if "counted" in f.fields:
        return lambda f, kind, clause, who, other, value=0, was=0: tell(f, kind, clause, who.id, other.id, value, was)
    return lambda f, kind, clause, who, other, value=0, was=0: None


@njit(inline="always")
def tell(f, kind, clause, who, other, value, was):  # type: ignore[no-untyped-def]
    """What nobody counts compiles to nothing: the kind is known where a rule notes it."""
    if kind in TOLD:
        count(f, kind, clause, who, other, value, was)


def compile_choose(choose: Any, decide: Decide, refusal: Refusal) -> None:
    @compiled(choose)
    def _choose(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        asked = judged if "log" in f.fields else decide
        return lambda f, ask, who, other, value: asked(f, verbs.question(ask, number(f, who), number(f, other), value))

    judged = compile_judged(decide, refusal)


def compile_ruling(ruling: Any, decide: Decide, refusal: Refusal) -> None:
    @compiled(ruling)
    def _ruling(f, ask, who, other, value):  # type: ignore[no-untyped-def]
        asked = judged if "log" in f.fields else decide
        return lambda f, ask, who, other, value: asked(f, verbs.question(ask, verbs.REFEREE, number(f, who), value))

    judged = compile_judged(decide, refusal)


def compile_judged(decide: Decide, refusal: Refusal) -> Any:
    """An answer that is checked and written down."""

    @njit
    def judged(f, q):  # type: ignore[no-untyped-def]
        a = decide(f, q)
        if refusal(f, q, a) != 0:
            f.illegal += 1
        write(f, -1 - q.ask, q.who, a.kind, a.target, a.option, f.rolled, q.other)
        return a

    return judged


@once
def prepare(book: Book) -> None:
    """Lets numba know the rules, and the verbs `choose` and `ruling` of each book."""
    for rule in (*RULES, *OURS):
        if rule not in _known:
            teach(rule, lambda *_, rule=rule: rule)
    for made, compiler in ((CHOOSERS, compile_choose), (RULINGS, compile_ruling)):
        for verb in made:
            if verb not in _known:
                compiler(*verb)
    _known.update(RULES, OURS, CHOOSERS, RULINGS)


_known: set[Any] = set()


@once
def watch(book: Book) -> None:
    """Lets LLVM know how its fights usually go."""
    common, rare = common_and_rare(book)
    COMMON.update(map(mangled, common))
    RARE.update(map(mangled, rare))
    WAYS.update(ways_through(book))
