"""What a rule may import: the state of a fight, the verbs, dice, space, conditions, events, clauses and options."""
