"""The real services that tests run against: PostgreSQL, Valkey, an SMTP sink, a Celery worker, Chromium."""
