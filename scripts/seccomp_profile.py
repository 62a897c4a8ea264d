#!/usr/bin/env python3
"""scripts/seccomp_profile.py [--from-json] PROFILE

Makes the kernel's filter of a container engine's seccomp profile, as it is for
a container without capabilities on this machine, and writes it to standard
output: what bwrap --seccomp takes. A call that the kernel's headers here do not
know is left out, and counted on standard error.

PROFILE is a text as in packaging/container/profiles/: the words of a line that
begins with `allow` are calls that are allowed; `NAME errno N` is one that is
refused with that error; `NAME without MASK` is allowed when its first argument
has none of these bits; and `default errno N` is for all others.

  --from-json  PROFILE is an engine's own JSON (Docker's default.json, Podman's
               seccomp.json): writes the text of it instead

Exit status: 0 done, 2 not.
"""

import argparse
import json
import platform
import re
import struct
import sys

# Machine -> the kernel's word for it, the header with its calls.
MACHINES = {
    "x86_64": (0xC000003E, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": (0xC00000B7, "/usr/include/asm-generic/unistd.h"),
}
NAMES_OF_ARCHES = {"amd64", "x86_64"}

LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER_AT, MACHINE_AT, FIRST_ARGUMENT_AT = 0, 4, 16
X32 = 0x40000000


def fail(words):
    sys.exit(f"seccomp_profile.py: {words}")


def numbers_of_calls():
    """Maps the names of this machine's calls to their numbers."""
    if platform.machine() not in MACHINES:
        fail(f"no header of {platform.machine()} is known here")
    path = MACHINES[platform.machine()][1]
    try:
        with open(path, encoding="utf-8") as header:
            text = header.read()
    except OSError as error:
        fail(f"{error}; apt-get install linux-libc-dev")
    pairs = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", text, re.M)
    return {name: int(number) for name, number in pairs}


def read_text(path):
    """Returns the default errno and a list of (name, word, number)."""
    default, rows = None, []
    with open(path, encoding="utf-8") as file:
        for place, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "allow":
                rows += [(name, "allow", 0) for name in words[1:]]
            elif words[:2] == ["default", "errno"] and len(words) == 3:
                default = int(words[2], 0)
            elif len(words) == 3 and words[1] in ("errno", "without"):
                rows.append((words[0], words[1], int(words[2], 0)))
            else:
                fail(f"{path}:{place}: not understood: {line.strip()}")
    if default is None:
        fail(f"{path}: no line `default errno N`")
    return default, rows


def filter_of(default, rows):
    """Returns the instructions, first come first served."""
    numbers = numbers_of_calls()
    word = MACHINES[platform.machine()][0]
    code = [(LOAD, 0, 0, MACHINE_AT), (JUMP_EQUAL, 1, 0, word),
            (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER_AT),
            (JUMP_AT_LEAST, 0, 1, X32), (RETURN, 0, 0, ERRNO | default)]
    unknown = []
    for name, kind, number in rows:
        if name not in numbers:
            unknown.append(name)
        elif kind == "allow":
            code += [(JUMP_EQUAL, 0, 1, numbers[name]), (RETURN, 0, 0, ALLOW)]
        elif kind == "errno":
            code += [(JUMP_EQUAL, 0, 1, numbers[name]),
                     (RETURN, 0, 0, ERRNO | number)]
        else:
            code += [(JUMP_EQUAL, 0, 4, numbers[name]),
                     (LOAD, 0, 0, FIRST_ARGUMENT_AT),
                     (JUMP_BITS, 1, 0, number), (RETURN, 0, 0, ALLOW),
                     (RETURN, 0, 0, ERRNO | default)]
    code.append((RETURN, 0, 0, ERRNO | default))
    print(f"seccomp_profile.py: {len(code)} instructions; not in this machine's "
          f"headers: {len(unknown)} calls", file=sys.stderr)
    return b"".join(struct.pack("=HBBI", *one) for one in code)


def applies(rule):
    """Whether a rule is for a container without capabilities, here."""
    needs, leaves = rule.get("includes") or {}, rule.get("excludes") or {}
    arches = set(needs.get("arches") or NAMES_OF_ARCHES)
    return (not needs.get("caps") and arches & NAMES_OF_ARCHES
            and not set(leaves.get("arches") or []) & NAMES_OF_ARCHES)


def text_of_json(path):
    with open(path, encoding="utf-8") as file:
        profile = json.load(file)
    default = profile.get("defaultErrnoRet", 1)
    allowed, others = set(), []
    for rule in filter(applies, profile["syscalls"]):
        arguments = rule.get("args") or []
        for name in rule["names"]:
            if rule["action"] == "SCMP_ACT_ERRNO" and not arguments:
                others.append(f"{name} errno {rule.get('errnoRet', 1)}")
            elif rule["action"] == "SCMP_ACT_ALLOW" and not arguments:
                allowed.add(name)
            elif name == "clone":
                others.append(f"clone without {arguments[0]['value']:#x}")
            elif name not in ("personality", "socket"):
                fail(f"{path}: conditions of {name} are not understood")
    lines, line = [], "allow"
    for name in sorted(allowed):
        if len(line) + len(name) > 78:
            lines.append(line)
            line = "allow"
        line += " " + name
    return "\n".join([f"default errno {default}", *sorted(set(others)), *lines,
                      line, ""])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--from-json", action="store_true",
                        help=argparse.SUPPRESS)
    parser.add_argument("profile")
    options = parser.parse_args()
    if options.from_json:
        sys.stdout.write(text_of_json(options.profile))
    else:
        sys.stdout.buffer.write(filter_of(*read_text(options.profile)))


if __name__ == "__main__":
    main()
