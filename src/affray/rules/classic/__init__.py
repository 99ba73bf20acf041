"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""

from affray.rules.book import Book
from affray.rules.classic import answers, build, choices, referee, round, tactics, turn, voice
from affray.rules.classic.options import OPTIONS

BOOK = Book(
    name="classic",
    title="classic: phases by side, THAC0 or ascending armour, morale on 2d6",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(tactics.TACTICS),
    asks=tuple(answers.ASKS),
    sentences=voice.SENTENCES,
    topics=answers.TOPIC,
    clauses=answers.CLAUSE,
    kinds=tuple(answers.KINDS),
    phases=tuple(turn.PHASES),
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
