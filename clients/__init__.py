"""Public clients of the mirrored API, as they are published, through a whole story in a sandbox."""
