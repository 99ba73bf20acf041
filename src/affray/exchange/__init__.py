"""Other formats: importers read what people paste, exporters write what other tools read."""
