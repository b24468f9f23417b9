"""The words of food: scanning, stems, spelling, measures, and how names become keys."""
