"""The kernel's part for equal combatants: they stand in one order, so that states are one that differ by who is who."""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from affray.conditions import DEAD, GONE


@njit
def line_up(f, words, marks, plan):  # type: ignore[no-untyped-def]
    """Each run of equals by what has become of them, as long as everyone reaches everyone: those who have had their
    moment in this step for themselves, and those who have it still to come; who has it now stays where it is. Whose
    moment comes next is looked for among all."""
    if plan.equals.runs.shape[0] == 0 or words[uint64(plan.equals.contact)] & plan.equals.reach == uint64(0):
        return
    after = marks[plan.equals.cursor]
    for r in range(plan.equals.runs.shape[0]):
        first, end = plan.equals.runs[r, 0], plan.equals.runs[r, 1]
        if first < after <= end:
            sort(f, words, marks, plan, first, after - 1)
            sort(f, words, marks, plan, after, end)
        else:
            sort(f, words, marks, plan, first, end)
    for side in range(plan.equals.facing.shape[0]):
        marks[plan.equals.facing[side]] = faced(f, side)
    if plan.equals.bounds.shape[0] == 2:
        marks[plan.equals.bounds[0]], marks[plan.equals.bounds[1]] = 0, f.n


@njit
def sort(f, words, marks, plan, first, end):  # type: ignore[no-untyped-def]
    if are_equal(f, words, plan, first, end):
        for j in range(first + 1, end):
            k = j
            while k > first and comes_before(words, plan, k, k - 1):
                change_places(words, marks, plan, k, k - 1)
                k -= 1


@njit
def are_equal(f, words, plan, first, end):  # type: ignore[no-untyped-def]
    """Whether the living differ in their wounds alone. Not while anything is upon them: who burns may mind it."""
    alive = -1
    for j in range(first, end):
        if f.who[j].on >> DEAD & 1:
            continue
        if f.who[j].on != 0:
            return False
        if alive < 0:
            alive = j
        for i in range(plan.part):
            apart = words[uint64(plan.who + j * plan.each + i)] ^ words[uint64(plan.who + alive * plan.each + i)]
            if apart & ~(plan.equals.wounds[i] | plan.equals.own[i]) != uint64(0):
                return False
    return True


@njit
def comes_before(words, plan, j, k):  # type: ignore[no-untyped-def]
    for i in range(plan.part):
        mine = words[uint64(plan.who + j * plan.each + i)] & ~plan.equals.own[i]
        yours = words[uint64(plan.who + k * plan.each + i)] & ~plan.equals.own[i]
        if mine != yours:
            return mine < yours
    return False


@njit
def change_places(words, marks, plan, j, k):  # type: ignore[no-untyped-def]
    """All but their numbers; whoever has to do with one of them has to do with the same one still."""
    for i in range(plan.part):
        here, there = uint64(plan.who + j * plan.each + i), uint64(plan.who + k * plan.each + i)
        apart = (words[here] ^ words[there]) & ~plan.equals.own[i]
        words[here] ^= apart
        words[there] ^= apart
    for place in plan.equals.names:
        if marks[place] == j:
            marks[place] = k
        elif marks[place] == k:
            marks[place] = j


@njit
def faced(f, side):  # type: ignore[no-untyped-def]
    """The first in the list who is still in the fight, and not of this side."""
    for j in range(f.n):
        if f.who[j].on & GONE == 0 and f.who[j].side != side:
            return np.int32(j)
    return np.int32(f.n)
