import { listAnnouncements } from '@clutch/contract/api/portal.ts'
import { getServerInfo, getServerRules } from '@clutch/contract/api/servers.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, call } from './api-client.ts'

/** Answers every request with this; the requests are recorded. */
function answer(body: BodyInit | null, init: ResponseInit = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const announcements = () => call(listAnnouncements, { query: { language: 'en' } })

test('an answer comes back checked by its schema, unknown fields left out', async () => {
  const fetched = answer(JSON.stringify([{ id: '1', text: 'hello', secret: 1 }]))
  expect(await announcements()).toEqual([{ id: '1', text: 'hello' }])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/server/announcement?language=en')
})

test('params are escaped, and what is undefined stays out of the query', () => {
  expect(addressOf('/api/servers/:id/rules', { id: 'a/../b?' }, { language: undefined })).toBe(
    '/api/servers/a%2F..%2Fb%3F/rules',
  )
  expect(addressOf('/api/server/info', undefined, { ip: '2001:db8::1', port: '27015' })).toBe(
    '/api/server/info?ip=2001%3Adb8%3A%3A1&port=27015',
  )
})

test('a refusal keeps its code and status', async () => {
  answer(JSON.stringify({ error: 'no', code: 'server.not_registered' }), { status: 404 })
  await expect(call(getServerInfo, { query: { ip: '203.0.113.1', port: '1' } })).rejects.toMatchObject({
    code: 'server.not_registered',
    status: 404,
  })
})

test.each([
  ['HTML of a gateway', '<h1>Bad gateway</h1>', 502, 'portal.unavailable'],
  ['HTML with 200', '<!doctype html>', 200, 'unreadable'],
  ['nothing', '', 200, 'unreadable'],
  ['another shape', '{"a":1}', 200, 'unreadable'],
  ['a code of a newer portal', '{"error":"x","code":"x.y"}', 400, 'x.y'],
  ['words instead of a code', '{"error":"x","code":"Not <here>"}', 400, 'unreadable'],
  ['a code of Object', '{"error":"x","code":"constructor"}', 400, 'unreadable'],
] as const)('%s is an ApiError', async (_, body, status, code) => {
  answer(body, { status })
  await expect(announcements()).rejects.toMatchObject({ name: 'ApiError', code, status })
})

test('no network is `offline`; an ended call stays an AbortError', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(announcements()).rejects.toMatchObject({ code: 'offline', status: 0 })
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('ended', 'AbortError')))
  await expect(call(getServerRules, { params: { id: 'a' }, query: {} })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
