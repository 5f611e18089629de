import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { getDemoLink } from '@clutch/contract/api/rentals/demos.ts'
import { type S3Emulator, startS3Emulator } from '@clutch/emulators/s3/index.ts'
import { FolderStore } from '../../../platform/files/folder-store.ts'
import { s3Settings } from '../../../platform/files/testing/s3-settings.ts'
import { DemoCleanup } from './demo-cleanup.worker.ts'
import {
  type DemoPortal,
  type TestRental,
  createReportingRental,
  openDemoPortal,
} from './testing/demo-portal-fixture.ts'

const content = randomBytes(6_000_000)
let emulator: S3Emulator
let portal: DemoPortal
let rental: TestRental

beforeAll(async () => {
  emulator = await startS3Emulator()
  portal = await openDemoPortal()
  useS3()
})
beforeEach(async () => {
  emulator.setFaults({})
  emulator.bucket.objects.clear()
  rental = await createReportingRental(portal.context)
})
afterAll(async () => {
  await portal.close()
  await emulator.stop()
})

/** A store is opened once for a config. */
function useS3(over: object = {}): void {
  portal.context.config = { ...portal.context.config, ...s3Settings(emulator.url, emulator.options), ...over }
}

async function upload(name: string, body: Buffer): Promise<number> {
  const answer = await fetch(`${portal.origin}/api/events/demos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rental.reportSecret}`, 'MatchZy-FileName': name },
    body: new Uint8Array(body),
  })
  return answer.status
}

async function link(name: string): Promise<string> {
  const url = `/api/scrim/server/${rental.number}/demos/${name}/download`
  const answer = await portal.app.inject({ url, headers: rental.person.headers })
  return answer.json<Reply<typeof getDemoLink>>().data.download_url
}

const keys = () => [...emulator.bucket.objects.keys()]
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('G17 a demo is stored in the bucket, and its link redirects to an address that works for four minutes', async () => {
  expect(await upload('a.dem', content)).toBe(200)
  expect(keys()).toEqual([
    expect.stringMatching(new RegExp(`^portal/demos/${rental.id}/[0-9a-f-]{36}\\.dem$`)),
  ])
  const address = await link('a.dem')
  const redirect = await fetch(address, { redirect: 'manual' })
  const location = redirect.headers.get('location') ?? ''
  expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store'])
  expect(location.startsWith(`${emulator.url}/clutch/portal/demos/`)).toBe(true)
  expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('300')
  const whole = await fetch(address)
  expect(whole.headers.get('content-disposition')).toBe('attachment; filename="a.dem"')
  expect((await bytes(whole)).equals(content)).toBe(true)
  const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
  expect([part.status, (await bytes(part)).equals(content.subarray(100, 200))]).toEqual([206, true])
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(address.replace(/\d{13}/, '9999999999999'), { redirect: 'manual' })).status).toBe(404)
})

test('G17 where browsers cannot reach the bucket the portal sends the demo, also in ranges', async () => {
  await upload('a.dem', content)
  useS3({ s3DownloadEndpoint: 'none' })
  const address = await link('a.dem')
  const whole = await fetch(address, { redirect: 'manual' })
  expect([whole.status, (await bytes(whole)).equals(content)]).toEqual([200, true])
  const part = await fetch(address, { headers: { range: 'bytes=-10' }, redirect: 'manual' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 5999990-5999999/6000000'])
  expect((await bytes(part)).equals(content.subarray(-10))).toBe(true)
  useS3({ s3DownloadEndpoint: undefined })
})

test('G17 a demo from before the bucket is still found in the folder, and deleted there', async () => {
  await upload('a.dem', content)
  const [key = ''] = keys()
  const stored = emulator.bucket.objects.get(key)?.content ?? Buffer.alloc(0)
  await new FolderStore(portal.folder).put(key.replace('portal/demos/', ''), [stored] as never)
  emulator.bucket.objects.delete(key)
  const address = await link('a.dem')
  const answer = await fetch(address, { redirect: 'manual' })
  expect([answer.status, (await bytes(answer)).equals(content)]).toEqual([200, true])
  const url = `/api/scrim/server/${rental.number}/demos/a.dem`
  await portal.app.inject({ method: 'DELETE', url, headers: rental.person.headers })
  expect(await new FolderStore(portal.folder).find(key.replace('portal/demos/', ''))).toBe(null)
})

test('G17 while the bucket refuses, an upload is answered with 503 and no demo is listed', async () => {
  emulator.setFaults({ denied: true })
  expect(await upload('a.dem', content)).toBe(503)
  emulator.setFaults({ cutPart: 1 })
  expect(await upload('a.dem', content)).toBe(503)
  emulator.setFaults({})
  const rows = await portal.context.database
    .selectFrom('rental_demos')
    .select('id')
    .where('rental_id', '=', rental.id)
    .execute()
  expect([rows, keys(), emulator.bucket.uploads.size]).toEqual([[], [], 0])
})

test('G17 objects and unfinished uploads that no demo has are removed once they did not change', async () => {
  await upload('a.dem', content)
  const stray = '0195ffff-ffff-7fff-bfff-ffffffffffff'
  emulator.bucket.put(`portal/demos/${stray}/${stray}.dem`, content, {}, {})
  emulator.bucket.put('portal/demos/notes.txt', content, {}, {})
  emulator.bucket.put(`other/${stray}/${stray}.dem`, content, {}, {})
  emulator.bucket.begin(`portal/demos/${stray}/${stray}.dem`, {})
  const cleanup = new DemoCleanup(portal.context)
  await cleanup.pass()
  expect([keys().length, emulator.bucket.uploads.size]).toEqual([4, 1])
  await cleanup.pass()
  expect([keys().filter((key) => key.includes(stray)), emulator.bucket.uploads.size]).toEqual([
    [`other/${stray}/${stray}.dem`],
    0,
  ])
  expect(keys()).toHaveLength(3)
})
