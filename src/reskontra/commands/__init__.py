"""What operators do: start the service, and look after organisations, integrations and users."""
