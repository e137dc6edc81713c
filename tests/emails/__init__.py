"""Tests of the emails."""
