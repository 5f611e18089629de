import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'
import { demoLinkLifetimeMs, demoQuotaBytes, maxDemosPerServer } from '@clutch/contract/limits.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { asOperator } from '../../../testing/http.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { deleteDemos } from './index.ts'
import { createDemoLink } from './demos.service.ts'
import { DemoCleanup, startDemoCleanupWorker } from './demo-cleanup.worker.ts'
import {
  type DemoPortal,
  type TestRental,
  listRentalDemoFiles,
  openDemoPortal,
  createReportingRental,
  createSignedInUser,
} from './testing/demo-portal-fixture.ts'

let portal: DemoPortal
let rental: TestRental
let member: TestUser

const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251))

beforeAll(async () => {
  portal = await openDemoPortal()
})

beforeEach(async () => {
  member = await createSignedInUser(portal.context)
  rental = await createReportingRental(portal.context, [member])
})

afterAll(() => portal.close())

async function upload(...names: string[]): Promise<void> {
  for (const name of names) {
    portal.context.clock.advance(1_000)
    const headers = { authorization: `Bearer ${rental.reportSecret}`, 'matchzy-filename': name }
    const url = `${portal.origin}/api/events/demos`
    expect((await fetch(url, { method: 'POST', headers, body: content })).status).toBe(200)
  }
}

type Asker = Pick<TestUser, 'headers'>
const at = (path: string, { headers }: Asker) =>
  portal.app.inject({ url: `/api/scrim/server/${path}`, headers })
const list = (who: Asker, { number } = rental) => at(`${number}/demos`, who)
const askLink = (name: string, who: Asker = rental.person) =>
  at(`${rental.number}/demos/${name}/download`, who)
const link = async (name: string, who: Asker = rental.person) =>
  (await askLink(name, who)).json<{ data: { download_url: string } }>().data.download_url
/** What the list says of `count` demos with `content`. */
const usage = (count: number) => ({
  count,
  maxCount: maxDemosPerServer,
  bytes: count * content.length,
  maxBytes: demoQuotaBytes,
})
const remove = (name: string, who: Asker = rental.person) =>
  portal.app.inject({
    method: 'DELETE',
    url: `/api/scrim/server/${rental.number}/demos/${encodeURIComponent(name)}`,
    headers: who.headers,
  })
const codeOf = (answer: { json<T>(): T; statusCode: number }) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

test('G17 demos are listed by name descending, with size and time, for owner and members', async () => {
  expect((await list(rental.person)).json()).toEqual({ data: { demos: [], next: null, usage: usage(0) } })
  const first = portal.context.clock.now().getTime()
  await upload('b.dem', 'A.dem', 'c.dem')
  for (const who of [rental.person, member]) {
    expect((await list(who)).json()).toEqual({
      data: {
        demos: [
          { name: 'c.dem', size: 1_000, received: first + 3_000 },
          { name: 'b.dem', size: 1_000, received: first + 1_000 },
          { name: 'A.dem', size: 1_000, received: first + 2_000 },
        ],
        next: null,
        usage: usage(3),
      },
    })
  }
})

test('G19 a stranger gets "no such server", an anonymous caller is refused, and the switch turns everything off', async () => {
  await upload('a.dem')
  const stranger = await createSignedInUser(portal.context)
  const visitor = { headers: { authorization: '' } }
  const change = (enabled: boolean) =>
    portal.app.inject({
      method: 'PATCH',
      url: '/api/operator/portal',
      headers: asOperator,
      payload: { features: { pracc: { enabled } } },
    })
  const both = async (who: Asker) => [codeOf(await list(who)), codeOf(await askLink('a.dem', who))]
  expect(await both(stranger)).toEqual(Array(2).fill([404, 'rental.not_found']))
  expect(await both(visitor)).toEqual(Array(2).fill([401, 'session.invalid']))
  await change(false)
  expect(await both(rental.person)).toEqual(Array(2).fill([404, 'portal.feature_off']))
  await change(true)
  await portal.context.database
    .updateTable('rentals')
    .set({ revoked_at: portal.context.clock.now() })
    .where('id', '=', rental.id)
    .execute()
  expect(await both(rental.person)).toEqual(Array(2).fill([404, 'rental.not_found']))
})

test('G17 a link is for one of the listed demos only, of this server only', async () => {
  await upload('a.dem')
  const mine = rental
  rental = await createReportingRental(portal.context)
  await upload('other.dem')
  rental = mine
  expect(codeOf(await askLink('other.dem'))).toEqual([404, 'demo.not_found'])
  expect(codeOf(await askLink('A.dem'))).toEqual([404, 'demo.not_found'])
  expect(codeOf(await askLink(encodeURIComponent('../a.dem')))).toEqual([400, 'request.invalid'])
})

test('G17 anyone with the link gets the file, whole or in part, without a session', async () => {
  await upload('a.dem')
  const address = await link('a.dem', member)
  expect(address.startsWith(`${portal.origin}/api/demos/`)).toBe(true)
  const whole = await fetch(address)
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="a.dem"',
    'content-type': 'application/octet-stream',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  })
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=990-', 990, 1_000],
    ['bytes=-5', 995, 1_000],
  ] as const) {
    const part = await fetch(address, { headers: { range } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/1000`])
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(from, to))).toBe(true)
  }
  const beyond = await fetch(address, { headers: { range: 'bytes=1000-' } })
  expect([beyond.status, beyond.headers.get('content-range'), await beyond.json()]).toMatchObject([
    416,
    'bytes */1000',
    { code: 'request.range' },
  ])
})

test('G17 an invalid range is answered with the whole file, one beyond the end with its size', async () => {
  await upload('a.dem')
  const address = await link('a.dem')
  const requestRange = async (range: string) => {
    const { status, headers } = await fetch(address, { headers: { range }, method: 'HEAD' })
    return [status, headers.get('content-range')]
  }
  for (const range of ['bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=x-'])
    expect(await requestRange(range)).toEqual([200, null])
  for (const range of ['bytes=5000-', 'bytes=1000-2000', 'bytes=-0'])
    expect(await requestRange(range)).toEqual([416, 'bytes */1000'])
  expect(await requestRange('bytes=999-5000')).toEqual([206, 'bytes 999-999/1000'])
})

test('G17 a demo has a strong tag: a known file is not sent again, and a part only of the same file', async () => {
  await upload('a.dem')
  const address = await link('a.dem')
  const get = (headers: Record<string, string>) => fetch(address, { headers })
  const tag = (await get({})).headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[0-9a-f-]{36}"$/)
  const held = await get({ 'if-none-match': tag })
  expect([held.status, held.headers.get('etag'), await held.text()]).toEqual([304, tag, ''])
  const range = 'bytes=0-9'
  expect((await get({ range, 'if-range': tag })).status).toBe(206)
  for (const other of [`W/${tag}`, '"other"', 'Mon, 23 Nov 2026 00:00:00 GMT'])
    expect((await get({ range, 'if-range': other })).status).toBe(200)
  await upload('a.dem')
  const next = (await fetch(await link('a.dem'))).headers.get('etag')
  expect(next).not.toBe(tag)
})

test('G17 names of every script stay: listed, linked and saved as they were uploaded', async () => {
  const name = '2026-11-22_de_nuke_龙之队_vs_Żółć_فريق.dem'
  await upload(Buffer.from(name).toString('latin1'))
  expect((await list(rental.person)).json()).toMatchObject({ data: { demos: [{ name }] } })
  const answer = await fetch(await link(encodeURIComponent(name)))
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="2026-11-22_de_nuke_____vs__________.dem"; filename*=UTF-8''${encodeURIComponent(name)}`,
  )
  expect((await answer.arrayBuffer()).byteLength).toBe(1_000)
  expect(await listRentalDemoFiles(portal.folder, rental.id)).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}\.dem$/),
  ])
})

test('G17 the list comes in pages of fifty by name, each demo once', async () => {
  const name = (at: number) => `d${String(at).padStart(3, '0')}.dem`
  const received_at = portal.context.clock.now()
  await portal.context.database
    .insertInto('rental_demos')
    .values(
      Array.from({ length: 101 }, (_, at) => ({
        id: randomUUIDv7(),
        rental_id: rental.id,
        name: name(at),
        size: 1,
        received_at,
      })),
    )
    .execute()
  const seen: string[] = []
  const sizes: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const query: string = next === '' ? '' : `?after=${encodeURIComponent(next)}`
    const { data } = (await at(`${rental.number}/demos${query}`, member)).json<Reply<typeof listDemos>>()
    expect(data.usage).toMatchObject({ count: 101, bytes: 101 })
    seen.push(...data.demos.map((demo) => demo.name))
    sizes.push(data.demos.length)
    next = data.next
  }
  expect(sizes).toEqual([50, 50, 1])
  expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => name(100 - index)))
})

test('G17 G19 the owner deletes a demo, row and file; an admin may not, and others are not touched', async () => {
  await upload('a.dem', '龙.dem'.replace('龙', encodeURIComponent('龙')))
  const address = await link('a.dem')
  expect(codeOf(await remove('a.dem', member))).toEqual([403, 'rental.owner_only'])
  expect(codeOf(await remove('a.dem', await createSignedInUser(portal.context)))).toEqual([
    404,
    'rental.not_found',
  ])
  expect((await remove('a.dem')).statusCode).toBe(204)
  expect(codeOf(await remove('a.dem'))).toEqual([404, 'demo.not_found'])
  expect((await fetch(address)).status).toBe(404)
  expect((await list(rental.person)).json()).toMatchObject({
    data: { demos: [{ name: '龙.dem' }], usage: usage(1) },
  })
  expect((await remove('龙.dem')).statusCode).toBe(204)
  expect(await listRentalDemoFiles(portal.folder, rental.id)).toEqual([])
})

test('G17 a suffix range longer than the demo returns the whole demo', async () => {
  await upload('a.dem')
  const answer = await fetch(await link('a.dem'), { headers: { range: 'bytes=-99999' } })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 0-999/1000'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
})

test('G17 HEAD on a link describes its demo without sending it', async () => {
  await upload('a.dem')
  const answer = await fetch(await link('a.dem'), { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
  expect((await answer.arrayBuffer()).byteLength).toBe(0)
})

test('G18 only the demos from before a time are deleted, their files too', async () => {
  await upload('a.dem', 'b.dem')
  const before = portal.context.clock.now()
  await upload('c.dem')
  await deleteDemos(portal.context, rental.id, before)
  expect((await list(rental.person)).json()).toMatchObject({
    data: { demos: [{ name: 'c.dem' }, { name: 'b.dem' }] },
  })
  expect((await fetch(await link('c.dem'))).status).toBe(200)
})

test('G17 a link works for ten minutes and for nothing else than its demo', async () => {
  await upload('a.dem', 'b.dem')
  const address = await link('a.dem')
  const [ticket = ''] = address.split('/').slice(-2)
  const get = async (shown: string, name = 'a.dem') =>
    codeOf(await portal.app.inject({ url: `/api/demos/${shown}/${name}` }))
  const [id = '', until = '', mac = ''] = ticket.split('.')
  const lies = [
    `${id}.${Number(until) + 1}.${mac}`,
    `${id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}.${until}.${mac}`,
    `${id}.${until}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    `${id}.${until}.`,
    'x',
  ]
  for (const lie of lies) expect(await get(lie)).toEqual([404, 'demo.not_found'])
  for (const name of ['b.dem', 'A.dem', encodeURIComponent('../a.dem')])
    expect(await get(ticket, name)).toEqual([404, 'demo.not_found'])
  portal.context.clock.advance(demoLinkLifetimeMs - 1)
  expect((await fetch(address)).status).toBe(200)
  portal.context.clock.advance(1)
  expect(await get(ticket)).toEqual([410, 'demo.link_over'])
})

test('G17 a link made before the key was changed still works while that key is there', async () => {
  await upload('a.dem')
  const { context } = portal
  const [before, old] = [context.keys, makeSecretKey()]
  const keys = new KeyRing(old)
  const address = await createDemoLink({ ...context, keys }, rental.number, 'a.dem', rental.owner)
  context.keys = new KeyRing(`${makeSecretKey()},${old}`)
  const response = await fetch(address)
  context.keys = new KeyRing(makeSecretKey())
  const gone = await fetch(address)
  context.keys = before
  expect([response.status, gone.status]).toEqual([200, 404])
})

test('G18 every demo of a rental is deleted, row and file, once or again; a link to it is dead', async () => {
  await upload('a.dem', 'b.dem')
  const other = await createReportingRental(portal.context)
  const mine = rental
  rental = other
  await upload('kept.dem')
  rental = mine
  const address = await link('a.dem')
  await deleteDemos(portal.context, rental.id)
  await deleteDemos(portal.context, rental.id)
  expect((await list(rental.person)).json()).toEqual({ data: { demos: [], next: null, usage: usage(0) } })
  expect(await listRentalDemoFiles(portal.folder, rental.id)).toEqual([])
  expect((await fetch(address)).status).toBe(404)
  expect((await list(other.person, other)).json()).toMatchObject({ data: { demos: [{ name: 'kept.dem' }] } })
})

test('G17 a file that is missing is no demo to download', async () => {
  await upload('a.dem')
  const address = await link('a.dem')
  await rm(join(portal.folder, rental.id), { recursive: true })
  expect((await fetch(address)).status).toBe(404)
})

test('G17 files that no demo has are swept away, once they lie still; others are not touched', async () => {
  await upload('a.dem')
  const mine = join(portal.folder, rental.id)
  const [kept = ''] = await readdir(mine)
  const stray = '0195ffff-ffff-7fff-bfff-ffffffffffff'
  const gone = join(portal.folder, stray)
  await mkdir(gone)
  for (const path of [join(mine, `${stray}.dem`), join(mine, `${stray}.part`), join(gone, `${stray}.dem`)])
    await writeFile(path, 'x')
  await writeFile(join(mine, 'notes.txt'), 'of the operator')
  const sweep = new DemoCleanup(portal.context)
  await sweep.pass()
  expect(await readdir(mine)).toHaveLength(4)
  await utimes(join(mine, `${stray}.part`), 1, 1)
  await sweep.pass()
  expect((await readdir(mine)).toSorted()).toEqual([kept, `${stray}.part`, 'notes.txt'].toSorted())
  await sweep.pass()
  expect((await readdir(mine)).toSorted()).toEqual([kept, 'notes.txt'].toSorted())
  expect(await readdir(gone)).toEqual([])
})

test('G17 a sweep that takes longer than the time between two is not joined by the next one', async () => {
  const pass = Promise.withResolvers<void>()
  const passes = vi.spyOn(DemoCleanup.prototype, 'pass').mockReturnValue(pass.promise)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  try {
    const { stop } = startDemoCleanupWorker(portal.context)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(passes).toHaveBeenCalledTimes(1)
    pass.resolve()
    await stop()
  } finally {
    vi.useRealTimers()
    passes.mockRestore()
  }
})
