"""A command in namespaces of its own: there, the hosts' names and port 443 are the sandbox's.

Run as a file, by whoever starts the command: `namespace.py FD FILE PORTS COMMAND...`. It makes the
namespaces, opens the ports in them, hands their sockets back, and becomes the command. All of it
ends with the command; the machine's own hosts file and ports are not touched.
"""

import array
import ctypes
import fcntl
import os
import socket
import struct
import sys

NEW_USER, NEW_NET, NEW_MOUNTS = 0x10000000, 0x40000000, 0x00020000
BIND, PRIVATE, RECURSIVE = 0x1000, 0x40000, 0x4000
GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 0x1
FORBIDDEN = 125


def enter() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    _called(libc.unshare(NEW_USER | NEW_NET | NEW_MOUNTS))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    _called(libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh", b"lo", 0)
        name, flags = struct.unpack("16sh", fcntl.ioctl(any_socket, GET_FLAGS, request))
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh", name, flags | UP))


def name_hosts(file: str) -> None:
    """Over the machine's own hosts file, for this process and its children alone."""
    libc = ctypes.CDLL(None, use_errno=True)
    _called(libc.mount(file.encode(), b"/etc/hosts", None, BIND, None))


def listening(port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    made.listen(128)
    return made


def hand_over(number: int, sockets: list[socket.socket]) -> None:
    with socket.socket(fileno=number) as line:
        numbers = array.array("i", [each.fileno() for each in sockets])
        line.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)])
        line.recv(1)  # until they are answered


def _called(outcome: int) -> None:
    if outcome:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _write(place: str, text: str) -> None:
    with open(place, "w", encoding="ascii") as file:
        file.write(text)


def main() -> None:
    number, file, ports, *words = sys.argv[1:]
    try:
        enter()
        name_hosts(file)
        hand_over(int(number), [listening(int(port)) for port in ports.split(",")])
    except OSError as error:
        why = f"this system lets nobody make namespaces ({error.strerror})"
        sys.stderr.write(f"reskontra: --transparent=hosts: {why}; use --transparent\n")
        sys.exit(FORBIDDEN)
    try:
        os.execvp(words[0], words)  # noqa: S606 - what the user asked for
    except FileNotFoundError:
        sys.stderr.write(f"reskontra: {words[0]}: not found\n")
        sys.exit(127)
    except OSError as error:
        sys.stderr.write(f"reskontra: {words[0]}: {error.strerror}\n")
        sys.exit(126)


if __name__ == "__main__":
    main()
