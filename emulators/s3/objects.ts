import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { S3Faults } from './faults.ts'

export interface StoredObject {
  content: Buffer
  /** With its quotes. */
  tag: string
  changedAt: Date
  /** Headers of server-side encryption that the write asked for. */
  encryption: Record<string, string>
}

export interface Upload {
  key: string
  startedAt: Date
  parts: Map<number, { content: Buffer; tag: string }>
  encryption: Record<string, string>
}

const smallestPart = 5 * 1024 ** 2

/** The objects and unfinished uploads of one bucket, in memory. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Map<string, Upload>()
  /** Whether it says that it keeps old versions; it keeps none. */
  isVersioned = false
  lifecycle: string | null = null

  put(key: string, content: Buffer, encryption: Record<string, string>, faults: S3Faults): StoredObject {
    const stored = {
      content: spoil(content, faults),
      tag: tagOf(content, faults),
      changedAt: new Date(),
      encryption,
    }
    this.objects.set(key, stored)
    return stored
  }

  begin(key: string, encryption: Record<string, string>): string {
    const id = randomUUID()
    this.uploads.set(id, { key, startedAt: new Date(), parts: new Map(), encryption })
    return id
  }

  addPart({ parts }: Upload, number: number, content: Buffer, faults: S3Faults): string {
    const tag = tagOf(content, faults)
    parts.set(number, { content, tag })
    return tag
  }

  /** Joins the listed parts; returns an error code of S3 where they cannot be joined. */
  complete(
    id: string,
    { key, parts, encryption }: Upload,
    listed: readonly { number: number; tag: string }[],
    faults: S3Faults,
  ): StoredObject | 'InvalidPart' | 'InvalidPartOrder' | 'EntityTooSmall' | 'NoSuchUpload' {
    const numbers = listed.map(({ number }) => number)
    if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
      return 'InvalidPartOrder'
    const found = listed.map(({ number, tag }) => {
      const part = parts.get(number)
      return part && trim(part.tag) === trim(tag) ? part.content : null
    })
    const contents = found.filter((content) => content !== null)
    if (contents.length !== listed.length || contents.length === 0) return 'InvalidPart'
    if (contents.slice(0, -1).some(({ length }) => length < smallestPart)) return 'EntityTooSmall'
    this.uploads.delete(id)
    const stored = this.put(key, Buffer.concat(contents), encryption, faults)
    if (!faults.lyingTags) {
      const digests = contents.map((content) => createHash('md5').update(content).digest())
      stored.tag = `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${contents.length}"`
    }
    return stored
  }
}

const trim = (tag: string) => tag.replaceAll('"', '')

function tagOf(content: Buffer, { lyingTags }: S3Faults): string {
  const value = lyingTags ? randomBytes(16) : createHash('md5').update(content).digest()
  return `"${value.toString('hex')}"`
}

function spoil(content: Buffer, { loseByte, changeByte }: S3Faults): Buffer {
  if (loseByte) return content.subarray(0, -1)
  if (!changeByte || content.length === 0) return content
  const changed = Buffer.from(content)
  changed[0] = (changed[0] ?? 0) ^ 1
  return changed
}
