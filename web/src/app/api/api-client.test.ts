import { operatorChangePortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { listAnnouncements } from '@clutch/contract/api/content/portal.ts'
import { getServerInfo, getServerRules, streamServers } from '@clutch/contract/api/servers/servers.ts'
import { callTimeoutMs, uploadBytes, uploadTimeoutMs } from '@clutch/contract/limits.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import { call, openStream } from './api-client.ts'

/** Answers every request with this; the requests are recorded. */
function answer(body: BodyInit | null, init: ResponseInit = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** A network on which nothing ever arrives; with headers only the body stays away. */
function silence(headersArrive = false) {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const cut = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    return headersArrive ? { ok: true, status: 200, text: () => cut } : cut
  })
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const announcements = () => call(listAnnouncements, { query: { language: 'en' } })

test('an answer comes back checked by its schema, unknown fields left out', async () => {
  const fetched = answer(JSON.stringify([{ id: '1', text: 'hello', secret: 1 }]))
  expect(await announcements()).toEqual([{ id: '1', text: 'hello' }])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/server/announcement?language=en')
})

test('params are escaped, and undefined values are left out of the query', () => {
  expect(buildUrl('/api/servers/:id/rules', { id: 'a/../b?' }, { language: undefined })).toBe(
    '/api/servers/a%2F..%2Fb%3F/rules',
  )
  expect(buildUrl('/api/server/info', undefined, { ip: '2001:db8::1', port: '27015' })).toBe(
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

test('C17 a connection that breaks within the answer is `offline` too', async () => {
  vi.stubGlobal('fetch', async () => ({
    ok: true,
    status: 200,
    text: () => Promise.reject(new TypeError('network error')),
  }))
  await expect(announcements()).rejects.toMatchObject({ code: 'offline', status: 0 })
})

test.each([
  ['no answer', false],
  ['only the headers of one', true],
])('C17 a call that gets %s ends with Request timeout after 15 s', async (_, headersArrive) => {
  vi.useFakeTimers()
  silence(headersArrive)
  const outcome = announcements().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(callTimeoutMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ name: 'ApiError', code: 'timeout', status: 0 })
  expect(vi.getTimerCount()).toBe(0)
})

test('C17 a large body has the longer time limit, and a call may name its own', async () => {
  vi.useFakeTimers()
  silence()
  const ended: string[] = []
  const wait = (name: string, made: Promise<unknown>) => void made.catch(() => ended.push(name))
  wait('upload', call(operatorChangePortalSettings, { body: { revision: 1, name: 'a'.repeat(uploadBytes) } }))
  wait('own', call(listAnnouncements, { query: { language: 'en' }, timeoutMs: 20_000 }))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ended).toEqual(['own'])
  await vi.advanceTimersByTimeAsync(uploadTimeoutMs - 20_000)
  expect(ended).toEqual(['own', 'upload'])
})

test('C17 a caller who ends a call gets its AbortError, and a stream has no time limit', async () => {
  vi.useFakeTimers()
  silence()
  const leaving = new AbortController()
  const outcome = call(listAnnouncements, { query: { language: 'en' }, signal: leaving.signal }).catch(
    (error: unknown) => error,
  )
  const stream = new AbortController()
  let streaming = true
  openStream(streamServers, stream.signal).catch(() => (streaming = false))
  leaving.abort()
  expect(await outcome).toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(10 * callTimeoutMs)
  expect(streaming).toBe(true)
})
