import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultFeatures } from '@clutch/contract/features.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { App } from '../app.ts'
import { servePage } from './page.ts'

/** A server build that shows what it was rendered for and what a call replied, and fails where the call says so. */
const serverBuild = `
let portal
let renderings = 0
export const setPortalFunctions = (functions) => { portal = functions }
export async function renderPage({ path, language, isMobile }) {
  if (path === '/vip') return null
  const reply = await (await portal.fetch('/api/list')).json()
  if (reply.fails) throw new Error('cannot render')
  renderings++
  const text = JSON.stringify(reply.name).replaceAll('<', '&lt;')
  return {
    html: \`<h1>\${language} \${isMobile ? 'phone' : 'desktop'} \${renderings} \${text}</h1>\`,
    styles: '[a]{top:1px}',
    firstView: { name: reply.name },
  }
}`
const html = `<!doctype html><html lang="zh-CN"><head><title>page</title>
    <script src="/theme.js"></script>
    <link rel="preload" href="/api/portal" as="fetch" crossorigin>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/page.css">
</head><body><div id="root"></div></body></html>`
const description = 'd'
const heads = {
  '/': { title: 'List', description },
  '/vip': { title: 'VIP', description },
  '/orders': { title: 'Orders' },
  '/leaderboard/player/$steamId': { title: 'Player', description },
}

let context: TestContext
let app: App
let folder: string
let reply: { name: string; fails?: boolean }
let failures: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clutch-renderer-'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server/entry-server.js'), serverBuild)
  await writeFile(join(folder, 'server/package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/page.css'), 'p{}')
  await writeFile(join(folder, 'assets/list.css'), 'li{}')
  await writeFile(join(folder, 'theme.js'), 'theme()')
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'heads.json'), JSON.stringify({ zh: heads, en: heads }))
  await writeFile(
    join(folder, 'preloads.json'),
    JSON.stringify({ '/': { scripts: ['/assets/list.js'], styles: ['/assets/list.css'] } }),
  )
  context = await createTestContext()
  app = await createTestApp(context)
  app.get('/api/portal', () => ({ name: 'Clutch' }))
  app.get('/api/list', () => reply)
  app.post('/api/change', () => {
    reply = { name: 'received here' }
    return null
  })
  app.post('/api/events', { config: { quiet: true } }, () => null)
  await servePage(app, folder, {
    publicUrl: 'https://cs.example.org',
    portal: () => ({ name: 'Clutch', features: defaultFeatures }),
    serverName: () => undefined,
    firstRequests: async () => ['/api/list'],
    renderer: {
      clock: context.clock,
      sanitizeHtml: (text) => text,
      onError: (error, path) => failures.push(`${path}: ${String(error)}`),
    },
  })
})
beforeEach(() => {
  reply = { name: 'first' }
  context.clock.advance(200)
  failures = []
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  await rm(folder, { recursive: true })
})

const read = async (url: string, headers: Record<string, string> = {}) => {
  const { body, headers: received } = await app.inject({ url, headers })
  const [, content] = /<h1>(.*)<\/h1>/.exec(body) ?? []
  return {
    body,
    content,
    policy: String(received['content-security-policy']),
    etag: String(received['etag']),
  }
}

test('a document whose files cannot be read is sent without content, and with it once they can', async () => {
  await rm(join(folder, 'theme.js'))
  const get = () => app.inject({ url: '/', headers: { 'accept-language': 'en' } })
  const without = await get()
  expect([without.statusCode, without.body.includes('<h1>')]).toEqual([200, false])
  expect(failures).toEqual([expect.stringContaining('ENOENT')])
  await writeFile(join(folder, 'theme.js'), 'theme()')
  expect((await get()).body).toContain('<h1>en desktop')
})

test('A1 the document has the content, its data and its styles, which the policy allows by their hash', async () => {
  const { body, policy } = await read('/')
  expect(body).toMatch(/<div id="root"[^>]*><h1>zh desktop \d+ "first"<\/h1><\/div>/)
  expect(body).toContain('<script type="application/json" id="first-view">{"name":"first"}</script>')
  expect(body).toContain('<style id="first-styles">[a]{top:1px}</style>')
  expect(body).toContain('<style>p{}li{}</style>')
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/list.css" disabled>')
  expect(body).toContain('<script id="theme">theme()</script>')
  expect(body.indexOf('src="/assets/index.js"')).toBeGreaterThan(body.indexOf('id="first-view"'))
  expect(body).toContain('<link fetchpriority="low" rel="modulepreload" crossorigin href="/assets/list.js">')
  expect(body).not.toContain('as="fetch"')
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}=';/)
  expect(policy).not.toContain('unsafe-inline')
})

test('A1 a page is rendered again only when a reply changed', async () => {
  const one = await read('/')
  const same = await read('/')
  expect(same.content).toBe(one.content)
  expect((await app.inject({ url: '/', headers: { 'if-none-match': one.etag } })).statusCode).toBe(304)
  reply = { name: 'second' }
  context.clock.advance(200)
  const changed = await read('/')
  expect(changed.content).toContain('"second"')
  expect(changed.etag).not.toBe(one.etag)
})

test('A10 a change that this process received shows in the next document, one from elsewhere 0.2 s later', async () => {
  await read('/')
  reply = { name: 'from elsewhere' }
  context.clock.advance(199)
  expect((await read('/')).content).not.toContain('from elsewhere')
  context.clock.advance(1)
  expect((await read('/')).content).toContain('from elsewhere')
  await app.inject({ method: 'POST', url: '/api/change' })
  expect((await read('/')).content).toContain('received here')
  reply = { name: 'reported by a game server' }
  await app.inject({ method: 'POST', url: '/api/events' })
  expect((await read('/')).content).toContain('received here')
})

test('B7 A12 each language and device has its own', async () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone)' }
  const kinds = await Promise.all([
    read('/'),
    read('/', { 'accept-language': 'en' }),
    read('/', { cookie: 'preferredLanguage=en' }),
    read('/', phone),
    read('/', { ...phone, 'sec-ch-ua-mobile': '?0' }),
  ])
  expect(kinds.map(({ content }) => content?.split(' ').slice(0, 2).join(' '))).toEqual([
    'zh desktop',
    'en desktop',
    'en desktop',
    'zh phone',
    'zh desktop',
  ])
})

test('K data cannot end the script element that they are in', async () => {
  reply = { name: '</script><script>alert(1)</script>' }
  const { body } = await read('/')
  expect(body).not.toContain('<script>alert')
  const [, data = ''] = /id="first-view">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(data)).toEqual(reply)
})

test('A11 a page that cannot be rendered is served without content, and comes back when it can', async () => {
  reply = { name: 'broken', fails: true }
  for (const _ of [1, 2]) {
    const { body, policy } = await read('/')
    expect(body).toMatch(/<div id="root"[^>]*><\/div>/)
    expect(body).toContain('as="fetch" crossorigin href="/api/list"')
    expect(policy).not.toContain('sha256')
  }
  expect(failures).toEqual(['/: Error: cannot render'])
  reply = { name: 'well again' }
  expect((await read('/')).content).toContain('"well again"')
})

test('K a flood of different pages is rendered by the browsers, and a second later the portal renders again', async () => {
  context.clock.advance(1_000)
  const isRendered = async (player: number) =>
    (await read(`/leaderboard/player/${player}`)).body.includes('id="first-view"')
  const flood = await Promise.all(Array.from({ length: 30 }, (_, player) => isRendered(player)))
  expect(flood.filter(Boolean)).toHaveLength(20)
  expect(await isRendered(flood.indexOf(true))).toBe(true)
  expect(await isRendered(100)).toBe(false)
  context.clock.advance(1_000)
  expect(await isRendered(100)).toBe(true)
})

test.each(['/vip', '/orders', '/?modes=dm', '/no/such/page'])('A1 %s has no content', async (url) => {
  const { body } = await read(url)
  expect(body).toMatch(/<div id="root"[^>]*><\/div>/)
})

test('A3 the server build is not served', async () => {
  const { body } = await app.inject('/server/entry-server.js')
  expect(body).toMatch(/^<!doctype html>/)
})
