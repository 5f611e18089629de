import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../request-body.ts'

const maxRequestBytes = 1024 * 1024
/** A push service takes no longer body (RFC 8291 §4). */
const maxMessageBytes = 4_096
const maxTokenSeconds = 24 * 3_600
/** What 429 asks for, seconds. */
export const pushRetryAfterSeconds = 9

/** How the service behaves: as it should, or with a status; `down` drops every connection. */
export type PushFault = 'ok' | 'down' | 404 | 410 | 413 | 429 | 500

/** A browser as the push service and the page know it: what `PushSubscription.toJSON()` answers. */
export interface EmulatedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A message that was taken, decrypted. */
export interface PushedMessage {
  endpoint: string
  /** The decrypted payload. */
  text: string
  topic: string | undefined
  urgency: string | undefined
  ttl: number
  /** The claims of its VAPID token. */
  claims: { aud?: string; exp?: number; sub?: string }
}

interface Browser extends EmulatedBrowser {
  privateKey: Buffer
  /** With which it subscribed; messages of other keys are refused. */
  serverKey: string
}

/** A running push service. */
export interface PushService {
  url: string
  /** A new browser that subscribed with a server's key (`applicationServerKey`, base64url). */
  addBrowser: (serverKey: string) => EmulatedBrowser
  /** What was taken, in order, also for topics that a later message replaced. */
  pushed: PushedMessage[]
  /** What was refused, and why. */
  refused: string[]
  requests: () => number
  setFault: (fault: PushFault) => void
  setClock: (now: () => number) => void
  /** Takes messages and keeps the answers back until the returned function is called. */
  holdAnswers: () => () => void
  stop: () => Promise<void>
}

/**
 * Starts a push service (RFC 8030) on this machine, by default on a free port. It verifies the VAPID token (RFC 8292) of each message,
 * decrypts it as the browser does (RFC 8291) and refuses what it cannot read.
 */
export async function startPushService(port = 0): Promise<PushService> {
  const state = new Service()
  const server = createServer((request, response) => {
    state.handle(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: state.url,
    addBrowser: (serverKey) => state.addBrowser(serverKey),
    pushed: state.pushed,
    refused: state.refused,
    requests: () => state.requests,
    setFault: (fault) => (state.fault = fault),
    setClock: (now) => (state.now = now),
    holdAnswers: () => state.holdAnswers(),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  /** The body: a client must not show it to players. */
  text?: string
}

class Service {
  url = ''
  fault: PushFault = 'ok'
  requests = 0
  now = () => Date.now()
  readonly pushed: PushedMessage[] = []
  readonly refused: string[] = []
  readonly #browsers = new Map<string, Browser>()
  #released: Promise<void> | null = null

  addBrowser(serverKey: string): EmulatedBrowser {
    const ecdh = createECDH('prime256v1')
    const p256dh = ecdh.generateKeys().toString('base64url')
    const endpoint = `${this.url}/push/${randomBytes(24).toString('base64url')}`
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
    this.#browsers.set(endpoint, { endpoint, keys, serverKey, privateKey: ecdh.getPrivateKey() })
    return { endpoint, keys }
  }

  holdAnswers(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#released = promise
    return () => {
      this.#released = null
      resolve()
    }
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1
    if (this.fault === 'down') return void message.destroy()
    const body = await readBody(message, maxRequestBytes)
    const answer = this.#answer(message, body ?? Buffer.alloc(0))
    await this.#released
    response.writeHead(answer.status, answer.headers).end(answer.text)
  }

  #answer({ method, url = '/', headers }: IncomingMessage, body: Buffer): Answer {
    if (this.fault === 429) return { status: 429, headers: { 'retry-after': String(pushRetryAfterSeconds) } }
    if (this.fault !== 'ok') return { status: Number(this.fault), text: 'internal details' }
    const browser = this.#browsers.get(`${this.url}${url}`)
    if (!browser) return this.#refuse(404, 'unknown subscription')
    if (method !== 'POST') return this.#refuse(405, 'not a POST')
    const claims = verifyToken(headers.authorization, {
      serverKey: browser.serverKey,
      origin: this.url,
      now: this.now(),
    })
    if (typeof claims === 'string') return this.#refuse(403, claims)
    if (body.length > maxMessageBytes) return this.#refuse(413, 'body too long')
    if (headers['content-encoding'] !== 'aes128gcm') return this.#refuse(400, 'content-encoding')
    if (!/^\d+$/.test(String(headers['ttl']))) return this.#refuse(400, 'ttl')
    const { topic, urgency } = headers as { topic?: string; urgency?: string }
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return this.#refuse(400, 'topic')
    if (urgency !== undefined && !/^(very-low|low|normal|high)$/.test(urgency))
      return this.#refuse(400, 'urgency')
    const text = decryptMessage(body, browser)
    if (text === null) return this.#refuse(400, 'not decrypted')
    this.pushed.push({
      endpoint: browser.endpoint,
      text,
      topic,
      urgency,
      ttl: Number(headers['ttl']),
      claims,
    })
    return { status: 201, headers: { location: `${browser.endpoint}/${this.pushed.length}` } }
  }

  #refuse(status: number, reason: string): Answer {
    this.refused.push(reason)
    return { status }
  }
}

interface TokenFacts {
  serverKey: string
  origin: string
  now: number
}

/** The claims of a VAPID token, or why it is refused. */
function verifyToken(
  authorization: string | undefined,
  { serverKey, origin, now }: TokenFacts,
): PushedMessage['claims'] | string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (key !== serverKey) return 'another key than the subscription has'
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return 'no point of P-256'
  if ((readPart(header) as { alg?: string }).alg !== 'ES256') return 'not ES256'
  const coordinates = {
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } })
  const signed = Buffer.from(`${header}.${payload}`)
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) return 'wrong signature'
  const claims = readPart(payload) as PushedMessage['claims']
  if (claims.aud !== origin) return 'another audience'
  const left = (claims.exp ?? 0) - now / 1_000
  if (left <= 0 || left > maxTokenSeconds) return 'expired, or valid for more than 24 hours'
  if (claims.sub !== undefined && !/^(mailto:|https:)/.test(claims.sub)) return 'no contact'
  return claims
}

function readPart(part: string): object {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as object
  } catch {
    return {}
  }
}

/** Decrypts a body of one record as a browser does; null where it cannot. */
export function decryptMessage(
  body: Buffer,
  { keys, privateKey }: Pick<Browser, 'keys' | 'privateKey'>,
): string | null {
  const salt = body.subarray(0, 16)
  const recordSize = body.length < 21 ? 0 : body.readUInt32BE(16)
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
  const record = body.subarray(21 + senderKey.length)
  if (senderKey.length !== 65 || record.length > recordSize || record.length < 17) return null
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(privateKey)
    const info = Buffer.concat([
      Buffer.from('WebPush: info\0', 'latin1'),
      Buffer.from(keys.p256dh, 'base64url'),
      senderKey,
    ])
    const derive = (secret: Buffer, from: Buffer, about: Buffer | string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, from, about, bytes))
    const shared = derive(ecdh.computeSecret(senderKey), Buffer.from(keys.auth, 'base64url'), info, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(shared, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(record.subarray(-16))
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    const end = plain.findLastIndex((byte) => byte !== 0)
    return plain[end] === 2 ? plain.subarray(0, end).toString('utf8') : null
  } catch {
    return null
  }
}
