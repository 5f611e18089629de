import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { type Readable, pipeline } from 'node:stream'

const agent = new Agent({ keepAlive: true, timeout: 5000 })
const secureAgent = new SecureAgent({ keepAlive: true, timeout: 5000 })

export interface PostRequest {
  url: string
  headers: Record<string, string>
  body: Buffer | Readable
  /** Wall ms. */
  timeoutMs: number
  signal?: AbortSignal
}

/** Posts a body and returns the status of the answer; 0 when there was none in time. Never rejects. */
export function sendPost(message: PostRequest): Promise<number> {
  const secure = message.url.startsWith('https:')
  const cut = AbortSignal.any([
    AbortSignal.timeout(message.timeoutMs),
    ...(message.signal ? [message.signal] : []),
  ])
  return new Promise((resolve) => {
    const outgoing = (secure ? secureRequest : request)(message.url, {
      method: 'POST',
      headers: message.headers,
      agent: secure ? secureAgent : agent,
      signal: cut,
    })
    outgoing.on('response', (answer) => {
      answer.resume()
      answer.on('error', () => resolve(0))
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.on('error', () => resolve(0))
    if (Buffer.isBuffer(message.body)) outgoing.end(message.body)
    else pipeline(message.body, outgoing, (error) => (error ? resolve(0) : undefined))
  })
}
