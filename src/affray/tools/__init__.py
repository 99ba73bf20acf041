"""Tools that look at books from outside: conformance, differences, the index of clauses and their examples."""
