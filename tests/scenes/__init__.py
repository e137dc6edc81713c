"""Every page of the site and every state of a table, made by the real services: to be looked at, and to be tested."""
