"""Gemini, by google-genai."""
