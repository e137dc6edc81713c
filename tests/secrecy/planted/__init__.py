"""Leaks planted on purpose: each must be caught by an assertion of this suite that names a viewer and a fact."""
