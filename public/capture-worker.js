/*
 * Opens the panel of a screen without network. It keeps one shell a language, in which there is nobody's data, and what the shell is
 * made of; taps and panels are in IndexedDB, the API is never touched.
 */
const CACHE = 'taktlog-capture-1';
const PANEL = /^\/(?:(en|sk)\/)?tm\/screens\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PATIENCE_MS = 4_000;
const MOST_FILES = 400;
const shellOf = (locale) => `/~capture-shell/${locale}`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith('taktlog-capture-') && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  const { keep, path } = event.data ?? {};
  if (typeof keep === 'string' && typeof path === 'string' && PANEL.test(path)) event.waitUntil(keepShell(keep, path));
});

/** The shell and everything that it may load, found by the names in it: files of a build never change. */
async function keepShell(locale, path) {
  const cache = await caches.open(CACHE);
  const answer = await fetch(`${path}?shell=1`, { headers: { Accept: 'text/html' }, redirect: 'error' });
  if (!answer.ok) return;
  const html = await answer.clone().text();
  const wanted = filesIn(html, '/');
  const seen = new Set();
  while (wanted.length > 0 && seen.size < MOST_FILES) {
    const file = wanted.pop();
    if (seen.has(file)) continue;
    seen.add(file);
    const known = await cache.match(file);
    const found = known ?? (await fetch(file));
    if (!found.ok) return;
    if (!known) await cache.put(file, found.clone());
    if (/\.(?:js|css)$/.test(file)) wanted.push(...filesIn(await found.clone().text(), file));
  }
  // The shell comes last: one that is here has all that it needs.
  await cache.put(shellOf(locale), answer);
  const kept = new Set([...seen].map((file) => new URL(file, location.origin).href));
  for (const request of await cache.keys())
    if (!kept.has(request.url) && !new URL(request.url).pathname.startsWith('/~capture-shell/')) await forget(cache, request);
}

/** Files of an older build stay while another language's shell may need them. */
async function forget(cache, request) {
  for (const locale of ['cs', 'en', 'sk']) {
    const shell = await cache.match(shellOf(locale));
    if (shell && (await shell.text()).includes(buildMark(request.url))) return;
  }
  const shells = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/~capture-shell/'));
  if (shells.length <= 1) await cache.delete(request);
}
const buildMark = (url) => url.slice(url.lastIndexOf('/') + 1);

/** Absolute paths under /_astro that a text names: in full, or beside its own file. */
function filesIn(text, base) {
  const found = [];
  for (const [, name] of text.matchAll(/["'`(](\/_astro\/[\w.@~-]+\.(?:js|css|woff2))/g)) found.push(name);
  for (const [, name] of text.matchAll(/["'`](_astro\/[\w.@~-]+\.(?:js|css))["'`]/g)) found.push(`/${name}`);
  if (base.startsWith('/_astro/') && base.endsWith('.js'))
    for (const [, name] of text.matchAll(/["'`]\.\/([\w.@~-]+\.js)["'`]/g)) found.push(`/_astro/${name}`);
  return found;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const panel = request.mode === 'navigate' ? PANEL.exec(url.pathname) : null;
  if (panel) event.respondWith(open(request, panel[1] ?? 'cs'));
  else if (url.pathname.startsWith('/_astro/')) event.respondWith(file(request));
});

/** The page from the network; without one, or when it keeps silent, the shell. */
async function open(request, locale) {
  const shell = await caches.match(shellOf(locale));
  if (!shell) return fetch(request);
  const silence = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  try {
    return (await Promise.race([fetch(request), silence])) ?? shell;
  } catch {
    return shell;
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
