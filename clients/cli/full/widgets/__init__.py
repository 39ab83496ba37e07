"""What screens are made of. A widget shows a room (its model and its describer), and tells its screen what was pressed."""
