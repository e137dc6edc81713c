"""The only reads for pages and mails."""
