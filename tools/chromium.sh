#!/bin/sh
# Get a browser for the tests in tests/browser, or say plainly why they are skipped. `make browser` calls this with the
# Python that has Playwright. In this order:
#   1. a `chromium` on the PATH (Debian's, or Homebrew's on macOS) is used as it is;
#   2. Playwright's own Chromium is used if it was downloaded before;
#   3. with LONGWOOD_BROWSER=playwright, on Linux as on macOS, Playwright downloads its own (CI asks for that);
#   4. on Debian, as root, apt installs `chromium`; Ubuntu's package of that name needs snap and is left alone;
#   5. otherwise nothing is installed. The tests are skipped, and the last line says how to get a browser.
set -eu
python=${1:-.venv/bin/python}
if command -v chromium > /dev/null; then
    exit 0
fi
own=$("$python" -c 'from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)' 2> /dev/null || true)
if [ -n "$own" ] && [ -x "$own" ]; then
    exit 0
fi
if [ "${LONGWOOD_BROWSER:-}" = playwright ]; then
    echo "Downloading Playwright's own Chromium for the browser tests."
    if [ "$(uname -s)" = Linux ]; then
        exec "$python" -m playwright install --with-deps chromium
    fi
    exec "$python" -m playwright install chromium
fi
if [ "$(id -u)" = 0 ] && grep -qs '^ID=debian$' /etc/os-release; then
    echo "Installing Debian's chromium for the browser tests."
    apt-get update -qq && apt-get install -y -qq chromium > /dev/null && exit 0
fi
case $(uname -s) in
Darwin) how="'$python -m playwright install chromium' or 'brew install --cask chromium'" ;;
*) how="'apt install chromium' on Debian, elsewhere '$python -m playwright install --with-deps chromium'," ;;
esac
echo "No Chromium was found, so the tests in a real browser are skipped; $how brings one." >&2
