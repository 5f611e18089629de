// F3: the offline shell. It caches the page without content, the last content of the main public pages, the hashed files, the
// pictures and the portal's public facts: nothing that depends on a session. It does not handle any other request.
const shell = 'clutch-shell'
// A document with a query has no content: it is the shell of every page.
const emptyPage = '/?shell'
const contentPages = ['/', '/servers', '/vip', '/leaderboard', '/pracc', '/faq']
// The last content of a page is shown when the portal has not replied by then, ms.
const patienceMs = 2_000
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
  if (request.mode === 'navigate') event.respondWith(navigate(event, url))
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
  await cache.addAll([emptyPage, ...fixed])
  const kept = await cache.match(emptyPage)
  await cache.addAll(namedFiles((await kept?.text()) ?? ''))
}

function namedFiles(html) {
  return [...new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path))]
}

/** The portal's document; where it does not come in time, the page's last content; without any, the empty page. */
async function navigate(event, { pathname, search }) {
  const cache = await caches.open(shell)
  const hasContent = search === '' && contentPages.includes(pathname)
  const answer = fetch(event.request).then((response) => {
    if (response.ok && hasContent) event.waitUntil(keepDocument(cache, pathname, response.clone()))
    return response
  })
  const kept = hasContent ? await cache.match(pathname) : undefined
  try {
    return await (kept ? Promise.race([answer, failAfter(patienceMs)]) : answer)
  } catch (error) {
    event.waitUntil(answer.catch(() => undefined))
    const instead = kept ?? (await cache.match(emptyPage))
    if (instead) return instead
    throw error
  }
}

function failAfter(ms) {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no reply in time')), ms))
}

/** Stores a document and the portal's facts in it, and the empty page of the same build. */
async function keepDocument(cache, pathname, response) {
  const html = await response.clone().text()
  const [, data] = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(html) ?? []
  if (data !== undefined) {
    const json = JSON.stringify(JSON.parse(data).portal)
    await cache.put(facts, new Response(json, { headers: { 'content-type': 'application/json' } }))
    await cache.put(pathname, response)
    // Its styles are inline, but other pages request the same files.
    for (const file of namedFiles(html)) if (!(await cache.match(file))) await cache.add(file)
  }
  await cache.add(emptyPage)
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
    if (pathname.startsWith('/assets/') && !every.has(pathname)) {
      await cache.delete(kept)
      // The last content may be of the build that had the file.
      for (const path of contentPages) await cache.delete(path)
    }
  }
  for (const path of [...files.both, ...files[language]])
    if (!(await cache.match(path))) await cache.add(path)
}
