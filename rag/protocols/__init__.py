"""A condition's protocol as data: what a referral must bring, and by which criteria it is decided."""
