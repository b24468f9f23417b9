"""The operators' console: what was replied, on what, and who judged it. `bot.review.web` shows it."""
