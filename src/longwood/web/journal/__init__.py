"""The journal's part of the server: what is written needs the page's token, and no answer is ever cached."""
