"""What the classic book puts fights together from."""

from affray.rules.classic.clauses import OPTIONS
from affray.rules.shared.content import library
from affray.rules.shared.people import combatant
from affray.rules.shared.setup import Setup, fear_of_fire
from affray.rules.shared.tactics import TACTICS


def setup() -> Setup:
    """Return the setup of the classic book."""
    return Setup(library(), OPTIONS, TACTICS, combatant, finish=fear_of_fire)
