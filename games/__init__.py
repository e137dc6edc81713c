"""R'lyeh card games by mail: the app."""
