// F3: the offline shell. Kept are the page itself, its hashed files, its pictures and the portal's public facts: nothing that a
// session was asked for. Every other request goes its own way, as if this worker were not there.
const shell = 'clutch-shell'
const page = '/'
const facts = '/api/portal'
const fixed = ['/theme.js', '/icon.svg', facts]
const languages = ['zh', 'en']

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

/** F3: an open page that has nothing better to do asks for the files of all pages in its language. */
self.addEventListener('message', (event) => {
  const language = event.data?.keepPages
  if (languages.includes(language)) event.waitUntil(keepPages(language))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.headers.has('authorization') || isPrivate(url)) return
  if (request.mode === 'navigate') event.respondWith(navigate(request, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request))
  else if (url.search === '' && fixed.includes(url.pathname))
    event.respondWith(freshOrKept(request, url.pathname))
})

/** Calls, and the steps of signing in: the server reads there whether a browser navigates, and addresses hold tickets. */
function isPrivate({ pathname }) {
  return pathname !== facts && /^\/(api|auth|login|reset-password)(\/|$)/.test(pathname)
}

/** The page with what its first screen names. */
async function install() {
  const cache = await caches.open(shell)
  await cache.addAll([page, ...fixed])
  const kept = await cache.match(page)
  const html = (await kept?.text()) ?? ''
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await cache.addAll([...new Set(named)])
}

/** Every address of the page is the same file. */
async function navigate(request, url) {
  const cache = await caches.open(shell)
  try {
    const answer = await fetch(request)
    if (answer.ok && url.pathname === page && url.search === '') await cache.put(page, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(page)
    if (kept) return kept
    throw error
  }
}

/** A hashed file never changes. */
async function fileOf(request) {
  const cache = await caches.open(shell)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function freshOrKept(request, path) {
  const cache = await caches.open(shell)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(path, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(path)
    if (kept) return kept
    throw error
  }
}

/** One file after the other, to leave the network to the page. Files of former builds go. */
async function keepPages(language) {
  const listed = await fetch('/pages.json', { cache: 'no-cache' })
  if (!listed.ok) return
  const files = await listed.json()
  const cache = await caches.open(shell)
  const every = new Set(files.every)
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url)
    if (pathname.startsWith('/assets/') && !every.has(pathname)) await cache.delete(kept)
  }
  for (const path of [...files.both, ...files[language]])
    if (!(await cache.match(path))) await cache.add(path)
}
