"""Saves: five numbers, or whose they are, and whether both say the same."""

from __future__ import annotations

import re

from affray.exchange.importers import tables
from affray.exchange.importers.taking import Scanner, join_doubts
from affray.exchange.importers.values import ParsedValue, build_value

SAVE_LETTERS = "DWPBS"


def parse_saves(text: str, piece: str) -> ParsedValue:
    """D14 W15 P16 B17 S18 (NH); (2); F2; Fighter: 2; Normal Man; 12/13/14/15/16"""
    scanner = Scanner(text)
    five, doubt = extract_five_saves(scanner)
    who = extract_save_class(scanner, bool(five))
    if not five:
        single = None if who else scanner.extract(r"(?<!\d)(\d{1,2})\+?(?!\d)")
        if single:
            return build_value(
                "Save", piece, [("save", int(single[1]), "one save for all; the hit dice decide")], scanner
            )
        return build_value("Saves", piece, [("saves", *nearest_saves(who))] if who else [], scanner)
    if not who:
        return build_value("Saves", piece, [("saves", five, doubt)], scanner)
    told = tables.saves_of(who)
    if told == five:
        return build_value("Saves", piece, [("saves", five if who[0] == "M" else who, doubt)], scanner)
    wrong = sum(a != b for a, b in zip(five.split("/"), told.split("/"), strict=False)) if told else 5
    likely = who if wrong == 1 and who[0] != "M" else five
    why = f"{five} are not the saves of {who}" + (f", which are {told}" if told else "")
    return build_value("Saves", piece, [("saves", likely, join_doubts(doubt, why))], scanner)


def nearest_saves(who: str) -> tuple[str, str]:
    five = tables.saves_of(who)
    if who[0] == "M" and five:
        return five, ""
    return (who, "") if five else ("F" + who[1:] if who[1:].isdecimal() else "F1", f"there are no saves of {who}")


def extract_five_saves(scanner: Scanner) -> tuple[str, str]:
    """Five numbers in the usual order, and what is odd about them."""
    pattern = r"(?<![A-Za-z])([DWPBS])(?:[A-Za-z/ -]{0,30}?[a-z])?[:. ]{0,2}(\d{1,2})\+?(?!\d)"
    named = list(re.finditer(pattern, scanner.left))[:5]
    if len({m[1] for m in named}) == 5:
        scanner.left = scanner.left[: named[0].start()] + " ; " + scanner.left[named[-1].end() :]
        found = {m[1]: int(m[2]) for m in named}
        return check_five_saves([found[letter] for letter in SAVE_LETTERS])
    if plain := scanner.extract(r"(?<!\d)\d{1,2}(?:\s?[/,]\s?\d{1,2}){4}(?!\d)"):
        return check_five_saves([int(n) for n in re.findall(r"\d+", plain[0])])
    return "", ""


def check_five_saves(five: list[int]) -> tuple[str, str]:
    odd = [n for n in five if not 2 <= n <= 20]
    return "/".join(map(str, five)), f"{odd[0]} is no save" if odd else ""


def extract_save_class(scanner: Scanner, after_numbers: bool) -> str:
    if scanner.extract(r"\bNH\b|\bNM\b|\bnormal (?:human|man)\b|\b0-level(?: human)?\b"):
        return "NH"
    long = "|".join(sorted(tables.CLASS_LETTERS.values(), key=len, reverse=True))
    level = r"(?:level\s)?(\d{1,2})(?!\d)(?:\s?(?:to|-)\s?(\d{1,2})(?!\d))?"
    if found := scanner.extract(rf"\b(?:({long}|mu|m-u)s?|([FCTDEHM])[UuIi]?)\s?[:.,]?\s?{level}"):
        letter = found[2].upper() if found[2] else found[1][0].upper()
        return f"{letter}{int(found[3])}" + (f" to {int(found[4])}" if found[4] else "")
    if found := scanner.extract(rf"\b(\d{{1,2}})(?:st|nd|rd|th)[ -]level ({long})s?"):
        return f"{found[2][0].upper()}{int(found[1])}"
    found = scanner.extract(r"\(\s?(\d{1,2})(?:\s?HD)?\s?\)") if after_numbers else None
    return f"F{int(found[1])}" if found else ""
