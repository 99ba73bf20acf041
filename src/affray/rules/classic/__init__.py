"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""
