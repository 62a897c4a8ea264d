"""Where scripts/oss_fuzz_check runs targets."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def die(why):
    print(f"oss_fuzz_check: {why}", file=sys.stderr)
    sys.exit(2)


class Sandbox:
    """Where targets run: OUT read-only at another place, no tree, no network."""

    def __init__(self, out, tree):
        self.tree = tree
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="oss-fuzz-"))
        self.out = self.scratch / "not-out"
        shutil.copytree(out, self.out)
        probe = ["bwrap", "--ro-bind", "/", "/", "--tmpfs", "/tmp", "true"]
        self.namespaces = bool(shutil.which("bwrap")) and subprocess.run(
            probe, check=False, capture_output=True).returncode == 0
        self.work = self.scratch / "work"
        self.work.mkdir()
        if not self.namespaces:
            for path in [*self.out.iterdir(), self.out]:
                path.chmod(path.stat().st_mode & ~0o222)

    @contextlib.contextmanager
    def entered(self):
        away = self.tree.with_name(self.tree.name + ".away")
        if not self.namespaces:
            if self.tree == ROOT:
                die("no namespaces here, and this script's own tree cannot be "
                    "renamed: build from a copy and name it by --tree")
            self.tree.rename(away)
        try:
            yield self
        finally:
            if not self.namespaces:
                away.rename(self.tree)
                for path in [self.out, *self.out.iterdir()]:
                    path.chmod(path.stat().st_mode | 0o200)
            shutil.rmtree(self.scratch)

    def path(self, name):
        """Where a file of OUT is for the program that runs."""
        return f"/tmp/not-out/{name}" if self.namespaces else str(self.out / name)

    def work_path(self, name):
        return f"/tmp/scratch/{name}" if self.namespaces else str(self.work / name)

    def run(self, command, seconds, **environment):
        """Runs it; its exit status, None for no end in time, and its output."""
        if self.namespaces:
            wrap = ["bwrap", "--die-with-parent", "--unshare-net",
                    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
                    "--tmpfs", "/tmp"]
            for tree in {self.tree, ROOT}:
                if not tree.is_relative_to("/tmp"):
                    wrap += ["--tmpfs", str(tree)]
            wrap += ["--ro-bind", str(self.out), "/tmp/not-out",
                     "--bind", str(self.work), "/tmp/scratch", "--chdir", "/"]
            for key, value in environment.items():
                wrap += ["--setenv", key, value]
            command = wrap + command
            environment = {}
        try:
            done = subprocess.run(
                command, check=False, timeout=seconds, cwd="/",
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired as late:
            return None, (late.stdout or b"").decode(errors="replace")
        return done.returncode, done.stdout.decode(errors="replace")
