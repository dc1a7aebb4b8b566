"""What happens to calls when what the service stands on fails, and when clients mean harm."""
