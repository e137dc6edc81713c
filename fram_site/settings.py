"""All settings, from the environment.

A real site sets SECRET_KEY, SEAL_KEYS, ALLOWED_HOSTS, DATABASE_URL, REDIS_URL and EMAIL_URL.
`make play` sets RLYEH_PLAY=1 and needs none of them: SQLite, an in-memory queue, mails kept as files.
"""

from email.utils import formataddr
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF

from fram_site.keys import local_keys
from fram_site.version import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = BASE_DIR / "var"  # what `make play` keeps: database, keys, mails

env = environ.Env()

# --- Who we are -------------------------------------------------------------------------------------------------------

PLAY = env.bool("RLYEH_PLAY", default=False)  # one process on this machine, for trying out
RELEASE = VERSION
DEBUG = False

_keys = local_keys(VAR / "keys.env") if PLAY else {}
# Without a key commands that serve nobody work (`replay`, `makemigrations`); games.checks refuses the others.
NO_KEY = "django-insecure-none"
SECRET_KEY = env.str("SECRET_KEY", default="") or _keys.get("SECRET_KEY", NO_KEY)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Fernet keys, comma separated: the first encrypts, all decrypt. `games.seals` is their only reader.
SEAL_KEYS = env.list("SEAL_KEYS", default=[_keys["SEAL_KEYS"]] if _keys else [])

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
SITE_URL = env.str(
    "SITE_URL",
    default=f"http://localhost:{env.str('PORT', default='8000')}"
    if PLAY
    else f"https://{ALLOWED_HOSTS[0].lstrip('.')}",
).rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
HTTPS = SITE_URL.startswith("https://")

# --- The parts --------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
    "whitenoise.runserver_nostatic",
    "fram_site.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "fram_site.middleware.say_version",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "fram_site.middleware.keep_out_of_caches",
    "fram_site.middleware.read_with_care",
    "fram_site.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "fram_site.middleware.drop_slash",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.read_in_own_zone",
    "games.middleware.remember_machine",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "fram_site.middleware.frame_refusal",
]

ROOT_URLCONF = "fram_site.urls"
WSGI_APPLICATION = "fram_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "games.context_processors.frame",
            ],
        },
    },
]

# --- The database -----------------------------------------------------------------------------------------------------

# A PostgreSQL socket is written postgres:///NAME?host=/run/postgresql
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR / 'rlyeh.sqlite3'}")}
# Transactions live in services: a GET must not take SQLite's write lock.
DATABASES["default"]["ATOMIC_REQUESTS"] = False
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"].update(CONN_MAX_AGE=60, CONN_HEALTH_CHECKS=True)
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits live here. In the database they hold whenever the site does, Redis or not.
CACHES = {
    "default": {
        "BACKEND": "fram_site.cache.JsonDatabaseCache",
        "LOCATION": "rlyeh_cache",
    }
}

# --- The queue --------------------------------------------------------------------------------------------------------

SWEEP_SECONDS = 3 if PLAY else 60
CELERY_BROKER_URL = env.str("REDIS_URL", default="memory://localhost/")
# A web request never waits for the broker: what is not published within a moment is found by the sweep.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.05}
    if CELERY_BROKER_URL.startswith("memory")
    else {
        "max_retries": 0,
        "socket_connect_timeout": 0.25,
        "socket_timeout": 0.25,
        "visibility_timeout": 900,
    }
)
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for ever
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # every task may run twice
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 100
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS * 0.9},  # ticks do not pile up while the worker is away
    },
}

# --- Mail -------------------------------------------------------------------------------------------------------------

# smtp://user:password@host:25, smtp+tls://… (587) or smtp+ssl://… (465)
MAILBOX = VAR / "mailbox"  # `make play` keeps its mails here and shows them under /mailbox/
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
elif PLAY:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = MAILBOX
EMAIL_TIMEOUT = 10
EMAIL_SUBJECT_PREFIX = ""
DEFAULT_FROM_EMAIL = env.str("FROM_EMAIL", default=formataddr(("R'lyeh by mail", f"table@{SITE_HOST}")))
SERVER_EMAIL = DEFAULT_FROM_EMAIL
CONTACT = env.str("CONTACT", default="")  # the address under which people reach whoever runs the site
ADMINS = [("Operator", address) for address in env.list("OPERATORS", default=[])]

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "games.accounts.Accounts"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_FORMS = {"signup": "games.accounts.Signup"}  # the name is asked once the address is proven
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# Beside allauth's own: guests, each with a table. In `make play` all come from one address. Answers are counted
# elsewhere (games/views/limits.py), since what is counted here leaves the time of each act in the database.
ACCOUNT_RATE_LIMITS = {
    "try_now": "1000/h/ip" if PLAY else "60/h/ip",
    "moderate": "60/m/user",
    "send_again": "20/m/user",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

MFA_ADAPTER = "games.accounts.Passkeys"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # http://localhost only; games.checks refuses other plain addresses

# People come back once a week in the middle of a game.
SESSION_COOKIE_AGE = 180 * 24 * 60 * 60
SESSION_SERIALIZER = "fram_site.sessions.SealedSerializer"
# Not in the session: its row has a time, and would tell when somebody sealed.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# --- Safety -----------------------------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health$"]  # asked from inside, past the proxy
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER_FILTER = "fram_site.reports.Places"  # no hand, no bid, no note in a report of an error
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Scripts come from our own files only; a nonce is there for what a template must write itself.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

# --- Words, places, times ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# A real site collects its files and serves them under hashed names; `make play` and the tests serve them as they lie.
HASHED_STATIC = env.bool("HASHED_STATIC", default=not PLAY)
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")) if HASHED_STATIC else None
WHITENOISE_USE_FINDERS = not HASHED_STATIC
WHITENOISE_MAX_AGE = 60 if HASHED_STATIC else 0
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- What is said in the log ------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "celery": {"level": "WARNING" if PLAY else "INFO"},
    },
}
