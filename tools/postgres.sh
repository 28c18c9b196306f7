#!/bin/sh
# Get a PostgreSQL for the tests of the shared journal, or say plainly why they are skipped. `make database` calls this.
# The tests start a server of their own in a temporary folder and end it; nothing that runs already is touched.
#   1. programs on the PATH, or where Debian, Ubuntu and Homebrew put them, are used as they are;
#   2. as root on Debian or Ubuntu, apt installs `postgresql`;
#   3. with LONGWOOD_POSTGRES=required (CI asks for that), apt by sudo, or Homebrew on macOS, installs it;
#   4. otherwise nothing is installed. The tests are skipped, and the last line says how to get it.
set -eu
for place in "$(dirname "$(command -v initdb || echo /none/initdb)")" /usr/lib/postgresql/*/bin \
    /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
    if [ -x "$place/initdb" ] && [ -x "$place/postgres" ]; then
        exit 0
    fi
done
install() {
    echo "Installing PostgreSQL for the tests of the shared journal."
    $1 apt-get update -qq && $1 apt-get install -y -qq postgresql > /dev/null
}
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    install "" && exit 0
fi
if [ "${LONGWOOD_POSTGRES:-}" = required ]; then
    if command -v apt-get > /dev/null; then
        install sudo
        exit 0
    fi
    if command -v brew > /dev/null; then
        exec brew install --quiet postgresql@17
    fi
fi
echo "No PostgreSQL was found, so the tests of the shared journal with it are skipped; 'apt install postgresql' or" \
    "'brew install postgresql@17' brings one." >&2
