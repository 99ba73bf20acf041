"""A fight in progress: how it starts, what it asks, what people answer, undo, and the journal that saves it."""
