import { connect } from 'node:net'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineCall } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { asOperator, createTestApp } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { registerCall } from './calls/register-call.ts'
import type { App } from './app.ts'
import { registerHealth } from './health.ts'
import { loadOperatorTokenHash, operatorTokenFile } from './session/operator-token.ts'

const echo = defineCall({
  id: 'echo',
  method: 'POST',
  path: '/api/echo/:id',
  who: 'anyone',
  tag: 'portal',
  summary: 'Answers what it got',
  params: z.object({ id: z.string() }),
  query: z.object({ n: z.optional(z.coerce.number<string>()) }),
  body: z.object({ word: z.string() }),
  reply: z.object({ id: z.string(), n: z.number(), word: z.string() }),
})

const secret = defineCall({
  id: 'secret',
  method: 'GET',
  path: '/api/operator/secret',
  who: 'operator',
  area: 'any',
  tag: 'portal',
  summary: 'For the operator only',
  reply: z.object({ seen: z.boolean() }),
})

const broken = defineCall({
  id: 'broken',
  method: 'GET',
  path: '/api/broken',
  who: 'anyone',
  tag: 'portal',
  summary: 'Fails as its query says',
  query: z.object({ how: z.string() }),
  reply: z.object({}),
})

/** Answers what a version with other bounds may have stored. */
const stored = defineCall({
  id: 'stored',
  method: 'GET',
  path: '/api/stored',
  who: 'anyone',
  tag: 'portal',
  summary: 'Answers rows as they are stored',
  query: z.object({ port: z.optional(z.string()) }),
  reply: z.array(z.object({ name: z.string().check(z.maxLength(3)), port: z.int() })),
})

let context: TestContext
let app: App
const lines: string[] = []

beforeAll(async () => {
  const log = pino(
    { level: 'info' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  context = await createTestContext({ log })
  app = await createTestApp(context)
  registerCall(app, echo, ({ params, query, body }) => ({
    ...params,
    n: query.n ?? 0,
    ...body,
    leak: 'never sent',
  }))
  registerCall(app, secret, () => ({ seen: true }))
  registerCall(app, stored, ({ query }) => [
    { name: 'abc', port: 1, leak: 'never sent' },
    // As JSON of a database has it: anything.
    { name: 'too long now', port: query.port === undefined ? 2 : (query.port as unknown as number) },
  ])
  registerCall(app, broken, ({ query }) => {
    if (query.how === 'named') throw new PortalError('server.not_registered', 'No such server')
    if (query.how === 'database') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    throw new Error('an internal detail')
  })
  registerHealth(app, {
    database: () => true,
    list: () => lines.length >= 0 && readiness,
    hangs: () => (readiness ? true : new Promise<boolean>(() => undefined)),
  })
  await app.ready()
})
let readiness = true

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const post = (url: string, payload: string | object, headers = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

test('an answer passes its schema: what the schema does not name is not sent', async () => {
  const response = await post('/api/echo/7?n=2', { word: '你好' })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ id: '7', n: 2, word: '你好' })
})

test('K a stored value that breaks a bound does not fail the list it is in, and the log names it', async () => {
  const rows = await app.inject('/api/stored')
  expect(rows.json()).toEqual([
    { name: 'abc', port: 1 },
    { name: 'too long now', port: 2 },
  ])
  expect(lines.filter((line) => line.includes('1.name: ') && line.includes('GET /api/stored'))).toHaveLength(
    1,
  )
  expect((await app.inject('/api/stored?port=x')).json()).toMatchObject({ code: 'portal.internal' })
})

test('I8 JSON over 1 kB is compressed as the client takes it; a short answer and HEAD are not', async () => {
  const word = '压缩'.repeat(400)
  const ask = (accepted: string, payload: string) =>
    post('/api/echo/7', { word: payload }, { 'accept-encoding': accepted })
  const [br, zipped, plain] = [
    await ask('gzip, br', word),
    await ask('gzip', word),
    await ask('identity', word),
  ]
  const { length: whole } = plain.rawPayload
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toMatchObject({ word })
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(zipped.rawPayload.length),
  })
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toMatchObject({ word })
  expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding'])
  expect(Math.max(br.rawPayload.length, zipped.rawPayload.length)).toBeLessThan(whole / 10)
  expect((await ask('br', 'short')).headers).not.toHaveProperty('content-encoding')
  const head = await app.inject({
    method: 'HEAD',
    url: '/api/operator/secret',
    headers: { ...asOperator, 'accept-encoding': 'br' },
  })
  expect(head.headers).not.toHaveProperty('content-encoding')
})

describe('bad input is a 4xx with an error and a code', () => {
  test.each([
    ['a missing field', '/api/echo/7', {}, 400, 'request.invalid'],
    ['a field of the wrong kind', '/api/echo/7', { word: 7 }, 400, 'request.invalid'],
    ['a query of the wrong kind', '/api/echo/7?n=x', { word: 'a' }, 400, 'request.invalid'],
    ['broken JSON', '/api/echo/7', '{"word":', 400, 'request.invalid'],
    ['a broken escape', '/api/echo/%E0%A4%A', { word: 'a' }, 400, 'request.invalid'],
    ['an unknown address', '/api/nothing', {}, 404, 'request.not_found'],
    ['a body beyond the limit', '/api/echo/7', { word: 'a'.repeat(300_000) }, 413, 'request.too_large'],
  ])('%s', async (_name, url, payload, status, code) => {
    const response = await post(url, payload)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ error: expect.any(String), code })
  })

  test('a wrong method is distinguished from a wrong address; HEAD works wherever GET does', async () => {
    const wrong = await app.inject({ method: 'DELETE', url: '/api/echo/7?a=b' })
    expect(wrong.statusCode).toBe(405)
    expect(wrong.json()).toMatchObject({ code: 'request.method_not_allowed' })
    const head = await app.inject({ method: 'HEAD', url: '/api/operator/secret', headers: asOperator })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect((await app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
  })

  test('oversized headers and non-HTTP input get the same kind of error', async () => {
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const send = async (text: string) => {
      const socket = connect(Number(url.port), url.hostname)
      socket.write(text)
      return (await socket.toArray()).join('')
    }
    expect(await send(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*"code":"request.too_large"}$/,
    )
    expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"request.invalid"}$/)
  })

  test('an unknown kind of body', async () => {
    const response = await post('/api/echo/7', 'word=a', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ code: 'request.unsupported_media' })
  })

  test('the message names the field and repeats nothing that was sent', async () => {
    const { error } = (await post('/api/echo/7', { word: 7, other: 'marker' })).json<{ error: string }>()
    expect(error).toContain('body word')
    expect(error).not.toContain('marker')
  })
})

describe('failures', () => {
  const get = (how: string) => app.inject({ url: '/api/broken', query: { how } })

  test('a named error answers with its own status and code', async () => {
    const response = await get('named')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'No such server', code: 'server.not_registered' })
  })

  test('a database that is away is a 503 the page can name', async () => {
    const response = await get('database')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'portal.unavailable' })
  })

  test('anything else is a 500 without its detail', async () => {
    const response = await get('other')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('detail')
  })
})

test('an operator call without the right token is 401 before its input is read', async () => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/api/operator/secret', headers })
  for (const authorization of ['', 'Bearer', 'Bearer short', `Bearer ${'x'.repeat(44)}`, 'Basic dGVzdA==']) {
    const refused = await ask({ authorization })
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ code: 'operator.unauthorized' })
  }
  expect((await ask(asOperator)).json()).toEqual({ seen: true })
})

test('the operator token is made once, readable by its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-token-'))
  const first = await loadOperatorTokenHash({ dataDir: folder, operatorToken: 'on' })
  expect(await loadOperatorTokenHash({ dataDir: folder, operatorToken: 'on' })).toEqual(first)
  expect((await stat(operatorTokenFile(folder))).mode & 0o777).toBe(0o600)
  expect((await readFile(operatorTokenFile(folder), 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
  await rm(folder, { recursive: true })
})

test('an operator token that is turned off is neither made nor accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-token-'))
  expect(await loadOperatorTokenHash({ dataDir: folder, operatorToken: 'off' })).toBeNull()
  await expect(stat(operatorTokenFile(folder))).rejects.toThrow('ENOENT')
  await rm(folder, { recursive: true })
  const off = await createTestApp(context, { operatorTokenHash: null })
  registerCall(off, secret, () => ({ seen: true }))
  const refused = await off.inject({ url: '/api/operator/secret', headers: asOperator })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'operator.unauthorized'])
  await off.close()
})

test('the access log holds method, route pattern, status and ms and nothing of the visitor', async () => {
  lines.length = 0
  await post('/api/echo/marker-in-path?n=1', { word: 'marker-in-body' }, { 'x-marker': 'marker-in-header' })
  const line = lines.find((text) => text.includes('"request"')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ method: 'POST', route: '/api/echo/:id', status: 200 })
  expect(lines.join('')).not.toMatch(/marker|127\.0\.0\.1/)
})

test('every answer carries the security headers', async () => {
  for (const url of ['/api/operator/secret', '/api/nothing', '/healthz']) {
    const { headers } = await app.inject({ url })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('/healthz reports live and its version, /readyz names what is not ready, including a hanging check', async () => {
  const alive = await app.inject('/healthz')
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive', version: '0.1.0' }])
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', failing: [] })
  readiness = false
  const response = await app.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ status: 'not ready', failing: ['list', 'hangs'] })
  readiness = true
})

test('K the API describes itself from the contract, with bundled files only', async () => {
  const description = (await app.inject('/api/docs/json')).json<{ paths: Record<string, unknown> }>()
  expect(description.paths['/api/portal']).toMatchObject({
    get: { operationId: 'getPortal', tags: ['portal'] },
  })
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(src|href)="https?:/)
})
