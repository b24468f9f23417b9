"""Finding the food that was meant, and what so much of it weighs."""
