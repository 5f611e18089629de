import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  paginateListParts,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  type ByteRange,
  FileNotFound,
  type FileStore,
  FileStoreUnavailable,
  type LinkOptions,
  type StoredFile,
  type UnfinishedFile,
  type WrittenFile,
} from '../file-store.ts'
import { MultipartUpload, cutIntoParts } from './multipart-upload.ts'
import { type S3Bucket, asUnavailable, isMissing } from './s3-bucket.ts'

export interface S3Area {
  bucket: S3Bucket
  /** What the names of its objects begin with. */
  prefix: string
  /** Bytes; the service takes 10,000 parts, all but the last of at least 5 MiB. */
  partBytes: number
}

/** Clocks may differ by a minute into the future, and by three into the past. */
const signedBeforeMs = 60_000
const linkToleranceSeconds = 240
/** More than two clocks differ without a correction by the SDK. */
const clockToleranceMs = 5 * 60_000

/** What the service says of an object. */
interface ObjectFacts {
  size: number | undefined
  tag: string | undefined
  changedAt: Date | undefined
}

/** Files as the objects of a bucket whose names begin with a prefix. */
export class S3Store implements FileStore {
  readonly kind = 's3'
  readonly #area: S3Area

  constructor(area: S3Area) {
    this.#area = area
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<WrittenFile> {
    const { bucket, prefix, partBytes } = this.#area
    const upload = new MultipartUpload(bucket, prefix + key)
    const hash = createHash('sha256')
    const begunAt = Date.now()
    let size = 0
    const send = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const part of cutIntoParts(chunks, partBytes)) {
        hash.update(part)
        size += part.length
        await upload.add(part).catch(rethrowUnavailable)
      }
      await upload.finish().catch(async (error: unknown) => {
        // The answer to the completion was lost, and the repetition finds no upload any more.
        if (isMissing(error) && (await this.#isStoredSince(key, size, begunAt))) return
        throw asUnavailable(error)
      })
    }
    try {
      // A stream, which an abort destroys: a generator that waits for its next chunk would not end.
      await pipeline(Readable.from(body), send, { ...(signal && { signal }) })
    } catch (error) {
      await upload.abort()
      throw error
    }
    await this.#assertSize(key, size)
    return { size, sha256: hash.digest('hex') }
  }

  async find(key: string): Promise<StoredFile | null> {
    const { bucket } = this.#area
    try {
      const head = await bucket.client.send(new HeadObjectCommand(this.#target(key)))
      return this.#toFile(key, { size: head.ContentLength, tag: head.ETag, changedAt: head.LastModified })
    } catch (error) {
      if (isMissing(error)) return null
      throw asUnavailable(error)
    }
  }

  async remove(key: string): Promise<void> {
    await this.#area.bucket.client
      .send(new DeleteObjectCommand(this.#target(key)))
      .catch((error: unknown) => {
        if (!isMissing(error)) throw asUnavailable(error)
      })
  }

  async *list(under = ''): AsyncGenerator<StoredFile> {
    const { bucket, prefix } = this.#area
    try {
      const pages = paginateListObjectsV2(
        { client: bucket.client },
        { Bucket: bucket.name, Prefix: prefix + under },
      )
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size, ETag, LastModified } of Contents)
          yield this.#toFile(Key.slice(prefix.length), { size: Size, tag: ETag, changedAt: LastModified })
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async *listUnfinished(): AsyncGenerator<UnfinishedFile> {
    const { bucket, prefix } = this.#area
    const { client, name: Bucket } = bucket
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
    while (next) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...next })
      const page: ListMultipartUploadsCommandOutput = await client.send(command).catch(rethrowUnavailable)
      for (const { Key = '', UploadId = '' } of page.Uploads ?? []) {
        const found = await this.#findUnfinished({ Bucket, Key, UploadId })
        if (found) yield found
      }
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null
    }
  }

  async #findUnfinished(target: {
    Bucket: string
    Key: string
    UploadId: string
  }): Promise<UnfinishedFile | null> {
    const { bucket, prefix } = this.#area
    let count = 0
    try {
      for await (const { Parts = [] } of paginateListParts({ client: bucket.client }, target))
        count += Parts.length
    } catch (error) {
      if (isMissing(error)) return null
      throw asUnavailable(error)
    }
    const remove = async () => {
      await bucket.client.send(new AbortMultipartUploadCommand(target)).catch((error: unknown) => {
        if (!isMissing(error)) throw asUnavailable(error)
      })
    }
    return { key: target.Key.slice(prefix.length), version: `${target.UploadId} ${count}`, remove }
  }

  /** Whether the service holds as many bytes, and not since before the upload began. */
  async #isStoredSince(key: string, size: number, begunAt: number): Promise<boolean> {
    const found = await this.find(key)
    const since = begunAt + this.#area.bucket.client.config.systemClockOffset - clockToleranceMs
    return found?.size === size && found.changedAt.getTime() > since
  }

  /** The service acknowledged all parts; it must also hold as many bytes. */
  async #assertSize(key: string, size: number): Promise<void> {
    const found = await this.find(key).catch(async (error: unknown) => {
      await this.remove(key).catch(() => undefined)
      throw error
    })
    if (found?.size === size) return
    await this.remove(key)
    throw new FileStoreUnavailable(`S3 holds ${found?.size ?? 'no'} bytes of the ${size} that were sent`)
  }

  #toFile(key: string, { size = 0, tag = '', changedAt = new Date(0) }: ObjectFacts): StoredFile {
    const version = `${size} ${tag} ${changedAt.getTime()}`
    return {
      key,
      size,
      version,
      changedAt,
      read: (range) => this.#read(key, range),
      link: (options) => this.#link(key, options),
    }
  }

  async #read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body } = await this.#area.bucket.client.send(
        new GetObjectCommand({
          ...this.#target(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      )
      if (Body instanceof Readable) return Body
      throw new FileStoreUnavailable('S3 answered without a body')
    } catch (error) {
      throw isMissing(error) ? new FileNotFound(key) : asUnavailable(error)
    }
  }

  async #link(key: string, { method, disposition, lifetimeSeconds }: LinkOptions): Promise<string | null> {
    const { linkClient } = this.#area.bucket
    if (!linkClient) return null
    const input = {
      ...this.#target(key),
      ResponseContentDisposition: disposition,
      ResponseContentType: 'application/octet-stream',
    }
    const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input)
    // The client that makes requests has learned how far the clock of this machine is off; smaller deviations it ignores.
    const serviceNow = Date.now() + this.#area.bucket.client.config.systemClockOffset
    return getSignedUrl(linkClient, command, {
      signingDate: new Date(serviceNow - signedBeforeMs),
      expiresIn: lifetimeSeconds + linkToleranceSeconds,
    })
  }

  #target(key: string) {
    return { Bucket: this.#area.bucket.name, Key: this.#area.prefix + key }
  }
}

function rethrowUnavailable(error: unknown): never {
  throw asUnavailable(error)
}
