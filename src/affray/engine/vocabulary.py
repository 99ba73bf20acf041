"""The words content files may use, and the numbers and bits by which rules know them."""

QUALITIES = (
    "melee missile two-handed slow blunt brace charge reload splash silver magic fire cold acid lightning thrust "
    "narrow long natural bare thrown claw bomb holy"
).split()
(
    MELEE,
    MISSILE,
    TWO_HANDED,
    SLOW,
    BLUNT,
    BRACE,
    CHARGE,
    RELOAD,
    SPLASH,
    SILVER,
    MAGIC,
    FIRE,
    COLD,
    ACID,
    LIGHTNING,
    THRUST,
    NARROW,
    LONG,
    NATURAL,
    BARE,
    THROWN,
    CLAW,
    BOMB,
    HOLY,
) = (1 << n for n in range(len(QUALITIES)))

TAGS = "undead beast mindless large human aquatic flyer elf dwarf halfling humanoid".split()
UNDEAD, BEAST, MINDLESS, LARGE, HUMAN, AQUATIC, FLYER, ELF, DWARF, HALFLING, HUMANOID = (
    1 << n for n in range(len(TAGS))
)

EFFECTS = "damage condition heal bolt death attach drain-level drain-strength breath".split()
(
    HARM,
    AFFLICT,
    MEND,
    BOLT,
    SLAY,
    ATTACH,
    DRAIN_LEVEL,
    DRAIN_STRENGTH,
    BREATHE,
) = range(len(EFFECTS))

SHAPES = "one ball line cone near self sight".split()
ONE, BALL, LINE, CONE, NEAR, SELF, SIGHT = range(len(SHAPES))

SAVES = "none death wands paralysis breath spells".split()
NO_SAVE, DEATH, WANDS, PARALYSIS, BREATH, SPELLS = range(len(SAVES))

TOPICS = "rolls targets movement declarations spells morale rulings".split()  # kinds of question
ROLLS, TARGETS, MOVEMENT, DECLARATIONS, CASTING, MORALE, RULINGS = range(len(TOPICS))
