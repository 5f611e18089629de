import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { ApiObject } from '../api/object-store.ts'

export interface ApiAccess {
  url: string
  token?: string
  /** PEM; needed for https. */
  ca?: string
}

/** The calls of a kubelet: each answers with an object, or null for one that is gone or was changed meanwhile. */
export class ApiClient {
  readonly #access: ApiAccess
  readonly #agent: HttpAgent | HttpsAgent

  constructor(access: ApiAccess) {
    this.#access = access
    this.#agent = access.url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ca: access.ca })
      : new HttpAgent({ keepAlive: true })
  }

  async listPods(node: string): Promise<ApiObject[]> {
    const list = await this.call('GET', `/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`)
    return ((list as { items?: ApiObject[] } | null)?.items ?? []).map((pod) => pod)
  }

  async call(method: string, path: string, body?: unknown, type = 'application/json'): Promise<unknown> {
    const { url, token } = this.#access
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      // Without it Node sends a DELETE whose body has no end.
      'content-length': Buffer.byteLength(text),
      'content-type': type,
      'x-emulator-kubelet': '1',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const call = send(`${url}${path}`, { method, headers, agent: this.#agent, timeout: 10_000 })
    call.on('timeout', () => call.destroy(new Error('the API server is silent')))
    const answered = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      call.on('response', resolve)
      call.on('error', reject)
    })
    call.end(text)
    const response = await answered
    const answer = (await buffer(response)).toString('utf8')
    const code = response.statusCode ?? 0
    if (code < 300) return JSON.parse(answer)
    if (code === 404 || code === 409) return null
    throw new Error(`${method} ${path}: ${code} ${answer.slice(0, 300)}`)
  }

  close(): void {
    this.#agent.destroy()
  }
}
