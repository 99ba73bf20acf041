"""Wrong scenario files: each is told all its mistakes. In a wrong file » stands before its mistake."""

from __future__ import annotations

import pytest
from known_words import mistakes

NUMBERS = "ac: 6, thac0: 19, damage: 1d6, hp: 4"
ORCS = "b: [orc]"


def marked(text: str) -> tuple[str, int, int]:
    """The text without its », and the line and column where that stood."""
    before, _, after = text.partition("»")
    return before + after, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


# A file and a part of what is said about it. Where the file has no sides of its own, two are added at the end.
WRONG = {
    # YAML
    "not closed": ("title: x\nterrain: {width: 10\nsides»: {}", "not YAML while parsing a flow mapping"),
    "tab": ("title: x\nsides:\n»\ta: [orc]", "not YAML"),
    "quote": ('title: "x\nsides: {a: [orc]}\n»', "that began in line 1"),
    "two documents": ("title: x\n»---\ntitle: y", "not YAML"),
    "undefined alias": ("title: »*nobody\n", "undefined alias"),
    "alias inside itself": ("sides: »&s {a: *s, b: [orc]}", "an alias in here stands for all of this"),
    "duplicate key": ("title: x\nrounds: 9\n»title: y\n", "stands here and in line 1 already; delete one"),
    "duplicate key of a member": (f"sides: {{a: [{{monster: orc, »monster: orc}}], {ORCS}}}", "in line 1 already"),
    "duplicate side": (f"sides:\n  a: [orc]\n  {ORCS}\n  »a: [goblin]", "in line 2 already"),
    "tag": ("title: »!!python/name:os.system x\n", "is not read here; leave it out"),
    "tag of a mapping": ("terrain: »!wood {outdoors: true}\n", "'!wood' is not read here"),
    "key that is a list": ("»[a, b]: 1\n", "a key that is not a word"),
    "control character": ("title: x»\x07y\n", "U+0007"),
    "escape out of bounds": ('title: "\\U»FFFFFFFF"\n', "not YAML"),
    "nested": ("title: " + "[" * 19 + "»" + "[" * 500, "nested too deep"),
    "empty": ("»", "the file is empty; expected a scenario"),
    "only a comment": ("»# later", "the file is empty"),
    "a list": ("»- orc\n- orc", "found a list; expected a mapping"),
    "a word": ("»orc", "found 'orc'; expected a mapping"),
    # top
    "unknown key": ("»distnce: 60\n", "unknown key 'distnce'; expected one of title, rules, distance"),
    "nearest key": ("»distnce: 60\n", "did you mean 'distance'?"),
    "house rules": ("house rules: »7\n", "the name of a file with house rules, or a mapping of them"),
    "house rules of nothing": ("house rules:» \nrounds: 9\n", "house rules: found nothing"),
    "a house rule": ("house rules: [ours.yaml, »[a]]\n", "found a list; expected the name of a file"),
    "another book's option": ("options: {»tempo.nothing: on}\n", "unknown option 'tempo.nothing'"),
    "bad ground": ("terrain: {bad ground: »3}\n", "expected yes or no"),
    "title is a list": ("title: »[a]\n", "title: found a list; expected words"),
    "title is yes": ("title: »yes\n", "read as yes or no; expected words; put them in quotes"),
    "title too long": ("title: " + "x" * 200 + "»x\n", "201 characters long; expected at most 200"),
    "title of nothing": ("title:» \nrounds: 9\n", "title: found nothing"),
    "rules": ("rules: »clasic\n", "unknown rulebook 'clasic'; expected one of classic"),
    "distance": ("distance: »close\n", "distance: found 'close'; expected a number from 1 to 100000 or contact"),
    "no distance": ("distance: »0\n", "write contact"),
    "negative distance": ("distance: »-5\n", "found '-5'"),
    "fraction": ("distance: »7.5\n", "found '7.5'"),
    "rounds": ("rounds: »2000\n", "rounds: found '2000'; expected a whole number from 1 to 1000"),
    "rounds out of all bounds": ("rounds: »" + "9" * 5000 + "\n", "9999…'; expected a whole number"),
    "terrain": ("terrain: »swamp\n", "terrain: found 'swamp'; expected a mapping"),
    "terrain key": ("terrain: {»widht: 10}\n", "unknown key 'widht'; expected one of width, outdoors"),
    "terrain value": ("terrain: {deck: »maybe}\n", "deck: found 'maybe'; expected yes or no"),
    "water": ("terrain: {water: »over}\n", "unknown depth of water 'over'; expected one of in, under"),
    "narrow": ("terrain: {width: »0}\n", "width: found '0'; expected a whole number from 1 to 1000"),
    "dark daylight": ("terrain: {daylight: true, »dark: true}\n", "dark and daylight both"),
    "option": ("options: {»initiative.tei: reroll}\n", "unknown option 'initiative.tei'"),
    "nearest option": ("options: {»initiative.tei: reroll}\n", "did you mean 'initiative.tie'?"),
    "option's value": (
        "options: {initiative.tie: »rerol}\n",
        "expected reroll or simultaneous; did you mean 'reroll'?",
    ),
    "option's number": ("options: {retreat.bonus: »99}\n", "expected a whole number from 0 to 10"),
    "option's words": ("options: {morale.triggers: »[first, second]}\n", "expected any of first, half"),
    "option of nothing": ("options: {surprise:» }\n", "surprise can't be nothing; expected off or on"),
    "option with two signs": ("options: {retreat.bonus: »+-5}\n", "expected a whole number"),
    "options are a list": ("options: »[surprise]\n", "options: found a list; expected a mapping"),
    # sides
    "no sides": ("title: x\nsides:»", "sides: found nothing; expected a mapping"),
    "sides are a list": ("sides: »[a, b]\n", "sides: found a list; expected a mapping"),
    "one side": ("»sides: {a: [orc]}", "only one side: add a second one under `sides`"),
    "nine sides": ("»sides: {" + ", ".join(f"s{n}: [orc]" for n in range(9)) + "}", "9 sides; expected at most 8"),
    "side called nobody": (f"sides: {{»Nobody: [orc], {ORCS}}}", "can't be called 'Nobody'"),
    "side called stand-off": (f"sides: {{»stand-off: [orc], {ORCS}}}", "can't be called"),
    "side twice but for case": ("sides: {B: [orc], »b: [orc]}", "the side 'B' has that name already"),
    "side with a number": (f"sides: {{»2nd: [orc], {ORCS}}}", "expected a name"),
    "side without members": (f"sides:\n  a: »{{players: true}}\n  {ORCS}", "missing key `members`"),
    "no members": (f"sides: {{a: {{members: »[]}}, {ORCS}}}", "no members; add who fights"),
    "members are a word": (f"sides: {{a: {{members: »orc}}, {ORCS}}}", "members: found 'orc'; expected a list"),
    "key of a side": (f"sides: {{a: {{members: [orc], »way_out: true}}, {ORCS}}}", "did you mean 'way out'?"),
    "side's tactic": (f"sides: {{a: {{members: [orc], tactic: »neerest}}, {ORCS}}}", "did you mean 'nearest'?"),
    "side's morale": (f"sides: {{a: {{members: [orc], morale: »13}}, {ORCS}}}", "a whole number from 2 to 12"),
    "players": (f"sides: {{a: {{members: [orc], players: »2}}, {ORCS}}}", "players: found '2'; expected yes or no"),
    "wary": (f"sides: {{a: {{members: [orc], wary: true, »surprised: true}}, {ORCS}}}", "wary can't be surprised"),
    "ambush": (f"sides: {{a: {{members: [orc], ambush: »sly}}, {ORCS}}}", "expected one of prepared, chance"),
    "ambush and surprise": (
        f"sides: {{a: {{members: [orc], ambush: chance, »surprised: true}}, {ORCS}}}",
        "who lies in ambush is not surprised",
    ),
    "party of a text": (f"sides: {{a: {{party: »them.yaml}}, {ORCS}}}", "this scenario is not in a file"),
    "party of nothing": (f"sides: {{a: {{party: »3}}, {ORCS}}}", "party: found '3'; expected the path of a party file"),
    "party without a name": (f"sides: {{a: {{party: »{{members: [orc]}}}}, {ORCS}}}", "missing key `party`"),
    "key of a party": (f"sides: {{a: {{party: {{party: X, members: [orc], »mebers: 3}}}}, {ORCS}}}", "'members'?"),
    "party's member": (f"sides: {{a: {{party: {{party: X, members: [»ork]}}}}, {ORCS}}}", "did you mean 'orc'?"),
    "key of a party's member": (
        f"sides: {{a: {{party: {{party: X, members: [Anna: {{class: elf, »nots: [a]}}]}}}}, {ORCS}}}",
        "did you mean 'notes'?",
    ),
    "party without anybody": (
        f"sides: {{a: {{party: »{{party: X, members: [Anna: {{class: elf, fate: dead}}]}}}}, {ORCS}}}",
        "nobody of this party is left to fight",
    ),
    "fate": (
        f"sides: {{a: {{party: {{party: X, members: [Anna: {{class: elf, fate: »ded}}]}}}}, {ORCS}}}",
        "unknown fate 'ded'; expected one of dead, out, gone",
    ),
    "name in a party and beside it": (
        f"sides: {{a: {{party: {{party: X, members: [A: {{class: elf}}]}}, members: [»A: {{class: elf}}]}}, {ORCS}}}",
        "another combatant is called 'A' already",
    ),
    # members
    "monster": (f"sides: {{a: [»ork], {ORCS}}}", "unknown monster 'ork'; expected one of orc, goblin"),
    "nearest monster": (f"sides: {{a: [»ork], {ORCS}}}", "did you mean 'orc'?"),
    "counted monster": (f"sides: {{a: [2d4 »gobblin], {ORCS}}}", "did you mean 'goblin'?"),
    "quoted monster": (f"sides: {{a: ['6 »orcc'], {ORCS}}}", "did you mean 'orc'?"),
    "headed monster": (f"sides: {{a: [6 »orcc: {{hp: 4}}], {ORCS}}}", "did you mean 'orc'?"),
    "monster inside": (f"sides: {{a: [Grub: {{monster: »orcc}}], {ORCS}}}", "did you mean 'orc'?"),
    "class for monster": (
        f"sides: {{a: [»fighter], {ORCS}}}",
        "'fighter' is a class; expected a monster; write {class: fighter",
    ),
    "member is a number": (f"sides: {{a: [»3], {ORCS}}}", "found '3'; expected a mapping"),
    "member of nothing": (f"sides:\n  a:\n    -» \n  {ORCS}", "found nothing; expected a mapping"),
    "dice": (f"sides: {{a: [2d»x goblin], {ORCS}}}", 'is not dice: found "x"; expected % or a number of sides'),
    "dice of a head": (f"sides: {{a: [2d4»d6 goblin: {{hp: 3}}], {ORCS}}}", "is not dice"),
    "dice of count": (
        f"sides: {{a: [{{monster: orc, count: 2d»}}], {ORCS}}}",
        "'2d' is not dice",
    ),
    "quoted dice": (f"sides: {{a: [{{monster: orc, count: '2d6»y'}}], {ORCS}}}", 'found "y"'),
    "kept dice": (f"sides: {{a: [{{monster: orc, count: »4d6kh3}}], {ORCS}}}", "leave out kh or kl"),
    "count of 0": (f"sides: {{a: [»0 orc], {ORCS}}}", "found '0'; expected at least 1"),
    "count is a list": (f"sides: {{a: [{{monster: orc, count: »[1]}}], {ORCS}}}", "count: found a list"),
    "257 at once": ("sides: {a: [256 orc], b: [»orc]}", "comes to 257 combatants"),
    "too many dice": (f"sides: {{a: [»100d6 orc], {ORCS}}}", "comes to 600 combatants, with every die at its highest"),
    "member's key": (f"sides: {{a: [Grub: {{monster: orc, »armed: 3}}], {ORCS}}}", "unknown key 'armed'"),
    "ability's name": (f"sides: {{a: [{{monster: orc, »STRE: 13}}], {ORCS}}}", "did you mean 'STR'?"),
    "lone key": (f"sides: {{a: [{{»mnster: orc}}], {ORCS}}}", "did you mean 'monster'?"),
    "merge": (f"sides: {{a: [{{monster: orc, »<<: 3}}], {ORCS}}}", "unknown key '<<'"),
    "ability": (
        f"sides: {{a: [{{monster: orc, STR: »19}}], {ORCS}}}",
        "STR: found '19'; expected a whole number from 3 to 18",
    ),
    "class": (f"sides: {{a: [Anna: {{class: »figter}}], {ORCS}}}", "unknown class 'figter'; expected one of fighter"),
    "level": (f"sides: {{a: [Anna: {{class: fighter, level: »-1}}], {ORCS}}}", "a whole number from 0 to 36"),
    "gear": (f"sides: {{a: [{{monster: orc, gear: [sword, »swrod]}}], {ORCS}}}", "did you mean 'sword'?"),
    "counted gear": (f"sides: {{a: [{{monster: orc, gear: [3 »javlin]}}], {ORCS}}}", "did you mean 'javelin'?"),
    "magic gear": (f"sides: {{a: [{{monster: orc, gear: [»swrd +1]}}], {ORCS}}}", "potion 'swrd'"),
    "gear is a word": (
        f"sides: {{a: [{{monster: orc, gear: »sword}}], {ORCS}}}",
        "gear: found 'sword'; expected a list",
    ),
    "gear is a mapping": (f"sides: {{a: [{{monster: orc, gear: [»{{sword: 1}}]}}], {ORCS}}}", "found a mapping"),
    "spell": (f"sides: {{a: [{{monster: orc, spells: [»slep]}}], {ORCS}}}", "unknown spell 'slep'"),
    "member's tactic": (f"sides: {{a: [{{monster: orc, tactic: »frist}}], {ORCS}}}", "did you mean 'first'?"),
    "hp": (f"sides: {{a: [{{monster: orc, hp: »some}}], {ORCS}}}", "a number from 1 to 9999, rolled or average"),
    "no hp": (f"sides: {{a: [{{monster: orc, hp: »0}}], {ORCS}}}", "hp: found '0'"),
    "negative hp": (f"sides: {{a: [6 orc: {{hp: »-3}}], {ORCS}}}", "hp: found '-3'"),
    "morale 1": (f"sides: {{a: [{{monster: orc, morale: »1}}], {ORCS}}}", "a whole number from 2 to 12"),
    "morale 13": (f"sides: {{a: [{{monster: orc, morale: »13}}], {ORCS}}}", "a whole number from 2 to 12"),
    "morale is yes": (
        f"sides: {{a: [{{monster: orc, morale: »yes}}], {ORCS}}}",
        "found 'true'; expected a whole number",
    ),
    "loyalty": (f"sides: {{a: [{{monster: orc, retainer: »yes}}], {ORCS}}}", "retainer: found 'true'"),
    "mercenary": (f"sides: {{a: [{{monster: orc, mercenary: »trainde}}], {ORCS}}}", "did you mean 'trained'?"),
    "elite": (f"sides: {{a: [{{monster: orc, »elite: true}}], {ORCS}}}", "counts for mercenaries alone"),
    "retainer and mercenary": (
        f"sides: {{a: [{{monster: orc, retainer: 7, »mercenary: militia}}], {ORCS}}}",
        "retainer and mercenary both; give one",
    ),
    "many leaders": (f"sides: {{a: [6 orc: {{»leader: true}}], {ORCS}}}", "a leader is one combatant"),
    "mount": (f"sides: {{a: [{{monster: orc, mount: »horse}}], {ORCS}}}", "did you mean 'war horse'?"),
    "cover": (
        f"sides: {{a: [{{monster: orc, cover: »thick}}], {ORCS}}}",
        "unknown cover 'thick'; expected one of quarter",
    ),
    "condition": (f"sides: {{a: [{{monster: orc, conditions: [»sleepy]}}], {ORCS}}}", "unknown condition 'sleepy'"),
    "start dead": (f"sides: {{a: [{{monster: orc, conditions: [»dead]}}], {ORCS}}}", "unknown condition 'dead'"),
    "member's tag": (f"sides: {{a: [{{monster: orc, tags: [»undaed]}}], {ORCS}}}", "did you mean 'undead'?"),
    "position": (
        "sides: {a: [{monster: orc, position: »[1]}], b: [{monster: orc, position: [9, 9]}]}",
        "[x, y]",
    ),
    "under ground": (
        "sides: {a: [{monster: orc, position: »[1, 1, -1]}], b: [{monster: orc, position: [9, 9]}]}",
        "height",
    ),
    "position and distance": (
        "»distance: 60\nsides: {a: [{monster: orc, position: [0, 0]}], b: [{monster: orc, position: [9, 9]}]}",
        "distance and positions both",
    ),
    "one position": (
        "sides: {a: [{monster: orc, position: [0, 0]}], b: [»orc]}",
        "no position here, but others have",
    ),
    "monster and class": (f"sides: {{a: [Anna: {{monster: orc, »class: elf}}], {ORCS}}}", "monster and class both"),
    "ac and aac": (f"sides: {{a: [{{monster: orc, ac: 5, »aac: 14}}], {ORCS}}}", "ac and aac both; give one of them"),
    "thac0 and bonus": (f"sides: {{a: [{{monster: orc, thac0: 19, »bonus: 0}}], {ORCS}}}", "thac0 and bonus both"),
    "thac0": (f"sides: {{a: [{{monster: orc, thac0: »25}}], {ORCS}}}", "a whole number from 1 to 20"),
    "damage": (f"sides: {{a: [{{monster: orc, damage: 1d6+»}}], {ORCS}}}", "is not dice"),
    "damage times": (f"sides: {{a: [{{monster: orc, damage: »1d6x10}}], {ORCS}}}", "such as 2d6+1"),
    "no damage": (f"sides: {{a: [{{monster: orc, damage: »0}}], {ORCS}}}", "damage: found '0'"),
    "saves": (f"sides: {{a: [{{monster: orc, saves: »12/13/14}}], {ORCS}}}", "five saves (death, wands"),
    "save": (
        f"sides: {{a: [{{monster: orc, saves: 12/13/»99/15/16}}], {ORCS}}}",
        "found '99'; expected a save from 2 to 20",
    ),
    "hd": (f"sides: {{a: [{{monster: orc, hd: »0}}], {ORCS}}}", "hit dice such as 3, 2+1, 1-1 or 1/2"),
    "move": (f"sides: {{a: [{{monster: orc, move: »-30}}], {ORCS}}}", "move: found '-30'"),
    "attacks": (f"sides: {{a: [{{monster: orc, attacks: »9}}], {ORCS}}}", "a whole number from 1 to 8"),
    "neither": (f"sides: {{a: [»Anna: {{hp: 8, ac: 4}}], {ORCS}}}", "(missing: thac0 or bonus, damage)"),
    "neither, and hp rolled": (
        f"sides: {{a: [»Anna: {{ac: 4, thac0: 19, damage: 1d6, hp: average}}], {ORCS}}}",
        "missing: hp as a number, or hd",
    ),
    "only a name": (f"sides: {{a: [»Anna: ], {ORCS}}}", "neither a monster nor a class"),
    "name twice": ("sides: {a: [Grub: {monster: orc}], b: [»grub: {monster: goblin}]}", "called 'grub' already"),
    "name of a group": (
        f"sides: {{a: [Orc: {{count: 3, {NUMBERS}}}], b: [»Orc 2: {{monster: goblin}}]}}",
        "another combatant is called 'Orc 2' already",
    ),
    "name before and after": (
        f"sides: {{a: [Grub: {{monster: orc, »name: Snag}}], {ORCS}}}",
        "before the colon already",
    ),
    "count before and after": (
        f"sides: {{a: [6 orc: {{»count: 3}}], {ORCS}}}",
        "count stands before the colon already",
    ),
    "name with a bell": (
        f'sides: {{a: [»"Gr\\aub": {{monster: orc}}], {ORCS}}}',
        "U+0007",
    ),
    "name that is a number": (f"sides: {{a: [{{name: »7, monster: orc}}], {ORCS}}}", "begin it with a letter"),
    # the numbers and states of the other books
    "trained": (
        f"sides: {{a: [{{monster: orc, trained: »well}}], {ORCS}}}",
        "trained: found 'well'; expected yes or no",
    ),
    "readied": (f"sides: {{a: [{{class: elf, spells: [sleep], readied: »slep}}], {ORCS}}}", "did you mean 'sleep'?"),
    "readied but not memorised": (
        f"sides: {{a: [{{class: elf, spells: [sleep], readied: »magic missile}}], {ORCS}}}",
        "readied: 'magic missile' is not among its spells",
    ),
    "wound": (f"sides: {{a: [{{monster: orc, wound: »bad}}], {ORCS}}}", "one of wounded, out of action, dying"),
    "negative levels": (f"sides: {{a: [{{monster: orc, negative levels: »-1}}], {ORCS}}}", "from 0 to 36"),
    "sleepless": (f"sides: {{a: [{{monster: orc, sleepless: »yes}}], {ORCS}}}", "sleepless: found 'true'"),
    "max hp": (f"sides: {{a: [{{monster: orc, hp: 9, »max hp: 8}}], {ORCS}}}", "max hp are fewer than hp"),
    "no max hp": (f"sides: {{a: [{{monster: orc, max hp: »0}}], {ORCS}}}", "a whole number from 1 to 9999"),
    "alert": (f"sides: {{a: [{{monster: orc, alert: »7}}], {ORCS}}}", "a whole number from -6 to 6"),
    "load": (f"sides: {{a: [{{monster: orc, load: »light}}], {ORCS}}}", "unknown load 'light'; expected one of heavy"),
    "wits": (f"sides: {{a: [{{monster: orc, wits: »0}}], {ORCS}}}", "wits: found '0'"),
    "strength": (f"sides: {{a: [{{monster: orc, strength: »61}}], {ORCS}}}", "a whole number from 1 to 60"),
    "tempo ac": (f"sides: {{a: [{{monster: orc, tempo ac: »high}}], {ORCS}}}", "tempo ac: found 'high'"),
    "combat bonus": (f"sides: {{a: [{{monster: orc, combat bonus: »21}}], {ORCS}}}", "a whole number from 0 to 20"),
    "combat_bonus": (f"sides: {{a: [{{monster: orc, combat_bonus: »21}}], {ORCS}}}", "combat bonus: found '21'"),
    "combat bonus twice": (
        f"sides: {{a: [{{monster: orc, combat bonus: 2, »combat_bonus: 2}}], {ORCS}}}",
        "unknown key 'combat_bonus'",
    ),
    "vanguard ac": (f"sides: {{a: [{{monster: orc, vanguard ac: »0}}], {ORCS}}}", "a whole number from 1 to 40"),
    "attack bonus": (f"sides: {{a: [{{monster: orc, attack bonus: »99}}], {ORCS}}}", "attack bonus: found '99'"),
    "skill": (f"sides: {{a: [{{monster: orc, skill: »-2}}], {ORCS}}}", "a whole number from -1 to 6"),
    "sneak": (f"sides: {{a: [{{monster: orc, sneak: »well}}], {ORCS}}}", "sneak: found 'well'"),
    "shock": (f"sides: {{a: [{{monster: orc, shock: »2}}], {ORCS}}}", "damage and armour class, such as 2/13"),
    "shock of too much": (f"sides: {{a: [{{monster: orc, shock: »21/13}}], {ORCS}}}", "found '21/13'"),
    "one save": (f"sides: {{a: [{{monster: orc, save: »1}}], {ORCS}}}", "a whole number from 2 to 20"),
    "notes beside no party": (f"sides: {{a: [{{monster: orc, »notes: [x]}}], {ORCS}}}", "unknown key 'notes'"),
    # objectives
    "objective's side": ("objectives: [{side: »prty, rounds: 9}]\n", "no side is called 'prty'"),
    "objective without a side": ("objectives: [»{rounds: 9}]\n", "missing key `side`"),
    "objective without an end": (
        "objectives: [»{side: a}]\n",
        "an objective with no end; expected one of down, rounds, escape",
    ),
    "objective with two": (
        "objectives: [»{side: a, rounds: 9, escape: true}]\n",
        "with rounds and escape; expected one of",
    ),
    "objective's victim": (
        "objectives: [{side: a, down: »Grub}]\n",
        "nobody is called 'Grub'; expected a name given in members",
    ),
    "one's own": (
        f"objectives: [{{side: a, down: »Grub}}]\nsides: {{a: [Grub: {{monster: orc}}], {ORCS}}}",
        "'Grub' fights on that side itself",
    ),
    "no way out": (
        f"objectives: [{{side: a, »escape: true}}]\nsides: {{a: {{members: [orc], way out: false}}, {ORCS}}}",
        "'a' has no way out",
    ),
    "escape: no": ("objectives: [{side: a, escape: »no}]\n", "ends nothing"),
    "two ends": ("objectives: [{side: a, rounds: 9}, »{side: b, rounds: 8}]\n", "has the same end"),
    "rounds twice": ("»rounds: 20\nobjectives: [{side: a, rounds: 9}]\n", "an objective says after how many rounds"),
    "objective's key": ("objectives: [{side: a, »round: 9, rounds: 9}]\n", "did you mean 'rounds'?"),
    "objectives are a mapping": ("objectives: »{side: a}\n", "objectives: found a mapping; expected a list"),
    "too many objectives": (
        "objectives: »["
        + ", ".join(f"{{side: a, down: Orc {n}}}" for n in range(1, 34))
        + f"]\nsides: {{a: [orc], b: [Orc: {{count: 33, {NUMBERS}}}]}}",
        "too many objectives; expected at most 32",
    ),
    "speaker": ("speaker: »Bran\n", "nobody is called 'Bran'"),
}


@pytest.mark.parametrize(("text", "fragment"), WRONG.values(), ids=WRONG.keys())
def test_a_mistake_is_told_in_its_place(text: str, fragment: str) -> None:
    if "sides" not in text and "sides" not in fragment and text.endswith("\n"):
        text += "sides: {a: [orc], b: [orc]}"
    wrong, line, column = marked(text)
    told = mistakes(wrong)
    assert [(m.line, m.column) for m in told] == [(line, column)], "\n".join(map(str, told))
    assert fragment in told[0].message
    assert str(told[0]) == f"f.yaml:{line}:{column}: {told[0].message}"
    assert "\n" not in told[0].message


def test_all_mistakes_at_once_in_order_of_place() -> None:
    text = """\
»distnce: 60
options: {»tie: reroll}
sides:
  a:
    tactic: »clever
    members:
      - 2d»e4 goblin
      - Grub: {monster: »ork, hp: »-1, gear: [sword, »swrd]}
  b:
    morale: »99
    members: [»6]
objectives:
  - {side: »c, down: »Snag}
"""
    places = []
    while "»" in text:
        text, line, column = marked(text)
        places.append((line, column))
    assert [(m.line, m.column) for m in mistakes(text)] == places


def test_what_a_terminal_would_obey_is_not_repeated() -> None:
    for mistake in mistakes(
        'sides: {"a\\e[2J": 3, b: ["\\e[31m"], c: {"\\n": 1, members: [orc]}}\noptions: {"\\t": 1}'
    ):
        assert str(mistake).isprintable()
