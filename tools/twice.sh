#!/bin/sh
# Runs pytest as given. Servers, processes and browsers share the machine with whatever else runs there: a test that
# fails beside others is tried once more by itself, in sight of everyone. One that fails twice is a fault.
"$@" && exit
echo "Once more, one by one, what has just failed:"
exec "$@" -n 0 --last-failed --last-failed-no-failures none
