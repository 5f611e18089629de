import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
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
  #uploadId: string | null = null
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
    const options = { abortSignal: this.#aborted.signal }
    const { client, encryption } = this.#bucket
    if (this.#uploadId === null) {
      await client.send(new PutObjectCommand({ ...this.#target(), ...encryption, Body: last }), options)
      return
    }
    await this.#send(last)
    await this.#sending
    const Parts = this.#tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }))
    await client.send(
      new CompleteMultipartUploadCommand({
        ...this.#target(),
        UploadId: this.#uploadId,
        MultipartUpload: { Parts },
      }),
      options,
    )
    this.#uploadId = null
  }

  /** Removes the parts. Where that fails, the lifecycle rule of the bucket removes them later. */
  async abort(): Promise<void> {
    this.#aborted.abort()
    await this.#sending.catch(() => undefined)
    if (this.#uploadId === null) return
    await this.#bucket.client
      .send(new AbortMultipartUploadCommand({ ...this.#target(), UploadId: this.#uploadId }))
      .catch(() => undefined)
  }

  async #send(part: Buffer): Promise<void> {
    await this.#sending
    const { client, encryption } = this.#bucket
    const options = { abortSignal: this.#aborted.signal }
    this.#aborted.signal.throwIfAborted()
    if (this.#uploadId === null) {
      const made = await client.send(
        new CreateMultipartUploadCommand({ ...this.#target(), ...encryption }),
        options,
      )
      this.#uploadId = made.UploadId ?? null
    }
    const UploadId = this.#uploadId ?? undefined
    this.#tags.push('')
    const PartNumber = this.#tags.length
    const upload = async () => {
      const sent = await client.send(
        new UploadPartCommand({ ...this.#target(), UploadId, PartNumber, Body: part }),
        options,
      )
      this.#tags[PartNumber - 1] = sent.ETag ?? ''
    }
    this.#sending = upload()
    this.#sending.catch(() => undefined)
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
