"""What the diary's commands share: what they store, how a question waits for its answer, how rows are shown."""
