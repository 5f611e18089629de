import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { FileStoreUnavailable } from '../file-store.ts'
import type { S3Bucket } from './s3-bucket.ts'

/**
 * One object that is uploaded in parts, which appears when the last part is there. While a part is sent the next one may be read, so
 * that three parts are in memory at most. The hash of each part is in its signature, which the service verifies.
 */
export class MultipartUpload {
  readonly #bucket: S3Bucket
  readonly #key: string
  readonly #aborted = new AbortController()
  readonly #tags: string[] = []
  #uploadId: Promise<string> | null = null
  #held: Buffer | null = null
  #sending: Promise<void> = Promise.resolve()

  constructor(bucket: S3Bucket, key: string) {
    this.#bucket = bucket
    this.#key = key
  }

  /** Adds a part; all but the last have the same size. */
  async add(part: Buffer): Promise<void> {
    const before = this.#held
    this.#held = part
    if (before) await this.#send(before)
  }

  /** Makes the object visible. One part is an upload of its own. */
  async finish(): Promise<void> {
    const last = this.#held ?? Buffer.alloc(0)
    const { client, encryption } = this.#bucket
    const options = { abortSignal: this.#aborted.signal }
    if (this.#uploadId === null) {
      await client.send(new PutObjectCommand({ ...this.#target(), ...encryption, Body: last }), options)
      return
    }
    await this.#send(last)
    await this.#sending
    const Parts = this.#tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }))
    const upload = { ...this.#target(), UploadId: await this.#uploadId, MultipartUpload: { Parts } }
    await client.send(new CompleteMultipartUploadCommand(upload), options)
    this.#uploadId = null
  }

  /** Removes the parts. Where that fails, the lifecycle rule of the bucket removes them later. */
  async abort(): Promise<void> {
    this.#aborted.abort()
    await this.#sending.catch(() => undefined)
    const UploadId = await this.#uploadId?.catch(() => undefined)
    if (UploadId === undefined) return
    const command = new AbortMultipartUploadCommand({ ...this.#target(), UploadId })
    await this.#bucket.client.send(command).catch(() => undefined)
  }

  async #send(part: Buffer): Promise<void> {
    await this.#sending
    this.#aborted.signal.throwIfAborted()
    this.#uploadId ??= this.#begin()
    const UploadId = await this.#uploadId
    this.#aborted.signal.throwIfAborted()
    const PartNumber = this.#tags.push('')
    const upload = async () => {
      const command = new UploadPartCommand({ ...this.#target(), UploadId, PartNumber, Body: part })
      const { ETag = '' } = await this.#bucket.client.send(command, { abortSignal: this.#aborted.signal })
      this.#tags[PartNumber - 1] = ETag
    }
    this.#sending = upload()
    this.#sending.catch(() => undefined)
  }

  /** Not aborted with the rest: an upload whose id is not known could not be removed. */
  async #begin(): Promise<string> {
    const { client, encryption } = this.#bucket
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...this.#target(), ...encryption }),
    )
    if (UploadId === undefined) throw new FileStoreUnavailable('S3 began an upload without an id')
    return UploadId
  }

  #target() {
    return { Bucket: this.#bucket.name, Key: this.#key }
  }
}

/** Cuts a stream into parts of a size; the last may be shorter. */
export async function* cutIntoParts(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let [held, bytes] = [[] as Uint8Array[], 0]
  for await (const chunk of chunks) {
    let rest = chunk
    while (bytes + rest.length >= partBytes) {
      const taken = rest.subarray(0, partBytes - bytes)
      yield Buffer.concat([...held, taken], partBytes)
      rest = rest.subarray(taken.length)
      ;[held, bytes] = [[], 0]
    }
    if (rest.length === 0) continue
    held.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(held, bytes)
}
