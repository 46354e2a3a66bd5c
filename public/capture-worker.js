/*
 * Answers where the server doesn't. It opens the panel of a screen without network: for that it keeps one shell a language, in which there is
 * nobody's data, and what the shell is made of; taps and panels are in IndexedDB, the API is never touched. In place of any other page it
 * shows the product's own page, of which it keeps only the words.
 */
const CACHE = 'taktlog-capture-1';
const OFFLINE = 'taktlog-offline-1';
const WORDS = '/offline.json';
const PANEL = /^\/(?:(en|sk)\/)?tm\/screens\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PATIENCE_MS = 4_000;
const MOST_FILES = 400;
const shellOf = (locale) => `/~capture-shell/${locale}`;

self.addEventListener('install', (event) => {
  // Past the worker where the browser can: what a page asks while it is left would die with the page on its way through here.
  event.addRoutes?.({ condition: { urlPattern: '/v1/*' }, source: 'network' }).catch(() => {});
  event.waitUntil(keepWords(null).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith('taktlog-') && name !== CACHE && name !== OFFLINE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  const { keep, path, offline } = event.data ?? {};
  if (typeof offline === 'string') event.waitUntil(keepWords(offline));
  if (typeof keep === 'string' && typeof path === 'string' && PANEL.test(path)) event.waitUntil(keepShell(keep, path));
});

/** The words of a build, fetched once for it; null = whichever there are now. */
async function keepWords(build) {
  try {
    const cache = await caches.open(OFFLINE);
    const known = await cache.match('/~offline/build');
    if (build === null ? known : (await known?.text()) === build) return;
    const answer = await fetch(WORDS);
    if (!answer.ok) return;
    await cache.put(WORDS, answer);
    await cache.put('/~offline/build', new Response(build ?? ''));
  } catch {
    // The next page asks again.
  }
}

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
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => offlinePage(url.pathname)));
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

/** The product's own page at the address that could not be had: it asks whether the server is back, and then opens the address. */
async function offlinePage(path) {
  const words = await caches.match(WORDS);
  if (!words) return Response.error();
  const locale = /^\/(en|sk)(?:\/|$)/.exec(path)?.[1] ?? 'cs';
  const { title, text, retry } = (await words.json())[locale];
  const safe = (word) => word.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const nonce = crypto.randomUUID();
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)} · Taktlog</title><link rel="icon" href="data:,"><style nonce="${nonce}">
:root{color-scheme:light dark;--ground:light-dark(#fff,#111615);--text:light-dark(#111817,#e6ecea);--soft:light-dark(#55615e,#a3afac);--accent:light-dark(#00766d,#3ec5bb);--on:light-dark(#fff,#0a0e0d)}
.light-mode{color-scheme:light}.dark-mode{color-scheme:dark}
body{margin:0;min-height:100dvh;display:grid;align-content:center;justify-content:center;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:1.5rem}b{letter-spacing:-.01em}h1{margin:1.5rem 0 .5rem;font-size:1.75rem;line-height:1.2}p{margin:0 0 1.5rem;color:var(--soft)}
a{display:inline-block;padding:.6rem 1rem;border-radius:4px;background:var(--accent);color:var(--on);text-decoration:none;font-weight:500}
a:focus-visible{outline:2px solid var(--text);outline-offset:2px}
</style><script nonce="${nonce}">try{const mode=localStorage.getItem("color-mode");if(/^(light|dark)$/.test(mode))document.documentElement.classList.add(mode+"-mode")}catch{}</script></head><body><main><b>Taktlog</b><h1>${safe(title)}</h1><p>${safe(text)}</p><a href="">${safe(retry)}</a></main>
<script nonce="${nonce}">(()=>{let wait=2000;const look=async()=>{try{if((await fetch("/healthz",{cache:"no-store"})).ok)return location.reload()}catch{}
wait=Math.min(wait*1.5,30000);setTimeout(look,wait)};setTimeout(look,wait);addEventListener("online",look)})()</script></body></html>`;
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' };
  return new Response(html, { status: 503, headers });
}
