/*
 * Answers where the server doesn't. It opens the panel of a screen without network: for that it keeps one shell a language, in which there is
 * nobody's data, and what the shell is made of; taps and panels are in IndexedDB, the API is never touched. In place of any other page,
 * and of what a proxy says when it doesn't reach the server, it shows the product's own page, of which it keeps only the words.
 * It also shows what the server pushes to this browser.
 */
const CACHE = 'taktlog-capture-1';
const OFFLINE = 'taktlog-offline-2';
const WORDS = '/offline.json';
const PANEL = /^\/(?:(en|sk)\/)?tm\/screens\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Stands on every answer of the server: `OWN_HEADER` of src/lib/constants.ts. */
const OWN = 'X-Taktlog';
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

/** An alarm, as `Notice` of src/lib/server/push/send.ts; whatever comes has to be shown, or the browser says something of its own. */
self.addEventListener('push', (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {}
  const { title = 'Taktlog', body, tag, path, lang, silent = false } = notice;
  const more = tag ? { tag, renotify: !silent } : {};
  event.waitUntil(self.registration.showNotification(title, { body, lang, silent, icon: '/apple-touch-icon.png', data: { path }, ...more }));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/', location.origin);
  if (url.origin === location.origin) event.waitUntil(show(url.href));
});
/** The page where it is open already, else in a new tab. */
async function show(href) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}

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
  else if (request.mode === 'navigate') event.respondWith(page(request, url));
  else if (url.pathname.startsWith('/_astro/')) event.respondWith(file(request));
});

/**
 * Is there no server behind this answer? A proxy says so by a status of its own; what the server refuses itself bears its mark, and is no
 * bare text unless it is just going down.
 */
function isGone({ status, headers }) {
  if (![502, 503, 504].includes(status) && !(status >= 520 && status <= 530)) return false;
  return !headers.has(OWN) || (headers.get('Content-Type') ?? '').startsWith('text/plain');
}

/** The page from the network; where no server is, the product's own. */
async function page(request, url) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !isGone(answer)) return answer;
  return (await offlinePage(url)) ?? answer ?? Response.error();
}

/** The page from the network; without one, or when it keeps silent, the shell. */
async function open(request, locale) {
  const shell = await caches.match(shellOf(locale));
  if (!shell) return page(request, new URL(request.url));
  const silence = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const answer = await Promise.race([fetch(request).catch(() => null), silence]);
  return answer && !isGone(answer) ? answer : shell;
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The product's own page at the address that could not be had: it asks whether the server is back, and then opens the address. */
async function offlinePage({ pathname, search }) {
  const words = await caches.match(WORDS);
  if (!words) return null;
  const [, locale = 'cs', rest = ''] = /^\/(?:(en|sk)(?=\/|$))?\/?(.*?)\/?$/.exec(pathname) ?? [];
  const { title, text, retry, asking, still, names } = (await words.json())[locale];
  const alike = (path) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(`/${rest}`);
  const name = names[Object.keys(names).find(alike)];
  const safe = (word) => word.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const nonce = crypto.randomUUID();
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)} · Taktlog</title><link rel="icon" href="data:,"><style nonce="${nonce}">
:root{color-scheme:light dark;--ground:light-dark(#fff,#111615);--text:light-dark(#111817,#e6ecea);--soft:light-dark(#55615e,#a3afac);--accent:light-dark(#00766d,#3ec5bb);--on:light-dark(#fff,#0a0e0d)}
.light-mode{color-scheme:light}.dark-mode{color-scheme:dark}
body{margin:0;min-height:100dvh;display:grid;align-content:center;justify-content:center;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:32rem;min-width:0;padding:1.5rem}small{display:block;overflow-wrap:anywhere}i{display:block;margin-top:1rem;min-height:1.5em;color:var(--soft);font-style:normal}b{letter-spacing:-.01em}h1{margin:1.5rem 0 .5rem;font-size:1.75rem;line-height:1.2}p{margin:0 0 1.5rem;color:var(--soft)}
a{display:inline-block;padding:.6rem 1rem;border-radius:4px;background:var(--accent);color:var(--on);text-decoration:none;font-weight:500}
a:focus-visible{outline:2px solid var(--text);outline-offset:2px}
</style><script nonce="${nonce}">try{const mode=localStorage.getItem("color-mode");if(/^(light|dark)$/.test(mode))document.documentElement.classList.add(mode+"-mode")}catch{}</script></head><body><main><b>Taktlog</b><h1>${safe(title)}</h1><p>${name ? `<strong>${safe(name)}</strong>` : ''}<small>${safe(pathname + search)}</small></p><p>${safe(text)}</p><a href="">${safe(retry)}</a><i role="status"></i></main>
<script nonce="${nonce}">(${look})(${JSON.stringify({ own: OWN, asking, still, locale }).replaceAll('<', '\\u003c')})</script></body></html>`;
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' };
  return new Response(html, { status: 503, headers });
}

/** Runs in that page: asks again and again whether the server is there, and then opens what was asked for. */
function look({ own, asking, still, locale }) {
  const [button, said] = [document.querySelector('a'), document.querySelector('i')];
  const key = `offline:${location.pathname}`;
  const MEMORY_MS = 300_000;
  // A server that is there, before a page that is not, is asked less and less often too: the times are kept over reloads.
  let tries = 0;
  try {
    const [count, at] = JSON.parse(sessionStorage.getItem(key) ?? '[0,0]');
    if (Date.now() - at < MEMORY_MS) tries = count;
  } catch {}
  let timer;
  let isAsking = false;
  const later = () => {
    timer = setTimeout(ask, Math.min(2_000 * 1.5 ** tries, 30_000));
  };
  async function ask(byHand) {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    if (byHand === true) said.textContent = asking;
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).catch(() => null);
    isAsking = false;
    tries++;
    try {
      sessionStorage.setItem(key, JSON.stringify([tries, Date.now()]));
    } catch {}
    if (answer?.ok && answer.headers.has(own)) return location.reload();
    if (byHand === true) said.textContent = still.replace('{{time}}', new Date().toLocaleTimeString('en-GB').replaceAll(':', locale === 'en' ? ':' : '.'));
    later();
  }
  button.addEventListener('click', (event) => {
    event.preventDefault();
    ask(true);
  });
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  later();
}
