"""Questions that take many simulations: compare, sweep, balance, rate. Each answers with a small frozen value."""
