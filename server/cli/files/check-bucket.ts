import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type FileStore, FileStoreUnavailable } from '../../platform/files/file-store.ts'
import { attachment } from '../../platform/http/responses/download.ts'

/** The bucket does not do what the portal needs; the message names the right or the setting. */
export class BucketUnusable extends Error {
  override name = 'BucketUnusable'
}

const megabyte = 1024 ** 2
const range = { start: 5 * megabyte - 2, end: 5 * megabyte + 2 }
const linkLifetimeSeconds = 60

/**
 * Does once what the portal does with a bucket: an upload in two parts, an interrupted one, reads, a download by a presigned address,
 * and a deletion. Leaves nothing. Throws BucketUnusable.
 */
export async function checkStore(store: FileStore, key: string): Promise<void> {
  const content = randomBytes(6 * megabyte)
  try {
    await step('s3:PutObject (with aws:kms also kms:GenerateDataKey and kms:Decrypt)', async () => {
      await store.put(key, chunksOf(content))
    })
    await step('s3:GetObject', async () => {
      const read = await (await store.find(key))?.read()
      if (!read || !(await buffer(read)).equals(content))
        throw new BucketUnusable('the bucket returned other bytes than were written')
    })
    await step('s3:ListBucket', async () => {
      for await (const file of store.list(key)) if (file.key === key) return
      throw new BucketUnusable('the bucket does not list what it stores')
    })
    await step('CLUTCH_S3_DOWNLOAD_ENDPOINT', () => checkLink(store, key, content))
    await checkInterruptedUpload(store, `${key}-interrupted`)
    await step('s3:DeleteObject', async () => {
      await store.remove(key)
      if (await store.find(key)) throw new BucketUnusable('the bucket has what was deleted')
    })
  } finally {
    await store.remove(key).catch(() => undefined)
  }
}

/** Names what a refused step needs. */
async function step(needs: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
    throw new BucketUnusable(`${error.message}: check ${needs}`, { cause: error })
  }
}

/** Loads a part as a browser does. */
async function checkLink(store: FileStore, key: string, content: Buffer): Promise<void> {
  const file = await store.find(key)
  const link = await file?.link({
    method: 'GET',
    disposition: attachment('演示 demo.dem'),
    lifetimeSeconds: linkLifetimeSeconds,
  })
  if (link === null || link === undefined) return
  const answer = await fetch(link, { headers: { range: `bytes=${range.start}-${range.end}` } }).catch(
    (cause: unknown) => {
      throw new FileStoreUnavailable('the address of downloads does not answer', { cause })
    },
  )
  const body = Buffer.from(await answer.arrayBuffer())
  const isSame = body.equals(content.subarray(range.start, range.end + 1))
  if (answer.status !== 206 || !isSame)
    throw new FileStoreUnavailable(`a download by a presigned address was answered with ${answer.status}`)
  if (!answer.headers.get('content-disposition')?.includes('%E6%BC%94%E7%A4%BA'))
    throw new FileStoreUnavailable('a download by a presigned address has not the name that was asked for')
}

/** Interrupts an upload after its first part, and lists it before. */
async function checkInterruptedUpload(store: FileStore, key: string): Promise<void> {
  const interruption = new Error('interrupted')
  const list = () => listUnfinishedOf(store, key)
  async function* interrupted() {
    yield* chunksOf(randomBytes(11 * megabyte))
    await list()
    throw interruption
  }
  await step('s3:ListBucketMultipartUploads and s3:ListMultipartUploadParts', async () => {
    await store.put(key, interrupted()).catch((error: unknown) => {
      if (error !== interruption) throw error
    })
  })
  // The upload ended itself; what is left could not be ended.
  await step('s3:AbortMultipartUpload', async () => {
    for (const unfinished of await list()) await unfinished.remove()
  })
}

async function listUnfinishedOf(store: FileStore, key: string) {
  return (await Array.fromAsync(store.listUnfinished())).filter((unfinished) => unfinished.key === key)
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += megabyte) yield content.subarray(at, at + megabyte)
}
