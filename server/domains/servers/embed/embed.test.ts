import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NewServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { ServerStatus } from '../polling/server-status.ts'
import { createServersApp, fetchServerList, registerTestServer, writeStatus } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let busyId = ''

const online: ServerStatus = {
  state: 'online',
  map: 'workshop/123/de_dust2',
  players: 3,
  max: 16,
  bots: 0,
  locked: false,
  gameVersion: null,
}

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
  const add = async (server: Partial<NewServer>, status: ServerStatus) => {
    const id = await registerTestServer(app, server)
    await writeStatus(context, id, status)
    return id
  }
  const name = 'Dust <script>alert(1)</script> "1"'
  busyId = await add({ port: 27_016, name, category: 'deathmatch' }, { ...online, players: 9 })
  await add({ port: 27_017, name: 'Retakes', category: 'retakes' }, { ...online, locked: true })
  await add({ port: 27_018, name: 'Asleep', category: 'retakes' }, { ...online, state: 'offline' })
  await vi.waitUntil(async () => {
    const list = await fetchServerList(app)
    return list.length === 3 && list.filter(({ open }) => open === 1).length === 2
  })
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
async function getPage(query = ''): Promise<string> {
  const answer = await get(`/api/embed/servers?language=en${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/** The texts of the elements that begin as given, such as `li><div><b`. */
function texts(page: string, element: string): string[] {
  const tag = /(\w+)[^\w]*$/.exec(element)?.[1] ?? ''
  const found = page.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))
  return [...found].map(([, inner = '']) => unescape(inner.replace(/<[^>]*>/g, '')))
}
const unescape = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
const labelOf = (svg: string) => unescape(/aria-label="([^"]*)"/.exec(svg)?.[1] ?? '')

test('A10 a site shows the list in a frame: servers in its order, players, and how to join', async () => {
  const page = await getPage()
  expect([texts(page, 'h1'), texts(page, '/h1><p')]).toEqual([['CLUTCH'], ['12 players online']])
  expect(texts(page, 'b')).toEqual(['Dust <script>alert(1)</script> "1"', 'Retakes', 'Asleep'])
  expect(texts(page, 'small')).toEqual(['de_dust2', 'de_dust2', 'Offline'])
  expect(texts(page, 'span class="count" title="Players"><meter[^>]*></meter><span')).toEqual([
    '9/16',
    '3/16',
  ])
  expect([...page.matchAll(/class="join" href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
    'steam://run/730//+connect%20127.0.0.1:27016',
    'steam://run/730//+connect%20127.0.0.1:27017',
  ])
  expect(page.match(/<script/g)).toHaveLength(1)
})

test.each([
  ['&modes=retakes', ['Retakes', 'Asleep'], 'All servers'],
  ['&limit=1', ['Dust <script>alert(1)</script> "1"'], '2 more servers'],
  ['&maps=unknown', [], 'All servers'],
])('D13 an embedded list is filtered and limited: %s', async (query, names, link) => {
  const page = await getPage(query)
  expect(texts(page, 'b')).toEqual(names)
  expect(texts(page, 'footer><a')).toEqual([link])
})

test('B7 the list is in the language and the theme of its address', async () => {
  const { body } = await get('/api/embed/servers?theme=light')
  expect(body).toContain('<html lang="zh-CN" data-theme="light">')
  expect(texts(body, '/h1><p')).toEqual(['12 名玩家在线'])
})

test('J1 the page may be framed, and runs its own style and script and nothing else', async () => {
  const { headers, body } = await get('/api/embed/servers')
  const policy = String(headers['content-security-policy'])
  expect(headers['x-frame-options']).toBeUndefined()
  expect(policy).toContain('frame-ancestors *')
  expect(policy).toContain("default-src 'none'")
  const inline = [...body.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(([, , text = '']) => text)
  expect(inline).toHaveLength(2)
  for (const text of inline)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(body).not.toMatch(/ style=| on\w+=/)
  const { headers: others } = await get('/api/servers')
  expect(others['x-frame-options']).toBe('DENY')
})

test.each([
  ['/api/embed/players.svg?language=en', 'CLUTCH: 12/32 Players'],
  ['/api/embed/players.svg', 'CLUTCH: 12/32 玩家'],
])('A10 a badge shows the players of all servers: %s', async (url, name) => {
  const { headers, body } = await get(url)
  expect([headers['content-type'], labelOf(body)]).toEqual(['image/svg+xml; charset=utf-8', name])
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('A10 a badge of one server is a picture whatever its name is; an unknown server has none', async () => {
  const { body } = await get(`/api/embed/servers/${busyId}/badge.svg`)
  expect(labelOf(body)).toBe('Dust <script>alert(1)</script> "1": de_dust2 · 9/16')
  expect(body).not.toContain('<script')
  const unknown = await get(`/api/embed/servers/${randomUUID()}/badge.svg`)
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'server.not_registered' }])
})

test('an unchanged list is not sent again', async () => {
  const { headers } = await get('/api/embed/servers')
  const again = await get('/api/embed/servers', { 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['limit=0', 'limit=51', 'theme=pink', 'language=fr'])(
  'a wrong address is refused: %s',
  async (query) => {
    expect((await get(`/api/embed/servers?${query}`)).statusCode).toBe(400)
  },
)

test('A10 with its switch off neither list nor badges are there', async () => {
  const change = (embed: boolean) =>
    app.inject({
      method: 'PATCH',
      url: '/api/operator/portal',
      headers: asOperator,
      payload: { features: { servers: { features: { embed } } } },
    })
  await change(false)
  for (const url of ['servers', 'players.svg', `servers/${busyId}/badge.svg`])
    await vi.waitFor(async () => {
      const answer = await get(`/api/embed/${url}`)
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'portal.feature_off' }])
    })
  await change(true)
})
