"""placeholder"""


def is_address(x: str) -> bool:
    return "@" in x
