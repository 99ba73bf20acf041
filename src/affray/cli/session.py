"""The talk between a fight and the person who plays it: what is said, what is heard, what is done about it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from affray.cli.telling import colourful, seen_by
from affray.engine.events import KINDS
from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray import Choice, Log, Play
    from affray.cli.keeping import Keeper
    from affray.rules.book import Roster

HELP = """\
a number, or words   choose from the list: 2, or strike Orc 2
what the dice show   when you are asked to roll: 17, or 3 5; those to come may be typed ahead
(nothing)            the question again
undo, redo           take the last answer back; do it after all
undo die             take back the dice typed in last
why                  the clauses behind the last line and the question
why not WORDS        what stands against an answer
state                how everybody fares
state text           the same as text that can be pasted back
log                  everything so far
odds                 the chances from here on, everybody by their tactics
advice               how you would fare with each answer
always WORDS         a standing answer, as: always Fighter: shoot -> pass
referee WORDS        the referee's word; `referee` alone tells which
save FILE            a copy of the fight
quit                 leave; the fight waits where you left it"""
QUIT = ("quit", "exit", "bye")


class Session:
    """One sitting at the terminal."""

    def __init__(self, play: Play, keeper: Keeper, view: Sequence[str], aside: bool) -> None:
        """`aside` leaves standard output to what follows the sitting, and talks on standard error."""
        self.play, self.keeper, self.view, self.aside = play, keeper, view, aside
        self.refused = ""  # the clause behind the last line, where that was a refusal
        self.ask_again = True
        self.reminded = set[tuple[int, str]]()  # in which round of which aside

    def run(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401  (lets lines be edited and recalled)
        self.say(
            f"{self.play.encounter.title}: every answer is kept in {self.keeper.path}; `help` tells what can be said."
        )
        self.tell(self.play.log)
        try:
            while (line := self.listen()) is not None and line.lower() not in QUIT:
                self.heed(line)
        finally:
            self.say(self.farewell())

    def farewell(self) -> str:
        if self.play.over:
            return f"Kept in {self.keeper.path}."
        return f"Go on with: affray play {self.keeper.quoted}"

    def listen(self) -> str | None:
        """The next line; None at the end of input."""
        if self.ask_again:
            self.ask()
        try:
            return self.read("> ").strip()
        except EOFError:
            self.say("")
            return None

    def read(self, prompt: str) -> str:
        if sys.stdin.isatty() and not self.aside:
            return input(prompt)
        click.echo(prompt, nl=False, err=self.aside)
        line = input()
        if not sys.stdin.isatty():
            self.say(line)  # so that the transcript of a script reads like a sitting
        return line

    def heed(self, line: str) -> None:
        """Does what was said, or says why not; then nothing has changed."""
        from affray import Refused

        try:
            self.obey(line)
        except Refused as no:
            self.refused = no.clause
            self.say(f"Not allowed: {no.words} [{no.clause}]")
        except AffrayError as error:
            self.say(str(error))

    def obey(self, line: str) -> None:
        """An answer that stands in the list comes before a command of the same name."""
        name, _, rest = line.partition(" ")
        offered = {str(choice).lower() for choice in self.choices()}
        if name.lower() in COMMANDS and line.lower() not in offered:
            COMMANDS[name.lower()](self, rest.strip())
        elif line:
            self.answer(line)
        else:
            self.ask()

    def answer(self, line: str) -> None:
        self.play.do(self.numbered(line))
        self.keep()
        self.tell(self.play.news)
        if self.play.dropped:
            self.say(f"Nothing asked for these dice, and they are dropped: {' '.join(map(str, self.play.dropped))}.")

    def numbered(self, line: str) -> Choice | str:
        """The choice with this number; dice and words are left as they stand."""
        choices = self.choices()
        if not choices or not line.isdecimal():
            return line
        number = int(line[:9])
        if not 1 <= number <= len(choices):
            raise AffrayError(f"{line[:9]} is not in the list; expected a number from 1 to {len(choices)}, or words")
        return choices[number - 1]

    def keep(self) -> None:
        """What was accepted is on the disk before it is confirmed."""
        self.keeper.keep(self.play.lines)

    def say(self, text: str) -> None:
        click.echo(text, err=self.aside)

    def tell(self, news: Log) -> None:
        self.refused = ""
        log = seen_by(news, self.view, self.play)
        if len(log):
            self.say(log.text(colour=colourful() and not self.aside).rstrip("\n"))
        self.remind(acting(log, self.play.roster))
        self.ask_again = True

    def remind(self, people: Iterable[tuple[int, int]]) -> None:
        """What the referee keeps in mind of whoever acts or is asked: once a round, and for no player's eyes."""
        for round, number in people:
            aside = self.play.roster.aside(number)
            if aside and not self.view and (round, aside) not in self.reminded:
                self.reminded.add((round, aside))
                self.say(f"  note on {self.play.roster.who[number]}: {aside}")

    def ask(self) -> None:
        self.ask_again = False
        if self.play.asks is None:
            self.say(f"The fight is over; {won_by(self.play)}. There is `undo`, `log`, `save FILE`, `quit`.")
            return
        self.remind(asked(self.play))
        self.say(str(self.play.asks))
        for number, choice in enumerate(self.choices(), 1):
            self.say(f"{number:4}  {choice}")

    def choices(self) -> list[Choice]:
        """What may be chosen by number; a die's faces are numbers themselves."""
        asks = self.play.asks
        return [] if asks is None or asks.die is not None else self.play.legal


def acting(log: Log, roster: Roster) -> Iterator[tuple[int, int]]:
    """In which round who moved, struck, missed or declared something."""
    for event in log:
        if KINDS[event.kind] in ("move", "hit", "miss", "declared") and 0 <= event.who < len(roster.who):
            yield event.round, event.who


def asked(play: Play) -> Iterator[tuple[int, int]]:
    who = play.asks.who if play.asks else ""
    if who in play.roster.who:
        yield play.state.round, play.roster.who.index(who)


def won_by(play: Play) -> str:
    if play.winner in play.roster.sides:
        return f"{play.winner} has won"
    return "it is a stand-off" if play.winner == "stand-off" else "nobody is left"


# The commands of a sitting: each gets the session and the rest of the line.


def undo(session: Session, rest: str) -> None:
    """Dice that were typed in stay as they fell, unless they are taken back themselves."""
    if rest.lower() not in ("", "die", "dice"):
        raise AffrayError(f"undo what? Expected `undo` or `undo die`, not {rest!r}")
    last = "the dice typed in last" if rest else last_said(session.play)
    if rest:
        session.play.undo_die()
    else:
        session.play.undo()
    session.keep()
    session.say(f"Taken back: {last}.")
    session.ask_again = True


def last_said(play: Play) -> str:
    from affray.play.inputs import standing

    said = standing(play.entries)[0]
    return " ".join(field for field in said[-1].fields if field) if said else ""


def redo(session: Session, _: str) -> None:
    session.play.redo()
    session.keep()
    session.tell(session.play.news)


def why(session: Session, rest: str) -> None:
    first, _, words = rest.partition(" ")
    if first.lower() == "not":
        why_not(session, words.strip())
    elif session.refused:
        session.say(worded(session.refused))
    else:
        session.say(behind_the_last_line(session))


def behind_the_last_line(session: Session) -> str:
    """The last event that the person was told, its clause and those of its modifiers; then the question's."""
    from affray.engine.clauses import CLAUSES, REASONS

    told, asks = seen_by(session.play.log, session.view, session.play), session.play.asks
    ids = [] if asks is None else [asks.clause]
    if len(told):
        last = told[len(told) - 1]
        cited = [last.clause, *(REASONS[reason].clause for reason, _ in last.because)]
        ids = [*(CLAUSES[clause].id for clause in cited), *ids]
    return "\n".join(map(worded, dict.fromkeys(ids)))


def worded(id: str) -> str:
    from affray.engine.clauses import BY_ID, CLAUSES

    return f"{id}: {CLAUSES[BY_ID[id]].words}"


def why_not(session: Session, words: str) -> None:
    if not words:
        raise AffrayError("why not what? Say for example: why not strike Grub")
    no = session.play.why_not(words)
    if no is not None:
        raise no
    session.say("Nothing stands against it.")


def state(session: Session, rest: str) -> None:
    from affray.cli.board import board

    session.say(session.play.text() if rest.lower() == "text" else board(session.play, session.view))


def log(session: Session, _: str) -> None:
    session.tell(session.play.log)
    session.ask_again = False


def save(session: Session, file: str) -> None:
    from affray.cli.keeping import save_copy

    if not file:
        raise AffrayError("save to which file? Say for example: save ford.fight")
    try:
        if Path(file).resolve() == session.keeper.path.resolve():
            raise AffrayError(f"every answer is in {file} already")
        save_copy(session.play, file)
    except (OSError, ValueError) as error:
        raise AffrayError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    session.say(f"Saved in {file}.")


def always(session: Session, words: str) -> None:
    """Without words, the standing answers there are."""
    if words:
        session.play.always(*standing_answer(words))
        session.keep()
        session.tell(session.play.news)
    for entry in session.play.standings:
        who, ask, answer = entry.fields
        session.say(f"{entry.kind} {who}: {ask} -> {answer}")


def standing_answer(words: str) -> tuple[str, str, str]:
    """WHO: QUESTION -> ANSWER; everyone is `*`."""
    who, _, rest = words.partition(":")
    ask, arrow, answer = rest.partition("->")
    if not (who.strip() and ask.strip() and arrow and answer.strip()):
        raise AffrayError(
            "expected WHO: QUESTION -> ANSWER, as in: always Fighter: shoot -> pass; or *: … -> ask, to be asked"
        )
    return who.strip(), ask.strip(), answer.strip()


def referee(session: Session, words: str) -> None:
    from affray.cli.referee import WORDS, spoken

    if not words:
        session.say(WORDS)
        return
    said, reason = spoken(words, session.play.roster)
    session.play.referee(*said, reason=reason)
    session.keep()
    session.tell(session.play.news)


def tell_help(session: Session, _: str) -> None:
    session.say(HELP)


def odds(session: Session, _: str) -> None:
    from affray.odds import position

    session.say(position.odds_from_here(session.play).text().rstrip("\n"))


def advice(session: Session, _: str) -> None:
    """Never more than was measured: where intervals overlap, no answer is better than the next."""
    from affray.odds import position

    found = position.advise(session.play)
    width = max(len(str(one.choice)) for one in found)
    for one in found:
        bounds = "exact" if one.exact else f"{one.wins.low:.1%} to {one.wins.high:.1%}"
        session.say(f"  {one.choice!s:{width}}  {one.wins.share:6.1%}  ({bounds})")
    if found[0].wins.low <= max((one.wins.high for one in found[1:]), default=-1):
        session.say("The first is not surely better than the others.")


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "undo": undo,
    "redo": redo,
    "why": why,
    "state": state,
    "log": log,
    "odds": odds,
    "advice": advice,
    "save": save,
    "always": always,
    "referee": referee,
    "help": tell_help,
}
