"""What the service is built from: a list of it, and what is known against it."""
