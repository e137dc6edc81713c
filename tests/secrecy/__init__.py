"""Nobody sees what is not theirs: two worlds, planted leaks, canaries, access, what lies at rest."""
