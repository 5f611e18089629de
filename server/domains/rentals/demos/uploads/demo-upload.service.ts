import { randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../../platform/context.ts'
import { recordStoredDemo } from '../leftovers/leftover-demos.store.ts'
import * as store from '../demos.store.ts'
import { getDemoKey, openDemoStore, removeDemoFiles } from '../demo-files.ts'

export interface DemoLimits {
  /** Bytes of one demo. */
  maxBytes: number
  /** Bytes of all demos of a rental. */
  quotaBytes: number
  /** Demos of a rental. */
  maxCount: number
}

export interface DemoUpload {
  rentalId: string
  name: string
  body: Readable
  /** Bytes that it has to have; left out where they are not known. */
  size?: number
}

/** However slowly a demo comes in, it is here by then. */
const uploadTimeoutMs = 30 * 60_000

/**
 * Stores a demo (G17): streamed into its own file, then listed in place of one of the same name; beyond the
 * quota or the count the oldest are deleted. An aborted upload leaves nothing; files left by a crash are
 * removed later. An empty one is ignored. Throws `request.too_large`, `request.invalid` for an aborted one,
 * `event.revoked` if the rental is over permanently.
 */
export async function saveDemo(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  upload: DemoUpload,
  limits: DemoLimits,
): Promise<void> {
  const { rentalId } = upload
  const id = randomUUIDv7()
  const size = await writeUpload(context, getDemoKey(rentalId, id), upload.body, limits.maxBytes)
  if (size === 0 || (upload.size !== undefined && size !== upload.size)) {
    await removeDemoFiles(context, rentalId, [id])
    if (size === 0) return
    throw new PortalError('request.invalid', 'The demo broke off')
  }
  const replacedIds = await insertUploadedDemo(context, { ...upload, id, size }, limits)
  await removeDemoFiles(context, rentalId, replacedIds)
}

/** Stores a body under a key; returns its size in bytes. */
async function writeUpload(
  context: Pick<AppContext, 'config'>,
  key: string,
  body: Readable,
  maxBytes: number,
): Promise<number> {
  async function* limited() {
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new PortalError('request.too_large', 'The demo is too large')
      yield chunk
    }
  }
  try {
    const { size } = await openDemoStore(context).put(key, limited(), AbortSignal.timeout(uploadTimeoutMs))
    return size
  } catch (cause) {
    if (cause instanceof PortalError || !isAbortedUpload(cause)) throw cause
    throw new PortalError('request.invalid', 'The upload broke off', { cause })
  }
}

const abortedUploadCodes = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'HPE_INVALID_EOF_STATE']

function isAbortedUpload(error: unknown): boolean {
  return error instanceof Error && 'code' in error && abortedUploadCodes.includes(String(error.code))
}

/** Lists a file that is whole; answers the ids of the demos that are no longer listed. */
async function insertUploadedDemo(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  { rentalId, id, name, size }: DemoUpload & { id: string; size: number },
  limits: DemoLimits,
): Promise<string[]> {
  return context.database.transaction().execute(async (tx) => {
    if (!(await store.lockDemos(tx, rentalId))) {
      await removeDemoFiles(context, rentalId, [id])
      throw new PortalError('event.revoked', 'This server is over: stop sending')
    }
    const replaced = await store.deleteDemoByName(tx, rentalId, name)
    const at = context.clock.now()
    await recordStoredDemo(tx, { rentalId, name, size, at })
    await store.insertDemo(tx, { id, rental_id: rentalId, name, size, received_at: at })
    return [...replaced, ...(await store.deleteDemosOverLimit(tx, rentalId, limits))]
  })
}
