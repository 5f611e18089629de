import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import type { S3Faults } from '@clutch/emulators/s3/faults.ts'
import { type S3Emulator, startS3Emulator } from '@clutch/emulators/s3/index.ts'
import type { FileConfig } from '../../config/files.ts'
import { FileStoreUnavailable } from '../file-store.ts'
import { s3Settings } from '../testing/s3-settings.ts'
import { openBucket } from './s3-bucket.ts'
import { S3Store } from './s3-store.ts'

const partBytes = 5 * 1024 ** 2
const small = randomBytes(1_000)
const large = randomBytes(2 * partBytes + 1)
let emulator: S3Emulator

beforeAll(async () => {
  emulator = await startS3Emulator()
})
beforeEach(() => {
  emulator.setFaults({})
  emulator.bucket.objects.clear()
})
afterAll(() => emulator.stop())

function openBucketOf(over: Partial<FileConfig>, idleTimeoutMs?: number) {
  const unset = {
    s3DownloadEndpoint: undefined,
    s3DownloadPathStyle: undefined,
    s3SseKey: undefined,
    backupDir: undefined,
  }
  return openBucket({ ...unset, ...s3Settings(emulator.url, emulator.options), ...over }, idleTimeoutMs)
}

const area = { prefix: 'portal/demos/', partBytes }
const openStore = (over: Partial<FileConfig> = {}) => new S3Store({ ...area, bucket: openBucketOf(over) })

const put = (content: Buffer, store = openStore()) => store.put('a.dem', [content] as never)
const left = () => [emulator.bucket.objects.size, emulator.bucket.uploads.size]

test.each<[string, S3Faults, Buffer, RegExp]>([
  ['a refusal', { denied: true }, small, /AccessDenied: Access Denied/],
  ['a connection that is cut in the second part, each time', { cutPart: 2 }, large, /S3 answered/],
  ['an upload that cannot be completed', { failComplete: true }, large, /InternalError/],
  ['an object that lacks a byte, in one part', { loseByte: true }, small, /holds 999 bytes of the 1000/],
  [
    'an object that lacks a byte, in several',
    { loseByte: true },
    large,
    /holds 10485760 bytes of the 10485761/,
  ],
])(
  'after %s the put fails and nothing is left',
  async (_, faults, content, why) => {
    emulator.setFaults(faults)
    const failure = put(content)
    await expect(failure).rejects.toThrow(FileStoreUnavailable)
    await expect(failure).rejects.toThrow(why)
    expect(left()).toEqual([0, 0])
  },
  30_000,
)

test.each<[string, S3Faults]>([
  ['asks to slow down', { slowDown: 2 }],
  ['tags objects with lies', { lyingTags: true }],
  ['is slow', { delayMs: 50 }],
  ['has another time', { clockOffsetMs: 3 * 3_600_000 }],
])('a service that %s stores the file all the same', async (_, faults) => {
  emulator.setFaults(faults)
  const store = openStore()
  expect(await put(large, store)).toMatchObject({ size: large.length })
  const found = await store.find('a.dem')
  const read = found && (await buffer(await found.read()))
  expect([read?.equals(large), left()]).toEqual([true, [1, 0]])
})

test('a download that is cut is an error, never a shorter file', async () => {
  const store = openStore()
  await put(large, store)
  const found = await store.find('a.dem')
  emulator.setFaults({ cutDownload: true })
  const body = await found?.read()
  await expect(body && buffer(body)).rejects.toThrow(/aborted|ECONNRESET|terminated/)
})

test('a download that stops is an error after the idle timeout', async () => {
  await put(large)
  emulator.setFaults({ stallDownloadAfter: 0 })
  const found = await new S3Store({ ...area, bucket: openBucketOf({}, 200) }).find('a.dem')
  const body = await found?.read()
  await expect(body && buffer(body)).rejects.toThrow(/inactivity/)
})

test.runIf(isProving)(
  'a part that takes longer than the idle timeout to send is stored',
  async () => {
    // Much more than the buffers of the kernel hold, whose emptying a sender cannot see.
    const part = randomBytes(40 * 1024 ** 2)
    emulator.setFaults({ uploadBytesPerMs: 8 * 1024 })
    const store = new S3Store({ ...area, partBytes: part.length, bucket: openBucketOf({}, 2_000) })
    const before = emulator.log.length
    expect(await put(Buffer.concat([part, small]), store)).toMatchObject({ size: part.length + small.length })
    const parts = emulator.log.slice(before).filter((line) => line.includes('partNumber='))
    expect(parts).toHaveLength(2)
  },
  60_000,
)

test('sixty downloads that wait do not keep another request from the service', async () => {
  const store = openStore()
  await put(large, store)
  const found = await store.find('a.dem')
  emulator.setFaults({ stallDownloadAfter: 0 })
  const waiting = await Promise.all(Array.from({ length: 60 }, async () => found?.read()))
  expect(await store.find('a.dem')).toMatchObject({ size: large.length })
  for (const body of waiting) body?.on('error', () => undefined).destroy()
})

test('no error of the service contains the secret', async () => {
  const store = openStore({ s3SecretKey: 'not-the-secret' })
  await expect(put(small, store)).rejects.toThrow(/SignatureDoesNotMatch/)
  const error = await put(small, store).catch(String)
  expect(error).not.toContain('not-the-secret')
})

test.each([
  [{ s3Sse: 'AES256' as const }, { 'x-amz-server-side-encryption': 'AES256' }],
  [
    { s3Sse: 'aws:kms' as const, s3SseKey: 'key-1' },
    { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': 'key-1' },
  ],
])('writes ask for the encryption %o, in one part and in several', async (settings, headers) => {
  for (const content of [small, large]) {
    await put(content, openStore(settings))
    expect(emulator.bucket.objects.get('portal/demos/a.dem')?.encryption).toEqual(headers)
  }
})

/** Sends a request to the emulator under the host of an address, as its name server would. */
async function visit(address: string, method: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(address)
  const options = { method, headers: { host, ...headers } }
  const sent = request(`${emulator.url}${pathname}${search}`, options).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  return { status: answer.statusCode, body, disposition: answer.headers['content-disposition'] }
}

test('a link loads the file or a range of it without a key, under the name it is saved by, in both styles', async () => {
  for (const s3PathStyle of ['path', 'host'] as const) {
    const bucket = openBucketOf({ s3PathStyle, s3DownloadEndpoint: 'https://s3.example.org' })
    // The endpoint of the emulator is an address without names below it.
    const store = new S3Store({ ...area, bucket: { ...bucket, client: openBucketOf({}).client } })
    await put(small, store)
    const file = await store.find('a.dem')
    const options = { disposition: 'attachment; filename="a.dem"', lifetimeSeconds: 60 }
    const address = (await file?.link({ method: 'GET', ...options })) ?? ''
    const host = s3PathStyle === 'path' ? 'https://s3.example.org/clutch/' : 'https://clutch.s3.example.org/'
    expect(address.startsWith(`${host}portal/demos/a.dem?`)).toBe(true)
    expect(address).not.toContain(emulator.options.secretKey)
    const whole = await visit(address, 'GET')
    expect([whole.status, whole.body.equals(small), whole.disposition]).toEqual([
      200,
      true,
      options.disposition,
    ])
    const part = await visit(address, 'GET', { range: 'bytes=990-' })
    expect([part.status, part.body.equals(small.subarray(990))]).toEqual([206, true])
    expect((await visit(address.replace('a.dem', 'b.dem'), 'GET')).status).toBe(403)
    expect((await visit(address, 'DELETE')).status).toBe(403)
    const head = (await file?.link({ method: 'HEAD', ...options })) ?? ''
    expect((await visit(head, 'HEAD')).status).toBe(200)
  }
})

test('a domain of the bucket itself is addressed without the bucket, by the portal and by browsers', async () => {
  const own = await startS3Emulator({ ...emulator.options, port: 0, domain: 'localhost' })
  try {
    const s3Endpoint = own.url.replace('127.0.0.1', 'localhost')
    await expect(put(small, openStore({ s3Endpoint: own.url }))).rejects.toThrow(/PublicEndpointForbidden/)
    const store = openStore({ s3Endpoint, s3PathStyle: 'domain' })
    await put(large, store)
    expect([...own.bucket.objects.keys()]).toEqual(['portal/demos/a.dem'])
    expect(await Array.fromAsync(store.list())).toMatchObject([{ key: 'a.dem', size: large.length }])
    const byBrowsers = { s3DownloadEndpoint: s3Endpoint, s3DownloadPathStyle: 'domain' } as const
    const bucket = {
      ...openBucketOf({ s3Endpoint, s3PathStyle: 'domain' }),
      linkClient: openBucketOf(byBrowsers).linkClient,
    }
    const file = await new S3Store({ ...area, bucket }).find('a.dem')
    const link = await file?.link({ method: 'GET', disposition: 'attachment', lifetimeSeconds: 60 })
    const answer = await fetch(link ?? '', { headers: { range: 'bytes=0-99' } })
    expect(Buffer.from(await answer.arrayBuffer()).equals(large.subarray(0, 100))).toBe(true)
  } finally {
    await own.stop()
  }
})

test.each([3, -3])('a link works where the clock of the service differs by %i hours', async (hours) => {
  emulator.setFaults({ clockOffsetMs: hours * 3_600_000 })
  const store = openStore()
  await put(small, store)
  const file = await store.find('a.dem')
  const link = await file?.link({ method: 'GET', disposition: 'attachment', lifetimeSeconds: 60 })
  expect((await fetch(link ?? '')).status).toBe(200)
})

test('a completed upload whose answer is lost is stored; what an earlier upload stored does not count', async () => {
  emulator.setFaults({ loseCompleteAnswer: true })
  expect(await put(large)).toMatchObject({ size: large.length })
  const kept = emulator.bucket.objects.get('portal/demos/a.dem')
  if (kept) kept.changedAt = new Date(Date.now() - 3_600_000)
  // Another process removed the upload.
  const complete = vi.spyOn(emulator.bucket, 'complete').mockReturnValue('NoSuchUpload')
  onTestFinished(() => complete.mockRestore())
  await expect(put(large)).rejects.toThrow(/NoSuchUpload/)
})

test('without an address for browsers there is no link', async () => {
  const store = openStore({ s3DownloadEndpoint: 'none' })
  await put(small, store)
  const found = await store.find('a.dem')
  const options = { method: 'GET', disposition: 'attachment', lifetimeSeconds: 60 } as const
  expect(await found?.link(options)).toBe(null)
})
