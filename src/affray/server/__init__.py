"""The table: a small server over the driver and the store. No rule lives here."""
