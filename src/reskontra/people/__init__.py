"""Who there is and who may do what: organisations, users, integrations, grants and sessions."""
