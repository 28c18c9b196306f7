"""Draw the icons of the installed page from static/icons/icon.svg: `python tools/make_icons.py`.

A maskable icon has no round corners of its own and keeps its picture within the circle that every mask leaves free.
"""

from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "src" / "longwood" / "web" / "static" / "icons"
SIZES = {
    "icon-180.png": (180, 1.0),
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "maskable-512.png": (512, 0.78),
}
PAGE = (
    '<body style="margin:0;background:{ground}"><div style="width:{size}px;height:{size}px;display:grid;'
    'place-items:center;overflow:hidden"><div style="width:{part}px;height:{part}px">{picture}</div></div>'
)


def main() -> None:
    picture = (FOLDER / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        for name, (size, part) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            is_whole = part < 1 or name == "icon-180.png"
            drawn = picture.replace('rx="96" ', "") if is_whole else picture
            page.set_content(
                PAGE.format(ground="#1d4a3a" if is_whole else "transparent", size=size, part=size * part, picture=drawn)
            )
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
