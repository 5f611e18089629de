// F3: the offline shell. It caches the page without content, the last content of the main public pages, the hashed files, the
// pictures and the portal's public facts: nothing that depends on a session. It does not handle any other request. And it shows notifications.
const shell = 'clutch-shell'
// A document with a query has no content: it is the shell of every page.
const emptyPage = '/?shell'
const contentPages = ['/', '/servers', '/vip', '/leaderboard', '/pracc', '/faq']
const facts = '/api/portal'
const fixed = ['/theme.js', '/icon.svg', facts]
const languages = ['zh', 'en']

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

/** What became of the portal's documents for pages that got their last content, by the id of the page. */
const renewals = new Map()
const maxRenewals = 20

/**
 * F3: an open page that has nothing better to do asks for the files of all pages in its language. A page that got its last content asks
 * for the portal's reply.
 */
self.addEventListener('message', (event) => {
  const { keepPages: language, isRenewed = false } = event.data ?? {}
  if (languages.includes(language)) event.waitUntil(keepPages(language))
  if (isRenewed) event.waitUntil(answerRenewal(event))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.headers.has('authorization') || isPrivate(url)) return
  if (request.mode === 'navigate') event.respondWith(navigate(event, url))
  else if (isFile(url)) event.respondWith(fileOf(request))
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

/** The page's last content at once; without any, the portal's document; where that does not come, the empty page. */
async function navigate(event, { pathname, search }) {
  const cache = await caches.open(shell)
  const hasContent = search === '' && contentPages.includes(pathname)
  const kept = hasContent ? await cache.match(pathname) : undefined
  if (kept) {
    if (renewals.size >= maxRenewals) renewals.clear()
    const renewal = renew(event.request, cache, pathname, kept.clone())
    renewals.set(event.resultingClientId, renewal)
    event.waitUntil(renewal)
    return kept
  }
  try {
    const response = await fetch(event.request)
    if (response.ok && hasContent) event.waitUntil(keepDocument(cache, pathname, response.clone()))
    return response
  } catch (error) {
    const instead = await cache.match(emptyPage)
    if (instead) return instead
    throw error
  }
}

/** Stores the portal's document for the next time; resolves to whether it is of another build. */
async function renew(request, cache, pathname, kept) {
  try {
    const response = await fetch(request)
    if (response.status === 404) await cache.delete(pathname)
    if (!response.ok) return false
    const [before, after] = await Promise.all([kept.text(), response.clone().text()])
    await keepDocument(cache, pathname, response)
    return entryOf(before) !== entryOf(after)
  } catch {
    return false
  }
}

async function answerRenewal({ source, ports: [port] }) {
  const isOther = (await renewals.get(source.id)) ?? false
  renewals.delete(source.id)
  port?.postMessage({ isOther })
}

/** The script that a document begins with: another build has another. */
function entryOf(html) {
  return /<script [^>]*type="module"[^>]*src="([^"]+)"/.exec(html)?.[1]
}

const dataTag = '<script type="application/json" id="first-view"'

/** Stores a document, marked as the last content, and the portal's facts in it, and the empty page of the same build. */
async function keepDocument(cache, pathname, response) {
  const html = await response.text()
  const [, data] = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(html) ?? []
  if (data !== undefined) {
    const json = JSON.stringify(JSON.parse(data).portal)
    await cache.put(facts, new Response(json, { headers: { 'content-type': 'application/json' } }))
    // Its styles are inline, but other pages request the same files. A document is shown only with all of its files.
    for (const file of namedFiles(html)) if (!(await cache.match(file))) await cache.add(file)
    const headers = new Headers(response.headers)
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    await cache.put(pathname, new Response(html.replace(dataTag, `${dataTag} data-kept`), { headers }))
  }
  await cache.add(emptyPage)
}

function isFile({ pathname }) {
  return pathname.startsWith('/assets/')
}

/** Forgets a document that names files of a former build. */
async function deleteFormer(cache, path, every) {
  const html = (await (await cache.match(path))?.text()) ?? ''
  if (!namedFiles(html).every((file) => every.has(file))) await cache.delete(path)
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
  const held = await cache.keys()
  const former = held.filter(({ url }) => isFile(new URL(url)) && !every.has(new URL(url).pathname))
  // The last content may be of the build that had these files.
  if (former.length > 0) for (const path of contentPages) await deleteFormer(cache, path, every)
  for (const file of former) await cache.delete(file)
  for (const path of [...files.both, ...files[language]])
    if (!(await cache.match(path))) await cache.add(path)
}

/** A notification that the portal sent: it is encrypted for this browser, and its text is in the language of the player. */
self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data))
})

async function showNotification(data) {
  const { id, title, body, page, topic, language } = data.json()
  // The same message may come twice: only another one alerts again.
  const shown = await self.registration.getNotifications({ tag: topic })
  const isRepeated = shown.some((one) => one.data?.id === id)
  await self.registration.showNotification(title, {
    body,
    tag: topic,
    renotify: !isRepeated,
    lang: language === 'zh' ? 'zh-CN' : language,
    icon: '/icons/icon-192.png',
    data: { id, page },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.page))
})

/** Focuses the page where it is open, and opens it otherwise; a page with something half written is left as it is. */
async function openPage(page) {
  const url = new URL(page ?? '/', location.origin)
  if (url.origin !== location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => new URL(one.url).pathname === url.pathname)
  await (open ? open.focus() : self.clients.openWindow(url.href))
}
