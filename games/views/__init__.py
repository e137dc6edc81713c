"""The pages: short functions that ask the clock, a selector or a service, and render."""
