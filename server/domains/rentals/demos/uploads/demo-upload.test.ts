import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startGamesim } from '@clutch/gamesim/index.ts'
import { revokeRentalReports } from '../../../events/index.ts'
import { addReporter, createEventsApp } from '../../../events/testing/events-app.ts'
import { deleteDemos } from '../index.ts'
import {
  type DemoPortal,
  type TestRental,
  beginUpload,
  listRentalDemoFiles,
  openDemoPortal,
  createReportingRental,
} from '../testing/demo-portal-fixture.ts'

const limits = { maxBytes: 3_000_000, quotaBytes: 5_000_000, maxCount: 4 }
let portal: DemoPortal
let rental: TestRental
let logged = ''

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  portal = await openDemoPortal(limits, { log: pino({ level: 'trace' }, sink) })
})

beforeEach(async () => {
  portal.context.clock.advance(1_000)
  rental = await createReportingRental(portal.context)
})

afterAll(() => portal.close())

const bytes = (size: number, text = 'demo') => Buffer.alloc(size, text)

async function send(
  name: string,
  body: Buffer,
  over: Record<string, string> = {},
  secret = rental.reportSecret,
) {
  portal.context.clock.advance(1_000)
  const answer = await fetch(`${portal.origin}/api/events/demos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'MatchZy-FileName': name, ...over },
    body: new Uint8Array(body),
  })
  const { code } = (await answer.json()) as { code?: string }
  return code ?? answer.status
}

const rows = () =>
  portal.context.database
    .selectFrom('rental_demos')
    .select(['id', 'name', 'size'])
    .where('rental_id', '=', rental.id)
    .orderBy('name')
    .execute()
const names = async () => (await rows()).map(({ name }) => name)

test('G17 an upload is a file with just these bytes; the same name again replaces it', async () => {
  expect(await send('a.dem', bytes(1_000_000, 'one'))).toBe(200)
  expect(await send('a.dem', bytes(2_000_000, 'two'))).toBe(200)
  const [row, ...more] = await rows()
  expect([row?.name, row?.size, more]).toEqual(['a.dem', '2000000', []])
  expect(await listRentalDemoFiles(portal.folder, rental.id)).toEqual([`${row?.id}.dem`])
  const stored = await readFile(join(portal.folder, rental.id, `${row?.id}.dem`))
  expect(stored.equals(bytes(2_000_000, 'two'))).toBe(true)
})

test.each([
  ['../../../etc/x.dem', 'x.dem'],
  ['C:\\demos\\y.dem', 'y.dem'],
  ['2026-11-21_1_de_dust2_A B_vs_(C).dem', '2026-11-21_1_de_dust2_A_B_vs__C_.dem'],
  ['a;"b.dem', 'a__b.dem'],
  ['%E9%BE%99_vs_%E8%99%8E.dem', '龙_vs_虎.dem'],
  ['..%2F..%2Fetc%2Fx.dem', 'x.dem'],
  ['100%_a.dem', '100__a.dem'],
  [Buffer.from('Żółć\u202e😀.dem').toString('latin1'), 'Żółć__.dem'],
  [Buffer.from('e\u0301.dem').toString('latin1'), '\u00e9.dem'],
])('G17 of the name %s only the last part counts, with nothing odd in it', async (given, stored) => {
  expect(await send(given, bytes(9))).toBe(200)
  expect(await names()).toEqual([stored])
})

test('G17 the older header names it too', async () => {
  expect(await send('', bytes(9), { 'MatchZy-FileName': 'm.dem', 'Get5-FileName': 'g.dem' })).toBe(200)
  const answer = await fetch(`${portal.origin}/api/events/demos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rental.reportSecret}`, 'Get5-FileName': 'g.dem' },
    body: 'x',
  })
  expect(answer.status).toBe(200)
  expect(await names()).toEqual(['g.dem', 'm.dem'])
})

test.each(['', '.dem', 'x', 'x.dem.exe', '../../', '-x.dem', `${'x'.repeat(200)}.dem`])(
  'G17 %j is no name of a demo',
  async (name) => {
    expect(await send(name, bytes(9))).toBe('demo.name_invalid')
    expect([await names(), await listRentalDemoFiles(portal.folder, rental.id)]).toEqual([[], []])
  },
)

test('I10 only a rented server with its own good secret leaves demos', async () => {
  const stranger = 'x'.repeat(43)
  expect(await send('a.dem', bytes(9), {}, stranger)).toBe('event.unknown_secret')
  expect(await send('a.dem', bytes(9), { authorization: 'x' })).toBe('event.unknown_secret')
  const app = await createEventsApp(portal.context)
  const server = await addReporter(app)
  expect(await send('a.dem', bytes(9), {}, server.secret)).toBe('event.unknown_secret')
  await app.close()
  await portal.context.database
    .transaction()
    .execute((tx) => revokeRentalReports(tx, rental.id, portal.context.clock.now()))
  expect(await send('a.dem', bytes(9))).toBe('event.revoked')
  expect(await names()).toEqual([])
})

test('G17 a rental whose data is gone takes no demo more, not even one that was on its way', async () => {
  const { sent, answer } = beginUpload(portal.origin, rental.reportSecret, { 'MatchZy-FileName': 'a.dem' })
  sent.write(bytes(1_000))
  await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(1))
  await portal.context.database
    .updateTable('rentals')
    .set({ cleared_at: portal.context.clock.now() })
    .where('id', '=', rental.id)
    .execute()
  await deleteDemos(portal.context, rental.id)
  sent.end()
  expect(await answer).toBe(410)
  expect([await names(), await listRentalDemoFiles(portal.folder, rental.id)]).toEqual([[], []])
})

test('G17 past the quota the oldest make room, never the new one', async () => {
  for (const name of ['c.dem', 'a.dem', 'b.dem']) expect(await send(name, bytes(2_000_000))).toBe(200)
  expect(await names()).toEqual(['a.dem', 'b.dem'])
  expect(await send('d.dem', bytes(3_000_000))).toBe(200)
  expect(await names()).toEqual(['b.dem', 'd.dem'])
  const stored = (await rows()).map(({ id }) => `${id}.dem`)
  expect((await listRentalDemoFiles(portal.folder, rental.id)).toSorted()).toEqual(stored.toSorted())
})

test('G17 past the count the oldest make room', async () => {
  for (const name of ['d.dem', 'c.dem', 'b.dem', 'a.dem', 'e.dem', '0.dem']) {
    portal.context.clock.advance(1)
    expect(await send(name, bytes(9))).toBe(200)
  }
  expect(await names()).toEqual(['0.dem', 'a.dem', 'b.dem', 'e.dem'])
  expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(4)
})

test('G17 a demo that is too large is refused, announced or not, and nothing of it stays', async () => {
  expect(await send('a.dem', bytes(limits.maxBytes + 1))).toBe('request.too_large')
  const { sent, answer } = beginUpload(portal.origin, rental.reportSecret, { 'MatchZy-FileName': 'a.dem' })
  await pipeline(Readable.from(Array.from({ length: 40 }, () => bytes(100_000))), sent).catch(() => undefined)
  expect([0, 413]).toContain(await answer)
  await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toEqual([]))
  expect(await names()).toEqual([])
})

test('G17 an upload that breaks off leaves nothing and replaces nothing', async () => {
  await send('a.dem', bytes(9))
  for (const announced of [{}, { 'content-length': '9000' }]) {
    const { sent } = beginUpload(portal.origin, rental.reportSecret, {
      'MatchZy-FileName': 'a.dem',
      ...announced,
    })
    sent.write(bytes(5_000))
    await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(2))
    sent.destroy()
    await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(1))
  }
  expect(await rows()).toMatchObject([{ name: 'a.dem', size: '9' }])
})

test('G17 an empty upload is no demo, a compressed one is refused', async () => {
  expect(await send('a.dem', bytes(0))).toBe(200)
  expect(await send('a.dem', bytes(9), { 'content-encoding': 'gzip' })).toBe('request.unsupported_media')
  expect([await names(), await listRentalDemoFiles(portal.folder, rental.id)]).toEqual([[], []])
})

test('G17 two concurrent uploads of a rental are accepted, a third is asked to retry; other rentals do not wait', async () => {
  const begin = (name: string) => {
    const upload = beginUpload(portal.origin, rental.reportSecret, { 'MatchZy-FileName': name })
    upload.sent.write(bytes(9))
    return upload
  }
  const uploads = [begin('a.dem'), begin('b.dem')]
  await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(2))
  expect(await send('c.dem', bytes(9))).toBe('event.over_limit')
  const other = await createReportingRental(portal.context)
  expect(await send('c.dem', bytes(9), {}, other.reportSecret)).toBe(200)
  for (const { sent } of uploads) sent.end()
  expect(await Promise.all(uploads.map(({ answer }) => answer))).toEqual([200, 200])
  expect(await send('c.dem', bytes(9))).toBe(200)
})

test('G17 an upload may take longer than other requests; they may not', async () => {
  const sockets: Socket[] = []
  portal.app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const late = () => {
    const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    portal.app.server.emit('clientError', error, sockets.at(-1))
  }
  const { sent, answer } = beginUpload(portal.origin, rental.reportSecret, { 'MatchZy-FileName': 'slow.dem' })
  sent.write(bytes(9))
  await vi.waitFor(async () => expect(await listRentalDemoFiles(portal.folder, rental.id)).toHaveLength(1))
  late()
  sent.end(bytes(9))
  expect(await answer).toBe(200)
  const other = connect(Number(new URL(portal.origin).port), '127.0.0.1')
  other.write('POST /api/nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n')
  await once(other, 'connect')
  await vi.waitFor(() => expect(sockets).toHaveLength(2))
  late()
  await once(other.resume(), 'close')
})

test('G17 what MatchZy records on a rented server arrives by its own upload', async () => {
  const cvars = {
    matchzy_demo_upload_url: `${portal.origin}/api/events/demos`,
    matchzy_demo_upload_header_key: 'Authorization',
    matchzy_demo_upload_header_value: `Bearer ${rental.reportSecret}`,
  }
  const sim = await startGamesim({ servers: [{ mode: 'competitive', cvars, busy: 0.9, demoBytes: 200_000 }] })
  sim.advance(3 * 3_600_000)
  await sim.servers[0]?.waitForDemos()
  const stored = await rows()
  expect(stored.length).toBeGreaterThan(1)
  for (const { name, size } of stored) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\d_[\d-]+_\d+_de_\w+_CT_vs_TERRORIST\.dem$/)
    expect(size).toBe('200000')
  }
  await sim.close()
})

test('G17 no secret is in the log', () => {
  expect(logged).toContain('/api/events/demos')
  expect(logged).not.toContain(rental.reportSecret)
  expect(logged).not.toContain('Bearer')
})
