"""The ports of `rag` on PostgreSQL, Gemini and the bundled model."""
