import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultFeatures } from '@clutch/contract/features.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { createTestApp } from '../../../testing/http.ts'
import type { App } from '../app.ts'
import { findPage } from './heads.ts'
import { isPageBuilt, servePage } from './page.ts'

const html = `<!doctype html><html lang="zh-CN"><head><title>page</title>
<link rel="preload" href="/assets/all.css"></head><body><div id="root"></div></body></html>`
const heads = (title: string, description: string) => ({
  '/': { title, description },
  '/pracc': { title: 'Practice', description },
  '/orders/$id': { title: 'Order' },
  '/subscribe': { title: 'Purchase' },
  '/servers/details/$id': { title: 'Details', description },
  '/admin/$': { title: 'Console' },
})
let name = 'Rush & B'

let context: TestContext
let app: App
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clutch-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(
    join(folder, 'heads.json'),
    JSON.stringify({ zh: heads('列表', '实时'), en: heads('List', 'Live') }),
  )
  const list = { scripts: ['/assets/list.js'], styles: ['/assets/list.css'] }
  await writeFile(join(folder, 'preloads.json'), JSON.stringify({ '/': list }))
  await writeFile(join(folder, 'assets/app-1.js'), 'plain')
  await writeFile(join(folder, 'assets/app-1.js.br'), 'compressed')
  context = await createTestContext()
  app = await createTestApp(context)
  await servePage(app, folder, {
    publicUrl: 'https://cs.example.org',
    portal: () => ({ name, features: defaultFeatures }),
    serverName: (id) => (id === '7' ? '上海 <#1>' : undefined),
    firstRequests: async (address, parameter) =>
      address === '/' || parameter !== '' ? [`/api/first?of=${address}&id=${parameter}`] : [],
  })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  await rm(folder, { recursive: true })
})

test('a folder without index.html is no built page', () => {
  expect(isPageBuilt(folder)).toBe(true)
  expect(isPageBuilt(join(folder, 'assets'))).toBe(false)
})

test.each([
  ['/', 200],
  ['/?s=%00', 200],
  ['/PRACC/', 200],
  ['/orders/3', 200],
  ['/admin/servers/7', 200],
  ['/servers/details/7', 200],
  ['/servers/details/8', 404],
  ['/servers/details', 404],
  ['/orders/3/4', 404],
  ['/no/such/page', 404],
  ['/index.html', 404],
  ['/heads.json', 404],
  ['/%E0%A4%A', 404],
  [`/admin/${'a'.repeat(500)}`, 404],
])('A3 %s gets the page with status %i, revalidated, with its headers', async (url, status) => {
  const { statusCode, body, headers } = await app.inject(url)
  expect(statusCode).toBe(status)
  expect(body).toMatch(/^<!doctype html>/)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test('A3 a path of many slashes is matched in linear time', () => {
  expect(findPage(['/faq'], `${'/'.repeat(500_000)}x`)).toBeNull()
  expect(findPage(['/', '/faq'], '/'.repeat(100))).toMatchObject({ address: '/' })
  expect(findPage(['/', '/faq'], `/faq${'/'.repeat(100)}`)).toMatchObject({ address: '/faq' })
})

test('F4 only the purchase page may be framed, and only by the portal itself', async () => {
  const framing = async (url: string) => {
    const { headers } = await app.inject(url)
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }
  expect(await framing('/subscribe')).toEqual(["'self'", 'SAMEORIGIN'])
  expect(await framing('/subscribe?username=a&steamid=b')).toEqual(["'self'", 'SAMEORIGIN'])
  for (const url of ['/', '/vip', '/subscribe/', '/store', '/api/portal', '/login?x=/subscribe'])
    expect(await framing(url)).toEqual(["'none'", 'DENY'])
})

test('a hashed file is cached for a year, in the compressed form made at build', async () => {
  const { headers, body } = await app.inject({
    url: '/assets/app-1.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect([headers['content-encoding'], body]).toEqual(['br', 'compressed'])
})

test.each(['/api', '/api/', '/api/nothing', '/api/%E0%A4%A', '/assets/gone.js'])(
  '%s is never the page',
  async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(JSON.parse(body)).toMatchObject({ code: expect.stringMatching(/^request\./) })
  },
)

const headOf = async (url: string, language = 'zh-CN') =>
  (await app.inject({ url, headers: { 'accept-language': language } })).body

test('A3 the HTML has the title, description and og: tags of its page in the language of the browser', async () => {
  const chinese = await headOf('/')
  expect(chinese).toContain('<html lang="zh-CN">')
  expect(chinese).toContain('<title>列表 · Rush &amp; B</title>')
  expect(chinese).toContain('<meta name="description" content="实时">')
  expect(chinese).toContain('<meta property="og:title" content="列表 · Rush &amp; B">')
  expect(chinese).toContain('<link rel="canonical" href="https://cs.example.org/">')
  for (const [language, address] of [
    ['zh-CN', '/'],
    ['en', '/?language=en'],
    ['x-default', '/'],
  ])
    expect(chinese).toContain(
      `<link rel="alternate" hreflang="${language}" href="https://cs.example.org${address}">`,
    )
  expect(await headOf('/?language=en')).toContain(
    '<link rel="canonical" href="https://cs.example.org/?language=en">',
  )
  const english = await headOf('/', 'de, en-GB;q=0.8, zh;q=0.5')
  expect(english).toContain('<html lang="en">')
  expect(english).toContain('<title>List · Rush &amp; B</title>')
  expect(english).toContain('<meta property="og:description" content="Live">')
  for (const unknown of ['fr', '', '*', 'en;q=0'])
    expect(await headOf('/', unknown)).toContain('<html lang="zh-CN">')
})

test('A3 the page of a server carries its name, and the list loads for the list alone', async () => {
  const details = await headOf('/servers/details/7')
  expect(details).toContain('<title>上海 &lt;#1&gt; · Details · Rush &amp; B</title>')
  expect(details).toContain('content="https://cs.example.org/servers/details/7"')
  expect(details).not.toContain('list.css')
  expect(details).toContain('all.css')
  expect(await headOf('/')).toContain('list.css')
})

test('A3 the HTML starts the requests of the first view, but not for an address with a query', async () => {
  const preload = (url: string) => `<link rel="preload" as="fetch" crossorigin href="${url}">`
  expect(await headOf('/')).toContain(preload('/api/first?of=/&amp;id='))
  expect(await headOf('/servers/details/7')).toContain(preload('/api/first?of=/servers/details/$id&amp;id=7'))
  for (const url of ['/?modes=dm', '/pracc', '/no/such/page'])
    expect(await headOf(url)).not.toContain('as="fetch"')
})

test('B1 the HTML names the community before the script runs, except the embedded purchase page', async () => {
  for (const url of ['/', '/orders/3', '/no/such/page'])
    expect(await headOf(url)).toContain('<div id="root" data-site="Rush &amp; B"></div>')
  expect(await headOf('/subscribe')).toContain('<div id="root"></div>')
})

test('A3 private pages and missing pages are excluded from search engines', async () => {
  for (const url of ['/orders/3', '/admin/x', '/no/such/page']) {
    const page = await headOf(url)
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page).not.toContain('og:')
  }
})

test('A3 the HTML is compressed, has a tag, and follows the name of the community', async () => {
  const asked = (headers: Record<string, string>) => app.inject({ url: '/pracc', headers })
  const whole = await asked({})
  const { headers, rawPayload } = await asked({ 'accept-encoding': 'br, gzip' })
  expect([headers['content-encoding'], headers['vary']]).toEqual([
    'br',
    'accept-language, cookie, sec-ch-ua-mobile, user-agent, accept-encoding',
  ])
  expect(brotliDecompressSync(rawPayload).toString()).toBe(whole.body)
  expect((await asked({ 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
  name = 'Another'
  const renamed = await asked({ 'if-none-match': String(headers['etag']) })
  expect([renamed.statusCode, renamed.body.includes('<title>Practice · Another</title>')]).toEqual([
    200,
    true,
  ])
  name = 'Rush & B'
})

test('A3 robots.txt and sitemap.xml name the public pages', async () => {
  const robots = await app.inject('/robots.txt')
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  expect(robots.body).toContain('Sitemap: https://cs.example.org/sitemap.xml')
  const sitemap = await app.inject('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  const listed = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  expect(listed).toEqual(['https://cs.example.org/', 'https://cs.example.org/pracc'])
})
