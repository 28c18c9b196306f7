// @ts-check
/**
 * Keeps the page itself, so that it opens at once and can be installed. Cards, games and whatever else the server knows
 * are never kept here: what a player may see, and of whom, is the server's to say each time.
 *
 * The server writes VERSION and FILES: they name what the page is made of by its content. Another page is another
 * worker, and the old one's files go with it.
 */

const VERSION = "";
/** @type {string[]} */
const FILES = [];
const CACHE = `longwood-${VERSION}`;
/** Where there is no page but answers and files. */
const OTHERS = /^\/(?:api|static|metrics)(?:\/|$)/;
/** Milliseconds that a server may take before the page that is kept is shown; it then waits for the server by itself. */
const PATIENCE = 4000;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Whatever the browser supports of this, answers go by without waking the worker.
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" }).catch(() => {});
  event.waitUntil(keep());
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache", credentials: "same-origin" })));
  // Between the worker and the page the server may have got another one.
  if (!(await (await cache.match("/"))?.text())?.includes(VERSION)) throw new Error("The page has changed meanwhile.");
  await worker.skipWaiting();
}

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("longwood-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !OTHERS.test(url.pathname)) event.respondWith(page(event));
  else if (FILES.includes(url.pathname + url.search)) event.respondWith(file(request));
});

/** The page as the server has it now; the one that is kept only where there is no server. @param {any} event @returns {Promise<Response>} */
async function page(event) {
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  const asked = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  return answer ?? (await caches.match("/", { cacheName: CACHE })) ?? asked;
}

/** A file whose name says what is in it. @param {Request} request */
async function file(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
