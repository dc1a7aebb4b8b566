"""The service, its servers and the power fail in the middle of work: nothing told is lost."""
