#!/bin/bash -eu
# All there is to know about building is in the tree.
"$SRC/loadgate/scripts/oss_fuzz_build"
