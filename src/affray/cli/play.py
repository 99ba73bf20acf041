"""`affray play`: a fight with a person at the terminal, saved in a journal as it goes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from secrets import randbits
from typing import Any

import click
from click.core import ParameterSource

from affray.api import Play, start
from affray.cli import fight, options
from affray.cli.fight import (
    JournalFile,
    create_journal,
    describe_end,
    is_journal,
    open_journal,
    save_copy,
    state_table,
    update_party_files,
)
from affray.cli.options import TEXT, find_side, log_for, log_format, print_log, use_colour
from affray.engine.clauses import BY_ID, CLAUSES, REASONS
from affray.engine.encounter import Encounter
from affray.engine.events import KINDS
from affray.errors import AffrayError
from affray.exact import position
from affray.exact.advice import advise_step_by_step
from affray.log import Log
from affray.play.questions import Choice, Refused, entries_in_force
from affray.play.standing import ASK, EVERYONE, NEVER, TAKE, Prices, describe_standing, split_price
from affray.rules.book import Roster
from affray.rules.commands import find_command

ONLY_FOR_NEW = ("rules", "house", "settings", "tactics", "seed", "number", "sides", "my_dice", "referee", "journal")


@click.command()
@fight.scenario_or_orcs_argument
@fight.rules_option
@fight.house_option
@fight.settings_option
@fight.tactics_option
@options.chance_seed_option
@options.fight_number_option
@options.form_options
@options.save_option
@options.write_back_option
@options.view_option
@click.option(
    "--side",
    "sides",
    metavar="NAME",
    multiple=True,
    help="The side you play; may be repeated.  [default: the players' side]",
)
@click.option("--my-dice", is_flag=True, help="Roll your own dice and type them in.")
@click.option("--referee", is_flag=True, help="Make the referee's rulings too.")
@click.option(
    "--journal", metavar="FILE", help="File to save every answer to.  [default: NAME.fight, or NAME-2.fight …]"
)
@click.pass_context
def play(ctx: click.Context, /, **given: Any) -> None:
    """Play a fight at the terminal.

    Choose by number or in words, undo, ask why; type `help` for commands. Every answer is saved before it is
    confirmed; name the saved fight instead of a scenario to continue it. With --json or --markdown the log is printed
    when you leave.

    \b
    Example: affray play orcs --my-dice
             affray play orcs.fight
    """
    form, file = log_format(given["as_json"], given["as_markdown"]), given["scenario"]
    resumed = is_journal(file)
    if resumed:
        _refuse_second_start(ctx)
    fight, journal = open_journal(file) if resumed else _begin(given)
    with closing(journal):
        view = [find_side(name, fight.roster.sides) for name in given["view"]]
        Session(fight, journal, view, aside=form != TEXT).run()
    if given["save"] is not None:
        save_copy(fight, given["save"])
    if form != TEXT:
        print_log(log_for(fight.log, view, fight), form)
    if given["write_back"]:
        update_party_files(fight)


def _refuse_second_start(ctx: click.Context) -> None:
    for name in ONLY_FOR_NEW:
        if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = next(p.opts[0] for p in ctx.command.params if p.name == name)
            raise click.UsageError(f"{option} is for a new fight; this one has begun, and its file holds that.")


def _begin(given: dict[str, Any]) -> tuple[Play, JournalFile]:
    fight = _start(given)
    for name in given["view"]:
        find_side(name, fight.roster.sides)  # before a file is made
    return fight, create_journal(fight, given["journal"])


def _start(given: dict[str, Any]) -> Play:
    encounter, rules = fight.open_scenario(given["scenario"], given["rules"], given["house"])
    people = [*_sides(given["sides"], encounter), *(["referee"] if given["referee"] else [])]
    return start(
        encounter,
        rules=rules,
        options=given["settings"],
        seed=randbits(32) if given["seed"] is None else given["seed"],
        number=given["number"],
        players=people,
        tactics=given["tactics"],
        dice=given["my_dice"],
    )


def _sides(named: Sequence[str], encounter: Encounter) -> list[str]:
    """Return the sides the person plays: those named; else the players' sides; else the first."""
    if named:
        return [find_side(name, [side.name for side in encounter.sides]) for name in named]
    return [side.name for side in encounter.sides if side.players] or [encounter.sides[0].name]


# --- a fight played at the terminal: what is printed, and the commands a person types, the referee's among them

HELP = """\
a number, or words   choose from the list: 2, or strike Orc 2
dice                 when you are asked to roll: 17, or 3 5; further dice may be typed ahead
(nothing)            show the question again
undo, redo           undo the last answer; repeat it
undo die             undo the last dice typed in
why                  show the rules behind the last line and the question
why not WORDS        show what forbids an answer
state                show everybody's hit points and conditions
state text           the same as text that can be pasted back
log                  show the whole log
odds                 show the chances from here, if tactics decide
advice               show your chances with each answer
reasons              show why cunning foes answered as they did
always               list the standing answers
always ANSWER        always answer this so: always 2, always raise shield for 2 or less
always WHO: QUESTION -> ANSWER    the same before it is asked; * means everyone
never, never WHO: QUESTION        always pass; with a price: never superior for 10 or more
ask WHO: QUESTION    ask again
referee WORDS        give a referee command; `referee help` lists them
save FILE            save a copy of the fight
quit                 leave; continue later with `affray play FILE`"""
QUIT = ("quit", "exit", "bye")
TERMINAL_LINE = 100  # characters of a line that is written over
LONGEST_USAGE = 48  # of a command in the list; longer ones push their meaning aside
UNITS_PER_FOOT = 10  # of positions


class Session:
    """One sitting at the terminal."""

    def __init__(self, play: Play, journal: JournalFile, view: Sequence[str], aside: bool) -> None:
        """Set up a session; `aside` leaves standard output to what follows it, and talks on standard error."""
        self.play, self.journal, self.view, self.aside = play, journal, view, aside
        self.refused = ""  # the clause behind the last line, where that was a refusal
        self.ask_again = True
        self.reminded = set[tuple[int, str]]()  # in which round of which aside

    def run(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401  (lets lines be edited and recalled)
        self.say(f"{self.play.encounter.title}. Saving to {self.journal.path}; type `help` for commands.")
        self.print_log(self.play.log)
        try:
            while (line := self.next_line()) is not None and line.lower() not in QUIT:
                self.handle(line)
        finally:
            self.say(self.farewell())

    def farewell(self) -> str:
        if self.play.over:
            return f"Saved in {self.journal.path}."
        return f"Continue with: affray play {self.journal.quoted}"

    def next_line(self) -> str | None:
        """Read the next line; None at the end of input."""
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

    def handle(self, line: str) -> None:
        """Carry out a line, or say why it is refused; then nothing has changed."""
        try:
            self.execute(line)
        except Refused as no:
            self.refused = no.clause
            self.say(f"Not allowed: {no.words} [{no.clause}]")
        except AffrayError as error:
            self.say(str(error))

    def execute(self, line: str) -> None:
        """Run a command or give an answer; an answer that stands in the list comes first."""
        name, _, rest = line.partition(" ")
        offered = {str(choice).lower() for choice in self.choices()}
        if name.lower() in SESSION_COMMANDS and line.lower() not in offered:
            SESSION_COMMANDS[name.lower()](self, rest.strip())
        elif line:
            self.answer(line)
        else:
            self.ask()

    def answer(self, line: str) -> None:
        self.play.do(self.choice_numbered(line))
        self.save_answers()
        self.print_log(self.play.news)
        if self.play.unused_dice:
            self.say(f"No roll needed these dice; dropped: {' '.join(map(str, self.play.unused_dice))}.")

    def choice_numbered(self, line: str) -> Choice | str:
        """Return the choice with this number; dice and words are left as they stand."""
        choices = self.choices()
        if not choices or not line.isdecimal():
            return line
        number = int(line[:9])
        if not 1 <= number <= len(choices):
            raise AffrayError(f"{line[:9]} is not in the list; expected a number from 1 to {len(choices)}, or words")
        return choices[number - 1]

    def save_answers(self) -> None:
        """Write what was accepted to the disk, before it is confirmed."""
        self.journal.append(self.play.lines)

    def say(self, text: str) -> None:
        click.echo(text, err=self.aside)

    def print_log(self, news: Log) -> None:
        self.refused = ""
        log = log_for(news, self.view, self.play)
        if len(log):
            self.say(log.text(colour=use_colour() and not self.aside).rstrip("\n"))
        self.remind(actors(log, self.play.roster))
        self.ask_again = True

    def remind(self, people: Iterable[tuple[int, int]]) -> None:
        """Print the referee's notes on whoever acts or is asked: once a round, and for no player's eyes."""
        for round, number in people:
            aside = self.play.roster.aside(number)
            if aside and not self.view and (round, aside) not in self.reminded:
                self.reminded.add((round, aside))
                self.say(f"  note on {self.play.roster.who[number]}: {aside}")

    def ask(self) -> None:
        self.ask_again = False
        if self.play.asks is None:
            for award in self.play.xp if not self.view else ():
                self.say(str(award))
            self.say(f"The fight is over. {describe_end(self.play)}. Commands: `undo`, `log`, `save FILE`, `quit`.")
            return
        self.remind(asked_combatant(self.play))
        self.say(str(self.play.asks))
        for number, choice in enumerate(self.choices(), 1):
            self.say(f"{number:4}  {choice}")

    def choices(self) -> list[Choice]:
        """List what may be chosen by number; a die's faces are numbers themselves."""
        asks = self.play.asks
        return [] if asks is None or asks.die is not None else self.play.legal


def actors(log: Log, roster: Roster) -> Iterator[tuple[int, int]]:
    """Yield round and number of whoever moved, struck, missed or declared something."""
    for event in log:
        if KINDS[event.kind] in ("move", "hit", "miss", "declared") and 0 <= event.who < len(roster.who):
            yield event.round, event.who


def asked_combatant(play: Play) -> Iterator[tuple[int, int]]:
    who = play.asks.who if play.asks else ""
    if who in play.roster.who:
        yield play.state.round, play.roster.who.index(who)


# --- the commands of a sitting: each gets the session and the rest of the line


def undo_command(session: Session, rest: str) -> None:
    """Undo an answer, or typed dice. Dice stay as they fell unless they are undone themselves."""
    if rest.lower() not in ("", "die", "dice"):
        raise AffrayError(f"undo what? Expected `undo` or `undo die`, not {rest!r}")
    last = "the last dice" if rest else last_answer(session.play)
    if rest:
        session.play.undo_die()
    else:
        session.play.undo()
    session.save_answers()
    session.say(f"Undone: {last}.")
    session.ask_again = True


def last_answer(play: Play) -> str:
    inputs = entries_in_force(play.entries)[0]
    if not inputs:
        return ""
    who, _, answer = ("", "", *inputs[-1].fields)[-3:]
    return f"{who}: {answer}" if who else answer


def redo_command(session: Session, _: str) -> None:
    session.play.redo()
    session.save_answers()
    session.print_log(session.play.news)


def why_command(session: Session, rest: str) -> None:
    first, _, words = rest.partition(" ")
    if first.lower() == "not":
        why_not(session, words.strip())
    elif session.refused:
        session.say(clause_text(session.refused))
    else:
        session.say(clauses_of_last_line(session))


def clauses_of_last_line(session: Session) -> str:
    """Quote the clause of the last event that was printed and those of its modifiers; then the question's."""
    log, asks = log_for(session.play.log, session.view, session.play), session.play.asks
    ids = [] if asks is None else [asks.clause]
    if len(log):
        last = log[len(log) - 1]
        cited = [last.clause, *(REASONS[reason].clause for reason, _ in last.because)]
        ids = [*(CLAUSES[clause].id for clause in cited), *ids]
    return "\n".join(map(clause_text, dict.fromkeys(ids)))


def clause_text(id: str) -> str:
    return f"{id}: {CLAUSES[BY_ID[id]].words}"


def why_not(session: Session, words: str) -> None:
    if not words:
        raise AffrayError("why not what? Say for example: why not strike Grub")
    no = session.play.why_not(words)
    if no is not None:
        raise no
    session.say("Nothing forbids it.")


def state_command(session: Session, rest: str) -> None:
    session.say(session.play.text() if rest.lower() == "text" else state_table(session.play, session.view))


def log_command(session: Session, _: str) -> None:
    session.print_log(session.play.log)
    session.ask_again = False


def save_command(session: Session, file: str) -> None:
    if not file:
        raise AffrayError("save to which file? Say for example: save ford.fight")
    try:
        if Path(file).resolve() == session.journal.path.resolve():
            raise AffrayError(f"{file} already holds every answer; choose another name for a copy")
        save_copy(session.play, file)
    except (OSError, ValueError) as error:
        raise AffrayError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    session.say(f"Saved in {file}.")


def always_command(session: Session, words: str) -> None:
    """Set a standing answer; without words, print those there are."""
    if words:
        set_standing_answer(session, parse_always(session, words))
    print_standing_answers(session)


def never_command(session: Session, words: str) -> None:
    """Pass from now on whenever this is asked: the question that stands, or one that is named."""
    set_standing_answer(session, parse_standing_answer(session, words, NEVER))
    print_standing_answers(session)


def ask_command(session: Session, words: str) -> None:
    """Ask again from now on."""
    if not words:
        raise AffrayError("ask what again? Say for example: ask Anna: move, or ask move for everyone")
    set_standing_answer(session, parse_standing_answer(session, words, ASK))
    print_standing_answers(session)


def set_standing_answer(session: Session, fields: tuple[str, str, str]) -> None:
    session.play.always(*fields)
    session.save_answers()
    session.print_log(session.play.news)


def print_standing_answers(session: Session) -> None:
    if not session.play.standing_answers:
        session.say("No standing answers: everything is asked.")
    for entry in session.play.standing_answers:
        session.say(describe_standing(entry.kind, entry.fields))


def parse_always(session: Session, words: str) -> tuple[str, str, str]:
    """Parse an answer to the question that stands, by number or in words; else [WHO:] QUESTION [-> ANSWER]."""
    asks, (said, prices) = session.play.asks, split_price(words)
    if asks is not None and asks.question is not None:
        chosen = session.choice_numbered(said)
        offered = {str(choice).lower(): str(choice) for choice in session.choices()}
        answer = str(chosen) if isinstance(chosen, Choice) else offered.get(said.lower())
        if answer is not None:
            return asks.who, session.play.book.asks[asks.question.ask], f"{answer}{prices}"
    return parse_standing_answer(session, words, TAKE)


def parse_standing_answer(session: Session, words: str, answer: str) -> tuple[str, str, str]:
    """Parse [WHO:] QUESTION [-> ANSWER] [for NUMBER or less]. Without WHO everyone is meant; without a question, the
    one that stands and whoever is asked."""
    said, prices = split_price(words) if words else ("", Prices())
    who, colon, rest = said.rpartition(":")
    ask, arrow, given = (part.strip() for part in rest.partition("->"))
    asks = session.play.asks
    if not said and asks is not None and asks.question is not None:
        return asks.who, session.play.book.asks[asks.question.ask], f"{answer}{prices}"
    if not ask or (colon and not who.strip()) or (arrow and not given):
        raise AffrayError(
            "expected WHO: QUESTION -> ANSWER, as in: always Fighter: shoot -> pass; or *: … for everyone"
        )
    return who.strip() or EVERYONE, ask, f"{given or answer}{prices}"


def referee_command(session: Session, words: str) -> None:
    """Give a referee command; list them for `referee help`."""
    first, _, rest = words.partition(" ")
    if first.lower() in ("", "help"):
        session.say(referee_help(session.play, rest.strip()))
        return
    session.play.referee(words)
    session.save_answers()
    session.print_log(session.play.news)


def referee_help(play: Play, name: str = "") -> str:
    """List the commands of the book, or explain one with its examples."""
    if name:
        command = find_command(play.commands, name)
        examples = "\n".join(f"  referee {fill_example(play, example)}" for example in command.examples)
        return f"referee {command.usage}\n{command.meaning}\n{examples}"
    lines = [(f"referee {command.usage}", command.meaning) for command in play.commands]
    width = max(len(usage) for usage, _ in lines if len(usage) <= LONGEST_USAGE)
    shown = [f"{usage:<{width}}  {meaning}" for usage, meaning in lines]
    return "\n".join([*shown, "Add a reason at the end: … because the roof fell in"])


def fill_example(play: Play, example: str) -> str:
    """Put the names of this fight into an example."""
    return example.replace("WHO", play.roster.who[0]).replace("SIDE", play.roster.sides[-1])


def help_command(session: Session, _: str) -> None:
    session.say(HELP)


def odds_command(session: Session, _: str) -> None:
    session.say(position.odds_from_here(session.play).text().rstrip("\n"))


def advice_command(session: Session, _: str) -> None:
    """Print each answer's chance, and a first estimate while the others are worked out."""
    found, live = None, sys.stdout.isatty()
    for found in advise_step_by_step(session.play):
        if live and not found.clear:  # a line that is written over by the next estimate
            print(f"\r\x1b[K{found.sentence()}"[:TERMINAL_LINE], end="", flush=True)
    if live:
        print("\r\x1b[K", end="")
    if found is not None:
        session.say(found.text().rstrip("\n"))


def reasons_command(session: Session, _: str) -> None:
    """Print why sides that are cunning answered as they did since the last answer of a person."""
    for why in session.play.reasons or ["nobody had anything to think about since your last answer"]:
        session.say(f"  {why}")


SESSION_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "undo": undo_command,
    "redo": redo_command,
    "why": why_command,
    "state": state_command,
    "log": log_command,
    "odds": odds_command,
    "advice": advice_command,
    "reasons": reasons_command,
    "save": save_command,
    "always": always_command,
    "never": never_command,
    "ask": ask_command,
    "referee": referee_command,
    "help": help_command,
}
