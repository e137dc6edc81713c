"""The only writers: one use case a function, keyword-only, one transaction, the game's lock first.

Who may not do something gets `IllegalAction` (or `StaleDecision`) with a sentence; who may not even know gets
`NoSuchTable`. Anything else that is raised is a bug.
"""
