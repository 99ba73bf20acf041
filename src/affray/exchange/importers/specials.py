"""Read and write what a stat line can't say (auras, breath, morale, immunities), by ONE table for both directions.

`describe_entry(entry)` returns sentences; `sentence_fields(sentence)` returns them as fields. A field `rider` is what a
sentence says about hits ("Poison: save or die"): the effect for those attacks that only say poison.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from affray.content.yaml import compose, plain_values
from affray.engine.vocabulary import QUALITIES, TAGS
from affray.errors import ScenarioError
from affray.exchange.importers import reference
from affray.exchange.importers.creatures import (
    EFFECT_PREFIX,
    CreatureEntry,
    Field,
    MatchReader,
    Pairs,
    dump_effect,
    own_effect,
)
from affray.exchange.importers.riders import DICE, RIDERS, SAVE
from affray.exchange.importers.text import (
    NUMERAL,
    QUALITY_LIST,
    TAG_LIST,
    find_qualities,
    find_tags,
    join_words,
    normalize,
    parse_number,
    pluralize_tag,
)

# For each aura: the whole sentence, and what gives it away anywhere.
AURA_PATTERNS = {
    "stench": (
        rf"stench: whoever is near {SAVE} or is sickened",
        r"^(?:stench|nauseating)\b|\b(?:stench|reek|smell)\b.{0,80}\b(?:save|nause|sick)",
    ),
    "petrifying gaze": (
        rf"petrifying gaze: whoever meets it {SAVE} or turns to stone",
        r"petrifying gaze|\bgaze\b.{0,80}\b(?:stone|petrif)|(?:stone|petrif).{0,40}\bgaze\b",
    ),
    "dreadful sight": (
        rf"dreadful sight: whoever sees it {SAVE} or is paralysed",
        r"dreadful sight|\b(?:sight|seeing|sees?) .{0,60}\bparaly[sz]",
    ),
    "charming song": (
        rf"charming song: whoever hears it {SAVE} or is charmed",
        r"charming song|\bsong\b.{0,80}\bcharm|\bcharm\w*\b.{0,40}\bsong\b",
    ),
    "spider's web": (
        rf"web: whoever comes up to it {SAVE} or is caught",
        r"^webs?\b|\bwebs?\b.{0,60}\b(?:caught|stuck|entangle|trap)",
    ),
}
AURA_SENTENCES = {
    "stench": "Stench: whoever is near must save vs death or is sickened.",
    "petrifying gaze": "Petrifying gaze: whoever meets it must save vs paralysis or turns to stone.",
    "dreadful sight": "Dreadful sight: whoever sees it must save vs paralysis or is paralysed.",
    "charming song": "Charming song: whoever hears it must save vs spells or is charmed.",
    "spider's web": "Web: whoever comes up to it must save vs paralysis or is caught.",
}
TIMES_A_DAY = {1: "once", 2: "twice", 3: "three times"}
BREATH_ELEMENTS = ("fire", "cold", "acid", "lightning", "poison")
BREATH_SHAPES = ("cone", "line", "cloud", "ball")
OFTEN = rf"(?:(once|twice)|({NUMERAL}) times)"
BREATH_PATTERN = (
    rf"(?:breath weapon: |breath: )?(?:it |they )?(?:can )?breathes? ({'|'.join(BREATH_ELEMENTS)}|frost|flame) in an? "
    rf"({'|'.join(BREATH_SHAPES)}) (\d{{1,3}})(?:'| feet)? long(?: for ({DICE}) damage)?"
    rf"(?:,? {OFTEN}(?: (?:a|per) day)?)?"
)
HUG_PATTERN = rf"(?:bear )?hug: if both (?:claws|paws|talons) hit,? ({DICE}) (?:more )?damage"
HIT_BY_BOTH_PATTERN = (
    r"(?:bear )?hug: (?:if )?(?:an? |any )?(?:victim|creature|target|opponent)(?: that is| is)? hit by (?:both|two|2)"
    r"(?: or more)?(?: of its)? (?:claws?|paws|talons)(?: attacks)?(?: in (?:the same|one|a single) round)?,?"
    rf" (?:it )?(?:suffers?|takes?|receives?|is hugged for|hugs for)(?: an?)?(?: extra| additional)? ({DICE})"
    r"(?: points of)?(?: extra)?(?: automatic)? ?damage"
)
LOOSE_HUG_PATTERN = rf"^(?!.*(?:to[ -]hit|roll|\d\d\+)).*?\bhug\w*\b.{{0,60}}?({DICE})"


def aura_describer(name: str) -> Callable[[CreatureEntry], str]:
    """Return a function that describes one aura."""
    return lambda entry: AURA_SENTENCES[name] if entry.get("aura") == name else ""


def unlisted_describer(key: str, known: Mapping[str, Any], text: str) -> Callable[[CreatureEntry], str]:
    """Return a function that names an effect which has no sentence of its own."""
    return lambda entry: text.format(entry[key]) if entry.get(key) and entry[key] not in known else ""


def describe_hug(entry: CreatureEntry) -> str:
    name = entry.get("hug", "")
    row = {**reference.effects(), **entry.get("effects", {})}.get(name, {})
    if name and name == hug_name(str(row.get("dice", ""))):
        return f"Hug: if both claws hit, {row['dice']} more damage."
    return f"Hug: {name}." if name else ""


def hug_name(dice: str) -> str:
    return "bear hug" if dice == reference.effects()["bear hug"]["dice"] else f"hug {dice}"


def read_hug(found: re.Match[str]) -> Pairs:
    name = hug_name(found[1])
    row = {"clause": "classic.monster.hug", "does": "damage", "dice": found[1]}
    return [("hug", name), *own_effect(name, row)]


def describe_breath(entry: CreatureEntry) -> str:
    """Return a breath weapon in words if they say all of it, else its name."""
    name, often = entry.get("breath", ""), entry.get("breaths", 0)
    row = {**reference.effects(), **entry.get("effects", {})}.get(name, {})
    kind, shape, size, dice = row.get("qualities", "poison"), row.get("shape"), row.get("size"), row.get("dice", "")
    times = TIMES_A_DAY.get(often, f"{often} times")
    if (
        name
        and shape in BREATH_SHAPES
        and (name, breath_effect(kind, shape, size, dice)) == (breath_name(kind, shape, size, dice), dict(row))
    ):
        harm, day = f" for {dice} damage" * bool(dice), f", {times} a day" * bool(often)
        return f"Breathes {kind} in a {shape} {size}' long{harm}{day}."
    return f"Breath: {name}{f', {often} times' * bool(often)}." if name else ""


def breath_effect(kind: str, shape: str, size: int, dice: str) -> dict[str, Any]:
    """Return the effect of a breath weapon."""
    does: dict[str, Any] = {"does": "damage", "dice": dice} if dice else {"does": "breath"}
    row = {
        "clause": "classic.monster.breath",
        **does,
        "save": "breath",
        "half": True,
        "shape": shape,
        "size": size,
        "range": size,
    }
    return row if kind == "poison" else {**row, "qualities": kind}


def breath_name(kind: str, shape: str, size: int, dice: str) -> str:
    """Return the default book's name for a breath weapon if it has the same, else one that says all of it."""
    row = breath_effect(kind, shape, size, dice)
    of_book = (name for name, known in reference.effects().items() if dict(known) == row)
    return next(
        of_book,
        " ".join(
            word
            for word in (kind, "breath", shape, str(size), dice.replace("+", " plus ").replace("-", " less "))
            if word
        ),
    )


def read_breath(found: re.Match[str]) -> Pairs:
    kind, shape, size, dice, once, often = found.groups()
    kind = {"frost": "cold", "flame": "fire"}.get(kind, kind)
    shape = "ball" if shape == "cloud" else shape
    name, row = breath_name(kind, shape, int(size), dice or ""), breath_effect(kind, shape, int(size), dice or "")
    times = {"once": 1, "twice": 2}.get(once or "", parse_number(often) if often else 0)
    return [("breath", name), *([("breaths", times)] if times else []), *own_effect(name, row)]


def read_named_breath(found: re.Match[str]) -> Pairs:
    return [("breath", found[1]), *([("breaths", int(found[2]))] if found[2] else [])]


def describe_own_effect(name: str, row: Mapping[str, Any]) -> str:
    """Return an effect of the entry's own as data."""
    return f"Effect {name}: {dump_effect(row)}."


def read_own_effect(sentence: str) -> Pairs:
    """Read what `describe_own_effect` returns."""
    found = re.fullmatch(r"\s*Effect ([a-z][a-z0-9' -]{0,80}): (\{[^{}\n]{0,600}\})[.\s]*", sentence)
    if not found:
        return []
    try:
        row, mistakes = plain_values(compose(found[2], "effect"), "effect")
    except ScenarioError:
        return []
    return [(EFFECT_PREFIX + found[1], dump_effect(row))] if isinstance(row, dict) and not mistakes else []


# --- the table

NEGATION = re.compile(r"\b(?:not|never|nor|unless|isn't|aren't|don't)\b")
SUBJECT = r"(?:(?:it|they|this creature|these creatures|the creature|he|she|who) )?(?:is |are |has |have |can )?"
FIGHTER_PATTERN = "|".join(c for c in (reference.NORMAL_HUMAN, "normal man", *reference.CLASS_LETTERS.values()))


class Special(NamedTuple):
    """One thing that can be said about a creature, and how to recognise it."""

    key: str  # or several that one sentence says together: the first decides
    describe: Callable[[CreatureEntry], str]
    patterns: tuple[tuple[str, MatchReader], ...]  # for a whole normalized sentence
    loose_patterns: tuple[tuple[str, MatchReader], ...] = ()  # found anywhere; the sentence stays a note


def constant_reader(*pairs: tuple[str, int | str | bool]) -> MatchReader:
    return lambda found: list(pairs)


def numbers_reader(*keys: str) -> MatchReader:
    """Return a reader that gives each group as the number of its key."""
    return lambda found: [(key, parse_number(group)) for key, group in zip(keys, found.groups(), strict=True) if group]


def first_number_reader(key: str, sign: int = 1) -> MatchReader:
    return lambda found: [(key, sign * parse_number(next(group for group in found.groups() if group)))]


def read_tags(found: re.Match[str]) -> Pairs:
    return [("tags", find_tags(found[1]))]


def read_hatred(found: re.Match[str]) -> Pairs:
    return [("hates", find_tags(found[2])), ("hatred", parse_number(found[1]))]


def read_spell_list(found: re.Match[str]) -> Pairs:
    names = [name.strip() for name in re.split(r",|\band\b", found[1]) if name.strip()]
    return [("spells", ", ".join(names))] if names and all(name in reference.spells() for name in names) else []


def read_turning_rank(found: re.Match[str]) -> Pairs:
    rank = reference.monsters().get(found[1], {}).get("turned as", 0)
    return [("turned as", rank)] if rank else []


def read_fighting_class(found: re.Match[str]) -> Pairs:
    return [("fights as", found[1].replace("normal man", reference.NORMAL_HUMAN))]


def qualities_reader(key: str) -> MatchReader:
    return lambda found: [(key, find_qualities(found[1]))]


def aura_reader(name: str) -> MatchReader:
    return constant_reader(("aura", name))


def known_words(value: Any, known: list[str]) -> list[str]:
    """Return the words of a value if all of them are known."""
    words = str(value).split()
    return words if words and all(word in known for word in words) else []


def describe_tags(entry: CreatureEntry) -> str:
    words = known_words(entry.get("tags", ""), TAGS)
    return f"{', '.join(words).capitalize()}." if words else ""


def describe_hatred(entry: CreatureEntry) -> str:
    words = known_words(entry.get("hates", ""), TAGS)
    return f"+{entry['hatred']} to hit against {join_words(map(pluralize_tag, words), 'and')}." if words else ""


def qualities_describer(key: str, before: str, between: str) -> Callable[[CreatureEntry], str]:
    def describe(entry: CreatureEntry) -> str:
        words = known_words(entry.get(key, ""), QUALITIES)
        return f"{before} {join_words(words, between)}." if words else ""

    return describe


def value_describer(key: str, text: str) -> Callable[[CreatureEntry], str]:
    """Return a function that puts the value of a key into a sentence, if the entry has that key."""
    return lambda entry: text.format(entry[key]) if entry.get(key) else ""


def describe_dark_sight(entry: CreatureEntry) -> str:
    return {True: "Sees in the dark.", False: "Can't see in the dark."}.get(entry.get("sees dark", ""), "")


def describe_pack(entry: CreatureEntry) -> str:
    return f"Morale {entry['in pack']} in packs of {entry['pack']} or more." if entry.get("in pack") else ""


def describe_daylight(entry: CreatureEntry) -> str:
    return f"{entry['daylight']:+d} to hit in daylight.".replace("-", "−") if entry.get("daylight") else ""


LEADER = r"(?:leader|king|queen|chief|chieftain|captain|boss|champion|commander|shaman|warlord)"
HARMED = r"(?:harmed|hurt|damaged|hit|wounded|injured|affected)"
SPECIALS = (
    Special(
        "tags",
        describe_tags,
        ((rf"{SUBJECT}(?:an? )?({TAG_LIST})", read_tags),),
        ((r"^(undead)\b", read_tags), (r"\b(?:is|are) (undead|mindless)\b", read_tags)),
    ),
    Special(
        "sees dark",
        describe_dark_sight,
        (
            (
                rf"{SUBJECT}(?:can't|cannot|can not|doesn't|does not|don't) see in (?:the )?dark(?:ness)?",
                constant_reader(("sees dark", False)),
            ),
            (r"no infravision", constant_reader(("sees dark", False))),
            (
                rf"{SUBJECT}sees? in (?:the )?dark(?:ness)?|(?:has )?infravision:?(?: \(?\d{{1,3}}'?\)?)?",
                constant_reader(("sees dark", True)),
            ),
        ),
    ),
    Special(
        "fights as",
        value_describer("fights as", "Fights as a {}."),
        ((rf"{SUBJECT}(?:fights?|attacks?) as an? ({FIGHTER_PATTERN})", read_fighting_class),),
    ),
    Special(
        "turns undead",
        value_describer("turns undead", "Turns undead as a cleric of level {}."),
        (
            (
                rf"{SUBJECT}turns? (?:the )?undead as an? (?:cleric of level ({NUMERAL})|(\d{{1,2}})(?:st|nd|rd|"
                rf"th)?[ -]level cleric|level (\d{{1,2}}) cleric)",
                first_number_reader("turns undead"),
            ),
        ),
    ),
    Special(
        "turned as",
        value_describer("turned as", "Turned as undead of rank {}."),
        (
            (r"(?:is |are )?turned as (?:undead )?(?:of )?rank (\d{1,2})", numbers_reader("turned as")),
            (r"(?:is |are )?turned as an? ([a-z ]{3,20})", read_turning_rank),
        ),
    ),
    Special(
        "hates",
        describe_hatred,
        (
            (
                rf"{SUBJECT}(?:a )?(?:bonus of )?\+(\d) (?:bonus )?(?:to hit|to attack|on attacks?)(?: rolls)? "
                rf"(?:against|vs\.?|versus) ({TAG_LIST})",
                read_hatred,
            ),
        ),
    ),
    Special(
        "led",
        value_describer("led", "Morale {} with its leader."),
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) (?:with|while|when|if) (?:its |their |the |an? "
                rf")?{LEADER}(?: (?:is )?(?:lives|stands|present|alive|there))?",
                numbers_reader("led"),
            ),
        ),
    ),
    Special(
        "in pack",
        describe_pack,
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) in (?:packs|groups|a pack|a group) of ({NUMERAL}) "
                r"or more",
                numbers_reader("in pack", "pack"),
            ),
        ),
    ),
    Special(
        "against fire",
        value_describer("against fire", "Morale {} against fire."),
        (
            (
                rf"(?:ml|{SUBJECT}morale)(?: of)? (\d{{1,2}}) (?:against|when facing|if attacked (?:with|by)|when "
                r"attacked (?:with|by)) fire",
                numbers_reader("against fire"),
            ),
        ),
    ),
    Special(
        "spells",
        value_describer("spells", "Spells: {}."),
        (
            (
                rf"(?:{SUBJECT}(?:knows|know|casts?|cast|memori[sz]ed)(?: the)?(?: spells?)?|spells?(?: known| "
                rf"memori[sz]ed)?):? ([a-z',-]+(?: [a-z',-]+){{0,40}})",
                read_spell_list,
            ),
        ),
    ),
    Special(
        "daylight",
        describe_daylight,
        (
            (
                rf"{SUBJECT}(?:suffers? )?(?:a )?(?:penalty of )?-(\d) (?:penalty )?to (?:hit|attack)(?: rolls)? "
                r"in (?:full |bright )?(?:daylight|sunlight|the sun)",
                first_number_reader("daylight", -1),
            ),
        ),
    ),
    Special(
        "surprise",
        value_describer("surprise", "Surprises on 1–{}."),
        (
            (
                rf"{SUBJECT}surprises?(?: others| foes| opponents| victims| the party| characters)?(?: on)?(?: a "
                r"roll of)? (?:1-)?([1-6])(?: (?:in|of|out of) 6| (?:on|in|of) 1?d6)?",
                numbers_reader("surprise"),
            ),
        ),
        ((r"\bsurprises?:? on (?:a )?(?:roll of )?1-([2-6])\b", numbers_reader("surprise")),),
    ),
    *(
        Special("aura", aura_describer(name), ((pattern, aura_reader(name)),), ((loose, aura_reader(name)),))
        for name, (pattern, loose) in AURA_PATTERNS.items()
    ),
    Special(
        "aura",
        unlisted_describer("aura", AURA_PATTERNS, "Around it: {}."),
        ((r"around (?:it|them): ([a-z][a-z0-9' -]{0,60})", lambda found: [("aura", found[1])]),),
    ),
    Special(
        "hug",
        describe_hug,
        (
            (HUG_PATTERN, read_hug),
            (HIT_BY_BOTH_PATTERN, read_hug),
            (r"hug: ([a-z][a-z0-9' -]{0,60})", lambda found: [("hug", found[1])]),
        ),
        ((LOOSE_HUG_PATTERN, read_hug),),
    ),
    Special(
        "breath",
        describe_breath,
        (
            (BREATH_PATTERN, read_breath),
            (r"breath: ([a-z][a-z0-9' -]{0,60})(?:, (\d{1,2}) times)?", read_named_breath),
        ),
    ),
    Special(
        "regenerates",
        value_describer("regenerates", "Regenerates {} hp a round."),
        (
            (
                rf"{SUBJECT}regenerat(?:es?|ion)(?: of)?:? ({NUMERAL}) (?:hp|hit points?)"
                rf"(?:(?: (?:a|per|each|every) | ?/ ?)round)?|regeneration ({NUMERAL})",
                first_number_reader("regenerates"),
            ),
        ),
        (
            (
                rf"\bregenerates? ({NUMERAL}) ?(?:hp|hit points?)\b|\bregains? ({NUMERAL}) ?(?:hp|hit points?) (?:a|"
                r"per|each|every) round",
                first_number_reader("regenerates"),
            ),
        ),
    ),
    Special(
        "dive",
        value_describer("dive", "Dives at +{} to hit."),
        (
            (
                rf"{SUBJECT}(?:the |its |their )?(?:first )?(?:dive|dives|diving|dive attack|diving attack)(?: "
                r"attack)?:?(?: (?:at|with|gains?|has|is))?(?: a)? \+(\d)(?: bonus)?(?: to (?:hit|attack))?",
                numbers_reader("dive"),
            ),
        ),
    ),
    Special(
        "hurt by",
        qualities_describer("hurt by", "Harmed only by", "or"),
        (
            (
                rf"(?:immunity: |mundane damage immunity: )?{SUBJECT}(?:be )?(?:only )?(?:be )?{HARMED} only by "
                rf"({QUALITY_LIST})",
                qualities_reader("hurt by"),
            ),
            (
                rf"(?:mundane damage immunity: )?{SUBJECT}only (?:be )?{HARMED} by ({QUALITY_LIST})",
                qualities_reader("hurt by"),
            ),
            (rf"only ({QUALITY_LIST}) (?:can )?(?:hurts?|harms?|damages?) (?:it|them)", qualities_reader("hurt by")),
            (
                rf"{SUBJECT}immune to (?:all )?(?:non-?magical|normal|mundane) (?:weapons|attacks|damage)",
                constant_reader(("hurt by", "magic")),
            ),
        ),
    ),
    Special(
        "half by",
        qualities_describer("half by", "Half damage from", "and"),
        (
            (
                rf"{SUBJECT}(?:takes? |suffers? )?(?:only )?half damage (?:from|by) ({QUALITY_LIST})",
                qualities_reader("half by"),
            ),
            (rf"({QUALITY_LIST}) (?:does|do|deals?) (?:only )?half damage", qualities_reader("half by")),
        ),
    ),
    Special(
        "acts last",
        value_describer("acts last", "Always acts last."),
        (
            (
                rf"{SUBJECT}always (?:acts?|attacks?|goes|go|strikes?) last(?: in (?:a|the|each) round)?|(?:slow: "
                rf")?{SUBJECT}always (?:loses?|lost) (?:the )?initiative",
                constant_reader(("acts last", True)),
            ),
        ),
    ),
    Special(
        "also",
        value_describer("also", "Also called {}."),
        ((r"also (?:called|known as) ([a-z][a-z0-9', -]{0,80})", lambda found: [("also", found[1])]),),
    ),
    Special("rider", lambda entry: "", RIDERS),
)
PATTERNS = [(re.compile(pattern), read) for special in SPECIALS for pattern, read in special.patterns]
LOOSE_PATTERNS = [(re.compile(pattern), read) for special in SPECIALS for pattern, read in special.loose_patterns]


def describe_entry(entry: CreatureEntry) -> list[str]:
    """Return what an entry says beside its line, as sentences that `sentence_fields` reads back."""
    sentences = [special.describe(entry) for special in SPECIALS]
    own = [describe_own_effect(name, row) for name, row in entry.get("effects", {}).items()]
    return [sentence for sentence in (*sentences, *own) if sentence]


def sentence_fields(sentence: str) -> list[Field]:
    """Return the fields that a sentence says, with the sentence as their text."""
    return parse_sentence(sentence)[0]


def parse_sentence(sentence: str) -> tuple[list[Field], bool]:
    """Return the fields of a sentence, and whether they are all it says."""
    words = normalize(sentence)
    if len(words) > 400:
        return [], False
    if found := read_own_effect(sentence):
        return [Field(key, value, sentence) for key, value in found], True
    exact = match_exactly(words) or match_exactly(drop_heading(words))
    pairs = exact or list(match_loosely(words))
    return [Field(key, value, sentence) for key, value in dict(reversed(pairs)).items()], bool(exact)


def match_exactly(words: str) -> Pairs:
    return [pair for pattern, read in PATTERNS if (match := pattern.fullmatch(words)) for pair in read(match)]


def drop_heading(words: str) -> str:
    """Drop a heading that the sentence repeats: "regeneration: regenerates 3 hp"."""
    head, _, rest = words.partition(": ")
    return rest if len(head) > 3 and head[:6] in rest else ""


def match_loosely(words: str) -> Iterator[tuple[str, int | str | bool]]:
    for pattern, read in LOOSE_PATTERNS:
        match = pattern.search(words)
        if match and not NEGATION.search(words[: match.start()]):
            yield from read(match)
