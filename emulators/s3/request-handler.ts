import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Faults } from './faults.ts'
import { getObject } from './get-object.ts'
import { listObjects, listParts, listUploads } from './lists.ts'
import { Bucket, type Upload } from './objects.ts'
import type { S3EmulatorOptions } from './options.ts'
import { element, errorXml, sendError, sendXml } from './responses.ts'
import { findSignatureProblem } from './signature.ts'

/** A request for a bucket and, where it is for an object, a key. */
interface Target {
  bucket: Bucket
  key: string
  query: URLSearchParams
}

/** Answers the calls of S3 that a portal makes, and a few more, for one bucket. */
export class RequestHandler {
  readonly bucket = new Bucket()
  faults: S3Faults = {}
  /** `GET`, `PUT part`, …: what was asked for. */
  readonly log: string[] = []
  readonly #options: S3EmulatorOptions

  constructor(options: S3EmulatorOptions) {
    this.#options = options
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://s3')
    const { method = '' } = request
    this.log.push(`${method} ${request.url}`)
    if (this.faults.delayMs) await wait(this.faults.delayMs)
    const now = Date.now() + (this.faults.clockOffsetMs ?? 0)
    response.setHeader('date', new Date(now).toUTCString())
    if (this.faults.slowDown) {
      this.faults.slowDown -= 1
      return sendError(response, 'SlowDown')
    }
    if (
      this.faults.denied ||
      (this.faults.deleteDenied && method === 'DELETE') ||
      query.has(this.faults.deniedParameter ?? ' ')
    )
      return sendError(response, 'AccessDenied')
    const problem = findSignatureProblem(
      { method, path, query, headers: request.headers },
      this.#options,
      now,
    )
    if (problem) return sendError(response, problem)
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const { domain = host } = this.#options
    if (host !== domain) return sendError(response, 'PublicEndpointForbidden')
    const key = this.#findKey(host, decodeURIComponent(path))
    if (key === null) return sendError(response, 'NoSuchBucket')
    const target = { bucket: this.bucket, key, query }
    if (method === 'GET' || method === 'HEAD') return this.#read(request, response, target)
    const body = await this.#readBody(request, query)
    if (body === null) return response.destroy() && undefined
    // Checksums of newer SDKs in a trailer: services of other makers refuse them.
    if (String(request.headers['x-amz-content-sha256']).startsWith('STREAMING-'))
      return sendError(response, 'NotImplemented')
    if (!isSignedBody(request, body)) return sendError(response, 'XAmzContentSHA256Mismatch')
    if (method === 'PUT') return this.#put(request, response, target, body)
    if (method === 'POST') return this.#post(request, response, target, body)
    if (method === 'DELETE') return this.#delete(response, target)
    return sendError(response, 'MethodNotAllowed')
  }

  /** Returns the key behind the bucket, which is in the host or first in the path; null for another bucket. */
  #findKey(host: string, path: string): string | null {
    const { bucket, domain } = this.#options
    if (domain !== undefined) return path.slice(1)
    if (host.startsWith(`${bucket}.`)) return path.slice(1)
    if (path !== `/${bucket}` && !path.startsWith(`/${bucket}/`)) return null
    return path.slice(bucket.length + 2)
  }

  /** Null where the connection is cut in the middle. */
  async #readBody(request: IncomingMessage, query: URLSearchParams): Promise<Buffer | null> {
    const chunks: Buffer[] = []
    let length = 0
    const { uploadBytesPerMs = Infinity } = this.faults
    const isCut = this.faults.cutPart !== undefined && query.get('partNumber') === String(this.faults.cutPart)
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (uploadBytesPerMs !== Infinity) await wait(chunk.length / uploadBytesPerMs)
      if (isCut && length * 2 > Number(request.headers['content-length'])) return null
    }
    return Buffer.concat(chunks)
  }

  #read(request: IncomingMessage, response: ServerResponse, target: Target): void {
    const { bucket, key, query } = target
    if (key !== '') {
      const upload = bucket.uploads.get(query.get('uploadId') ?? '')
      if (!query.has('uploadId')) return getObject(request, response, target, this.faults)
      return upload ? sendXml(response, listParts(upload)) : sendError(response, 'NoSuchUpload')
    }
    if (request.method === 'HEAD') return sendXml(response, '')
    if (query.has('versioning'))
      return sendXml(
        response,
        element('VersioningConfiguration', bucket.isVersioned ? element('Status', 'Enabled') : ''),
      )
    if (query.has('lifecycle'))
      return bucket.lifecycle === null
        ? sendError(response, 'NoSuchLifecycleConfiguration')
        : sendXml(response, bucket.lifecycle)
    return sendXml(response, query.has('uploads') ? listUploads(bucket, query) : listObjects(bucket, query))
  }

  #put(
    request: IncomingMessage,
    response: ServerResponse,
    { bucket, key, query }: Target,
    body: Buffer,
  ): void {
    if (key === '' && query.has('lifecycle')) {
      if (!hasContentMd5(request, body)) return sendError(response, 'InvalidDigest')
      if (this.faults.noUploadRules && body.includes('AbortIncompleteMultipartUpload'))
        return sendError(response, 'MalformedXML')
      bucket.lifecycle = body.toString('utf8').replace(/^<\?xml[^>]*\?>\s*/, '')
      return sendXml(response, '')
    }
    if (key === '') return sendError(response, 'MethodNotAllowed')
    if (!query.has('uploadId')) {
      const encryption = readEncryption(request)
      const { tag } = bucket.put(key, body, encryption, this.faults)
      return sendXml(response, '', 200, { etag: tag, ...encryption })
    }
    const upload = findUpload(bucket, key, query)
    if (!upload) return sendError(response, 'NoSuchUpload')
    const tag = bucket.addPart(upload, Number(query.get('partNumber')), body, this.faults)
    return sendXml(response, '', 200, { etag: tag })
  }

  #post(
    request: IncomingMessage,
    response: ServerResponse,
    { bucket, key, query }: Target,
    body: Buffer,
  ): void {
    if (query.has('uploads')) {
      const id = bucket.begin(key, readEncryption(request))
      const xml = element('Bucket', this.#options.bucket) + element('Key', key) + element('UploadId', id)
      return sendXml(response, element('InitiateMultipartUploadResult', xml))
    }
    const upload = findUpload(bucket, key, query)
    if (!upload) return sendError(response, 'NoSuchUpload')
    if (this.faults.failComplete) return sendXml(response, errorXml('InternalError'))
    const listed = [...body.toString('utf8').matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: (/<ETag>([^<]*)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }))
    const stored = bucket.complete(query.get('uploadId') ?? '', upload, listed, this.faults)
    if (typeof stored === 'string') return sendError(response, stored)
    if (this.faults.loseCompleteAnswer) return response.destroy() && undefined
    return sendXml(
      response,
      element('CompleteMultipartUploadResult', element('Key', key) + element('ETag', stored.tag)),
    )
  }

  #delete(response: ServerResponse, { bucket, key, query }: Target): void {
    const id = query.get('uploadId')
    if (id === null) bucket.objects.delete(key)
    else if (!bucket.uploads.delete(id)) return sendError(response, 'NoSuchUpload')
    return sendXml(response, '', 204)
  }
}

function findUpload(bucket: Bucket, key: string, query: URLSearchParams): Upload | null {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '')
  return upload?.key === key ? upload : null
}

function isSignedBody({ headers }: IncomingMessage, body: Buffer): boolean {
  const signed = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  return signed === 'UNSIGNED-PAYLOAD' || signed === createHash('sha256').update(body).digest('hex')
}

/** Content-MD5, and no checksum that only AWS knows. */
function hasContentMd5({ headers }: IncomingMessage, body: Buffer): boolean {
  const isForeign = Object.keys(headers).some((name) => /^x-amz-(sdk-)?checksum-/.test(name))
  return !isForeign && headers['content-md5'] === createHash('md5').update(body).digest('base64')
}

function readEncryption({ headers }: IncomingMessage): Record<string, string> {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-server-side-encryption'))
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]))
}
