"""The health page: for a load balancer or a watchdog, without anything personal."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Say which version answers and whether it reaches its database (503 if not)."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        database = True
    except DatabaseError:
        database = False
    return JsonResponse({"version": settings.RELEASE, "database": database}, status=200 if database else 503)
