#!/bin/sh
# The browser tests need Debian's chromium: install it where that is allowed, and say plainly where it is not.
set -eu
if command -v chromium > /dev/null; then
    exit 0
fi
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    echo "Installing chromium for the browser tests."
    apt-get update -qq && apt-get install -y -qq chromium > /dev/null && exit 0
fi
echo "chromium is missing, so the tests in a real browser are skipped; 'apt install chromium' brings it." >&2
