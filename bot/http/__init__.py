"""What Fonte serves over HTTP: the webhook, alone on its port, and health and metrics on another."""
