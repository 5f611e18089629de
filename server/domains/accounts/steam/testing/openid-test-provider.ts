import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Clock } from '../../../../platform/clock/clock.ts'

const openid2 = 'http://specs.openid.net/auth/2.0'
const steamSignedFields = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'
const validResponse = `ns:${openid2}\nis_valid:true\n`
const invalidResponse = `ns:${openid2}\nis_valid:false\n`

/**
 * How the provider answers a confirmation request: like Steam (once each, if the signature matches), always
 * yes, or in a faulty way.
 */
export type ProviderBehaviour =
  | 'honest'
  | 'gullible'
  | 'hanging'
  | 'trickling'
  | 'redirecting'
  | { status?: number; body: string }

/** A local OpenID 2.0 provider for tests that behaves like Steam and can be set to misbehave. */
export class OpenIdTestProvider {
  behaviour: ProviderBehaviour = 'honest'
  /** Every confirmation it was asked for. */
  readonly confirmations: URLSearchParams[] = []
  readonly #clock: Clock
  readonly #secret = randomBytes(20)
  readonly #usedNonces = new Set<string>()
  readonly #server = createServer((request, response) => void this.#respond(request, response))

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get endpoint(): string {
    return `${this.origin}/openid/login`
  }

  identity(steamId: string): string {
    return `${this.origin}/openid/id/${steamId}`
  }

  /**
   * Signs a user in at the address a browser was sent to; returns the return address. `change` forges it
   * before it is signed.
   */
  signIn(sentTo: string, steamId: string, change: (fields: Map<string, string>) => void = () => {}): URL {
    const params = new URL(sentTo).searchParams
    const returnTo = params.get('openid.return_to') ?? ''
    const fields = new Map([
      ['ns', openid2],
      ['mode', 'id_res'],
      ['op_endpoint', this.endpoint],
      ['claimed_id', this.identity(steamId)],
      ['identity', this.identity(steamId)],
      ['return_to', returnTo],
      ['response_nonce', this.nonce()],
      ['assoc_handle', '1234567890'],
      ['signed', steamSignedFields],
    ])
    change(fields)
    fields.set('sig', this.#sign(fields))
    const back = new URL(returnTo)
    for (const [name, value] of fields) back.searchParams.append(`openid.${name}`, value)
    return back
  }

  /** A nonce as Steam makes it, of a time `ms` from now. */
  nonce(ms = 0): string {
    const time = new Date(this.#clock.now().getTime() + ms).toISOString().replace(/\.\d+Z$/, 'Z')
    // With a plus, which a query has to escape.
    return `${time}+${randomBytes(9).toString('base64')}`
  }

  #sign(fields: Map<string, string>): string {
    const signed = (fields.get('signed') ?? '').split(',')
    const lines = signed.map((name) => `${name}:${fields.get(name) ?? ''}\n`)
    return createHmac('sha1', this.#secret).update(lines.join('')).digest('base64')
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/yes') return void response.end(validResponse)
    const fields = new URLSearchParams(await text(request))
    this.confirmations.push(fields)
    const { behaviour } = this
    if (behaviour === 'hanging') return
    if (behaviour === 'trickling') return void response.write(validResponse.slice(0, 20))
    if (behaviour === 'redirecting') return void response.writeHead(307, { location: '/yes' }).end()
    if (typeof behaviour === 'object') {
      return void response.writeHead(behaviour.status ?? 200).end(behaviour.body)
    }
    response.end(behaviour === 'gullible' || this.#isValid(fields) ? validResponse : invalidResponse)
  }

  #isValid(params: URLSearchParams): boolean {
    const fields = new Map([...params].map(([key, value]) => [key.replace('openid.', ''), value]))
    const nonce = fields.get('response_nonce') ?? ''
    if (fields.get('mode') !== 'check_authentication' || this.#usedNonces.has(nonce)) return false
    this.#usedNonces.add(nonce)
    return this.#sign(fields) === fields.get('sig')
  }
}
