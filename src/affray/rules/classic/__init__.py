"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""

from affray.rules.book import Book
from affray.rules.classic import build, choices, referee, round, tactics, voice
from affray.rules.classic.options import OPTIONS

BOOK = Book(
    name="classic",
    title="classic: phases by side, THAC0 or ascending armour, morale on 2d6",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(tactics.TACTICS),
    asks=tuple(choices.ASKS),
    sentences=voice.SENTENCES,
    topics=choices.TOPIC,
    clauses=choices.CLAUSE,
    kinds=tuple(choices.KINDS),
    phases=tuple(round.PHASES),
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=choices.refusal,
    legal=choices.legal,
    names=build.names,
    build=build.build,
    words=voice.words,
    read=voice.read,
    word=referee.word,
)
