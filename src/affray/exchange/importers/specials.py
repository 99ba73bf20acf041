"""What can be said of a creature beside its line: ONE table, by which sentences are understood and said.

`sentences(entry)` says what the line of an entry can't; `understand(sentence)` gives it back as fields. A field `rider`
is what a sentence says of hits ("Poison: save or die"): the effect for those attacks that only say poison.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from affray.engine.vocabulary import QUALITIES, TAGS
from affray.exchange.importers import effects, tables
from affray.exchange.importers.cleaning import straight
from affray.exchange.importers.creature import Field
from affray.exchange.importers.speech import NUMBER, QUALITY_LIST, TAG_LIST, listed, number, plural, qualities, tags

Entry = Mapping[str, Any]
Pairs = list[tuple[str, int | str | bool]]
LINE = tuple("ac hd attacks move fly swim saves morale thac0".split())  # what stands in the line itself
NOT = re.compile(r"\b(?:not|never|nor|unless|isn't|aren't|don't)\b")
SUBJECT = r"(?:(?:it|they|this creature|these creatures|the creature|he|she|who) )?(?:is |are |has |have |can )?"
RACES = "|".join(c for c in (tables.NORMAL_HUMAN, "normal man", *tables.CLASSES.values()))


class Special(NamedTuple):
    key: str  # or several that one sentence says together: the first decides
    say: Callable[[Entry], str]
    hear: tuple[tuple[str, Callable[[re.Match[str]], Pairs]], ...]  # patterns on a straight sentence
    loose: tuple[tuple[str, Callable[[re.Match[str]], Pairs]], ...] = ()  # found anywhere: the sentence stays a note


def constant(*pairs: tuple[str, int | str | bool]) -> Callable[[re.Match[str]], Pairs]:
    return lambda found: list(pairs)


def numbers(*keys: str) -> Callable[[re.Match[str]], Pairs]:
    """Each group that was found is the number of its key."""
    return lambda found: [(key, number(group)) for key, group in zip(keys, found.groups(), strict=True) if group]


def first_number(key: str, sign: int = 1) -> Callable[[re.Match[str]], Pairs]:
    return lambda found: [(key, sign * number(next(group for group in found.groups() if group)))]


def of_tags(found: re.Match[str]) -> Pairs:
    return [("tags", tags(found[1]))]


def of_hatred(found: re.Match[str]) -> Pairs:
    return [("hates", tags(found[2])), ("hatred", number(found[1]))]


def of_spells(found: re.Match[str]) -> Pairs:
    names = [name.strip() for name in re.split(r",|\band\b", found[1]) if name.strip()]
    return [("spells", ", ".join(names))] if names and all(name in tables.spells() for name in names) else []


def of_rank(found: re.Match[str]) -> Pairs:
    rank = tables.monsters().get(found[1], {}).get("turned as", 0)
    return [("turned as", rank)] if rank else []


def of_class(found: re.Match[str]) -> Pairs:
    return [("fights as", found[1].replace("normal man", tables.NORMAL_HUMAN))]


def of_qualities(key: str) -> Callable[[re.Match[str]], Pairs]:
    return lambda found: [(key, qualities(found[1]))]


def of_aura(name: str) -> Callable[[re.Match[str]], Pairs]:
    return constant(("aura", name))


def plain_names(value: Any, known: list[str]) -> list[str]:
    words = str(value).split()
    return words if words and all(word in known for word in words) else []


def say_tags(entry: Entry) -> str:
    words = plain_names(entry.get("tags", ""), TAGS)
    return f"{', '.join(words).capitalize()}." if words else ""


def say_hatred(entry: Entry) -> str:
    words = plain_names(entry.get("hates", ""), TAGS)
    return f"+{entry['hatred']} to hit against {listed(map(plural, words), 'and')}." if words else ""


def say_qualities(key: str, before: str, between: str) -> Callable[[Entry], str]:
    def say(entry: Entry) -> str:
        words = plain_names(entry.get(key, ""), QUALITIES)
        return f"{before} {listed(words, between)}." if words else ""

    return say


def say(key: str, text: str) -> Callable[[Entry], str]:
    """A sentence with the value of its key, where there is one."""
    return lambda entry: text.format(entry[key]) if entry.get(key) else ""


def say_dark(entry: Entry) -> str:
    return {True: "Sees in the dark.", False: "Can't see in the dark."}.get(entry.get("sees dark", ""), "")


def say_pack(entry: Entry) -> str:
    return f"Morale {entry['in pack']} in packs of {entry['pack']} or more." if entry.get("in pack") else ""


def say_daylight(entry: Entry) -> str:
    return f"{entry['daylight']:+d} to hit in daylight.".replace("-", "−") if entry.get("daylight") else ""


LEADER = r"(?:leader|king|queen|chief|chieftain|captain|boss|champion|commander|shaman|warlord)"
HARMED = r"(?:harmed|hurt|damaged|hit|wounded|injured|affected)"
TABLE = (
    Special(
        "tags",
        say_tags,
        ((rf"{SUBJECT}(?:an? )?({TAG_LIST})", of_tags),),
        ((r"^(undead)\b", of_tags), (r"\b(?:is|are) (undead|mindless)\b", of_tags)),
    ),
    Special(
        "sees dark",
        say_dark,
        (
            (
                rf"{SUBJECT}(?:can't|cannot|can not|doesn't|does not|don't) see in (?:the )?dark(?:ness)?",
                constant(("sees dark", False)),
            ),
            (r"no infravision", constant(("sees dark", False))),
            (
                rf"{SUBJECT}sees? in (?:the )?dark(?:ness)?|(?:has )?infravision:?(?: \(?\d{{1,3}}'?\)?)?",
                constant(("sees dark", True)),
            ),
        ),
    ),
    Special(
        "fights as",
        say("fights as", "Fights as a {}."),
        ((rf"{SUBJECT}(?:fights?|attacks?) as an? ({RACES})", of_class),),
    ),
    Special(
        "turns undead",
        say("turns undead", "Turns undead as a cleric of level {}."),
        (
            (
                rf"{SUBJECT}turns? (?:the )?undead as an? (?:cleric of level ({NUMBER})|(\d{{1,2}})(?:st|nd|rd|"
                rf"th)?[ -]level cleric|level (\d{{1,2}}) cleric)",
                first_number("turns undead"),
            ),
        ),
    ),
    Special(
        "turned as",
        say("turned as", "Turned as undead of rank {}."),
        (
            (r"(?:is |are )?turned as (?:undead )?(?:of )?rank (\d{1,2})", numbers("turned as")),
            (r"(?:is |are )?turned as an? ([a-z ]{3,20})", of_rank),
        ),
    ),
    Special(
        "hates",
        say_hatred,
        (
            (
                rf"{SUBJECT}(?:a )?(?:bonus of )?\+(\d) (?:bonus )?(?:to hit|to attack|on attacks?)(?: rolls)? "
                rf"(?:against|vs\.?|versus) ({TAG_LIST})",
                of_hatred,
            ),
        ),
    ),
    Special(
        "led",
        say("led", "Morale {} with its leader."),
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) (?:with|while|when|if) (?:its |their |the |an? "
                rf")?{LEADER}(?: (?:is )?(?:lives|stands|present|alive|there))?",
                numbers("led"),
            ),
        ),
    ),
    Special(
        "in pack",
        say_pack,
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) in (?:packs|groups|a pack|a group) of ({NUMBER}) or more",
                numbers("in pack", "pack"),
            ),
        ),
    ),
    Special(
        "against fire",
        say("against fire", "Morale {} against fire."),
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) (?:against|when facing|if attacked (?:with|by)|when "
                r"attacked (?:with|by)) fire",
                numbers("against fire"),
            ),
        ),
    ),
    Special(
        "spells",
        say("spells", "Spells: {}."),
        (
            (
                rf"(?:{SUBJECT}(?:knows|know|casts?|cast|memori[sz]ed)(?: the)?(?: spells?)?|spells?(?: known| "
                rf"memori[sz]ed)?):? ([a-z',-]+(?: [a-z',-]+){{0,40}})",
                of_spells,
            ),
        ),
    ),
    Special(
        "daylight",
        say_daylight,
        (
            (
                rf"{SUBJECT}(?:suffers? )?(?:a )?(?:penalty of )?-(\d) (?:penalty )?to (?:hit|attack)(?: rolls)? "
                r"in (?:full |bright )?(?:daylight|sunlight|the sun)",
                first_number("daylight", -1),
            ),
        ),
    ),
    Special(
        "surprise",
        say("surprise", "Surprises on 1–{}."),
        (
            (
                rf"{SUBJECT}surprises?(?: others| foes| opponents| victims| the party| characters)?(?: on)?(?: a "
                r"roll of)? (?:1-)?([1-6])(?: (?:in|of|out of) 6| (?:on|in|of) 1?d6)?",
                numbers("surprise"),
            ),
        ),
        ((r"\bsurprises?:? on (?:a )?(?:roll of )?1-([2-6])\b", numbers("surprise")),),
    ),
    *(
        Special("aura", effects.say_aura(name), ((hear, of_aura(name)),), ((loose, of_aura(name)),))
        for name, (hear, loose) in effects.AURAS.items()
    ),
    Special(
        "aura",
        effects.say_other("aura", effects.AURAS, "Around it: {}."),
        ((r"around (?:it|them): ([a-z][a-z0-9' -]{0,60})", lambda found: [("aura", found[1])]),),
    ),
    Special(
        "hug",
        effects.say_hug,
        ((effects.HUG, effects.of_hug), (r"hug: ([a-z][a-z0-9' -]{0,60})", lambda found: [("hug", found[1])])),
        ((effects.HUGS, effects.of_hug),),
    ),
    Special(
        "breath",
        effects.say_breath,
        (
            (effects.BREATH, effects.of_breath),
            (r"breath: ([a-z][a-z0-9' -]{0,60})(?:, (\d{1,2}) times)?", effects.of_named_breath),
        ),
    ),
    Special(
        "regenerates",
        say("regenerates", "Regenerates {} hp a round."),
        (
            (
                rf"{SUBJECT}regenerat(?:es?|ion)(?: of)?:? ({NUMBER}) (?:hp|hit points?)"
                rf"(?:(?: (?:a|per|each|every) | ?/ ?)round)?|regeneration ({NUMBER})",
                first_number("regenerates"),
            ),
        ),
        (
            (
                rf"\bregenerates? ({NUMBER}) ?(?:hp|hit points?)\b|\bregains? ({NUMBER}) ?(?:hp|hit points?) (?:a|"
                r"per|each|every) round",
                first_number("regenerates"),
            ),
        ),
    ),
    Special(
        "dive",
        say("dive", "Dives at +{} to hit."),
        (
            (
                rf"{SUBJECT}(?:the |its |their )?(?:first )?(?:dive|dives|diving|dive attack|diving attack)(?: "
                r"attack)?:?(?: (?:at|with|gains?|has|is))?(?: a)? \+(\d)(?: bonus)?(?: to (?:hit|attack))?",
                numbers("dive"),
            ),
        ),
    ),
    Special(
        "hurt by",
        say_qualities("hurt by", "Harmed only by", "or"),
        (
            (
                rf"(?:immunity: |mundane damage immunity: )?{SUBJECT}(?:be )?(?:only )?(?:be )?{HARMED} only by "
                rf"({QUALITY_LIST})",
                of_qualities("hurt by"),
            ),
            (
                rf"(?:mundane damage immunity: )?{SUBJECT}only (?:be )?{HARMED} by ({QUALITY_LIST})",
                of_qualities("hurt by"),
            ),
            (rf"only ({QUALITY_LIST}) (?:can )?(?:hurts?|harms?|damages?) (?:it|them)", of_qualities("hurt by")),
            (
                rf"{SUBJECT}immune to (?:all )?(?:non-?magical|normal|mundane) (?:weapons|attacks|damage)",
                constant(("hurt by", "magic")),
            ),
        ),
    ),
    Special(
        "half by",
        say_qualities("half by", "Half damage from", "and"),
        (
            (
                rf"{SUBJECT}(?:takes? |suffers? )?(?:only )?half damage (?:from|by) ({QUALITY_LIST})",
                of_qualities("half by"),
            ),
            (rf"({QUALITY_LIST}) (?:does|do|deals?) (?:only )?half damage", of_qualities("half by")),
        ),
    ),
    Special(
        "acts last",
        say("acts last", "Always acts last."),
        (
            (
                rf"{SUBJECT}always (?:acts?|attacks?|goes|go|strikes?) last(?: in (?:a|the|each) round)?|(?:slow: "
                rf")?{SUBJECT}always (?:loses?|lost) (?:the )?initiative",
                constant(("acts last", True)),
            ),
        ),
    ),
    Special(
        "also",
        say("also", "Also called {}."),
        ((r"also (?:called|known as) ([a-z][a-z0-9', -]{0,80})", lambda found: [("also", found[1])]),),
    ),
    Special("rider", lambda entry: "", effects.RIDERS),
)
HEAR = [(re.compile(pattern), read) for special in TABLE for pattern, read in special.hear]
LOOSE = [(re.compile(pattern), read) for special in TABLE for pattern, read in special.loose]


def sentences(entry: Entry) -> list[str]:
    """What an entry says beside its line, each as a sentence that `understand` takes back."""
    said = [special.say(entry) for special in TABLE]
    own = [effects.say_own(name, row) for name, row in entry.get("effects", {}).items()]
    return [sentence for sentence in (*said, *own) if sentence]


def understand(sentence: str) -> list[Field]:
    """The fields that a sentence says, with the sentence as their text; none where it says nothing known."""
    return heard(sentence)[0]


def heard(sentence: str) -> tuple[list[Field], bool]:
    """The fields of a sentence, and whether they are all it says."""
    words = straight(sentence)
    if len(words) > 400:
        return [], False
    if found := effects.own(sentence):
        return [Field(key, value, sentence) for key, value in found], True
    exact = exactly(words) or exactly(unheaded(words))
    pairs = exact or list(loosely(words))
    return [Field(key, value, sentence) for key, value in dict(reversed(pairs)).items()], bool(exact)


def exactly(words: str) -> Pairs:
    return [pair for pattern, read in HEAR if (match := pattern.fullmatch(words)) for pair in read(match)]


def unheaded(words: str) -> str:
    """Without a heading that the sentence repeats: "regeneration: regenerates 3 hp"."""
    head, _, rest = words.partition(": ")
    return rest if len(head) > 3 and head[:6] in rest else ""


def loosely(words: str) -> Iterator[tuple[str, int | str | bool]]:
    for pattern, read in LOOSE:
        match = pattern.search(words)
        if match and not NOT.search(words[: match.start()]):
            yield from read(match)
