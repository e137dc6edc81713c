"""The addresses of the games."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
