import { randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './demos-store.ts'
import { demoFolder, demoPath, makeLeaseFolder, partPath, removeFiles } from './folder.ts'

export interface DemoLimits {
  /** Bytes of one demo. */
  maxBytes: number
  /** Bytes of all demos of a lease. */
  quotaBytes: number
  /** Demos of a lease. */
  maxCount: number
}

export interface Upload {
  leaseId: string
  name: string
  body: Readable
}

/** However slowly a demo comes in, it is here by then. */
const uploadWithinMs = 30 * 60_000

/**
 * Takes a demo in (G17): streamed into a file of its own, then listed under its name instead of the one that had it, and past the
 * quota or the count the oldest make room. Of what breaks off nothing stays; what a crash leaves is swept. An empty one is none. Throws
 * `request.too_large`, `request.invalid` for one that broke off, `event.revoked` where the lease is over for good.
 */
export async function receiveDemo(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  upload: Upload,
  limits: DemoLimits,
): Promise<void> {
  const { leaseId } = upload
  const id = randomUUIDv7()
  const part = join(demoFolder(context), partPath(leaseId, id))
  const file = join(demoFolder(context), demoPath(leaseId, id))
  await makeLeaseFolder(context, leaseId)
  const size = await write(part, upload.body, limits.maxBytes)
  if (size === 0) {
    await rm(part, { force: true })
    return
  }
  await rename(part, file)
  const gone = await list(context, { id, size, ...upload }, limits)
  await removeFiles(context, leaseId, gone)
}

/** Writes what comes to a file, to the disk itself; answers its bytes. */
async function write(path: string, body: Readable, maxBytes: number): Promise<number> {
  let size = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new PortalError('request.too_large', 'The demo is too large')
      yield chunk
    }
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(body, counted, file, { signal: AbortSignal.timeout(uploadWithinMs) })
    return size
  } catch (cause) {
    await rm(path, { force: true })
    if (cause instanceof PortalError || !isBrokenOff(cause)) throw cause
    throw new PortalError('request.invalid', 'The upload broke off', { cause })
  }
}

const brokenOff = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'HPE_INVALID_EOF_STATE']

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && brokenOff.includes(String(error.code))
}

/** Lists a file that is whole; answers the ids of the demos that are no longer listed. */
async function list(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  { leaseId, id, name, size }: Upload & { id: string; size: number },
  limits: DemoLimits,
): Promise<string[]> {
  return context.database.transaction().execute(async (tx) => {
    if (!(await store.holdDemos(tx, leaseId))) {
      await removeFiles(context, leaseId, [id])
      throw new PortalError('event.revoked', 'This server is over: stop sending')
    }
    const replaced = await store.deleteNamed(tx, leaseId, name)
    await store.insertDemo(tx, { id, lease_id: leaseId, name, size, received_at: context.clock.now() })
    return [...replaced, ...(await store.deleteOldest(tx, leaseId, limits))]
  })
}
