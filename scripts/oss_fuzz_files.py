"""What scripts/oss_fuzz_check knows of a target's files, and of the tree."""

import configparser
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

SECTIONS = {"libfuzzer", "honggfuzz", "AFL", "centipede", "asan", "ubsan",
            "msan", "env", "grammars", "labels"}
# A line of a dictionary: an optional name, and a value with \\, \" and \xNN.
WORD = re.compile(r'(?:[^"=]+=\s*)?"(?:[^"\\]|\\(?:[\\"]|x[0-9A-Fa-f]{2}))+"')


def read_options(path, complain):
    """The flags for libFuzzer in an options file, which need not be there."""
    if not path.exists():
        return {}
    parser = configparser.ConfigParser()
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
    except (configparser.Error, UnicodeDecodeError) as error:
        complain(f"{path.name}: {str(error).splitlines()[0]}")
        return {}
    for section in parser.sections():
        if section not in SECTIONS:
            complain(f"{path.name}: no runner knows [{section}]")
    return dict(parser.items("libfuzzer")
                if parser.has_section("libfuzzer") else {})


def check_dictionary(path, complain):
    words = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(),
                                  1):
        if line.strip() and not line.startswith("#"):
            words += 1
            if not WORD.fullmatch(line.strip()):
                complain(f"{path.name}:{number}: no word of a dictionary: {line}")
    if words == 0:
        complain(f"{path.name}: holds no word")


def check_sources(complain):
    """What can be told from the tree, in no time."""
    fuzz = ROOT / "fuzz"
    sources = {path.stem for path in fuzz.glob("*_fuzzer.cc")}
    added = set(re.findall(r"^\s*loadgate_add_fuzzer\((\w+)",
                           (fuzz / "CMakeLists.txt").read_text(), re.M))
    for name in sorted(sources - added):
        complain(f"fuzz/{name}.cc: fuzz/CMakeLists.txt does not add it")
    for name in sorted(added - sources):
        complain(f"fuzz/CMakeLists.txt adds {name}: there is no fuzz/{name}.cc")
    for name in sorted(sources):
        corpus = fuzz / "corpus" / name
        if not corpus.is_dir() or not any(corpus.iterdir()):
            complain(f"{name}: has no seeds in fuzz/corpus/{name}")
    for path in sorted([*(fuzz / "dicts").iterdir(),
                        *(fuzz / "options").iterdir()]):
        if path.stem not in sources:
            complain(f"{path.relative_to(ROOT)}: there is no fuzz/{path.stem}.cc")
        if path.suffix == ".dict":
            check_dictionary(path, complain)
        else:
            read_options(path, complain)
    scripts = [folder / "build.sh"
               for folder in (fuzz / "oss-fuzz", ROOT / ".clusterfuzzlite")]
    if scripts[0].read_bytes() != scripts[1].read_bytes():
        complain("fuzz/oss-fuzz/build.sh and .clusterfuzzlite/build.sh differ")
    return len(sources)
