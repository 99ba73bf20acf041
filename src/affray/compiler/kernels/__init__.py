"""Kernels: functions in the rule language that play fights and explore states, their records, and their disk cache."""
