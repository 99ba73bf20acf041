"""Monsters, gear and spells: entries of content files, and entries of others laid over them."""
