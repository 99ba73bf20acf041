"""Rules for seams that belong to no book: house rules name them like those of a book."""
