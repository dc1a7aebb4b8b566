"""The console: pages where people look after their companies and integrations."""
