"""What a person has asked to be remembered: a short text of a fixed form, theirs to see and to erase."""
