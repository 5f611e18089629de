import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../request-body.ts'
import { DiscordWebhooks } from './discord.ts'
import type { ChannelFault } from './faults.ts'
import type { ServiceAnswer, ServiceRequest } from './request.types.ts'
import {
  type RobotKeys,
  type RobotSecurity,
  answerDingtalk,
  answerFeishu,
  answerOnebot,
  answerWecom,
} from './robots.ts'

const maxBodyBytes = 1024 * 1024
/** What `limited` asks for, seconds; Discord says it with fractions. */
export const retryAfterSeconds = 7

export type Service = 'discord' | 'wecom' | 'feishu' | 'dingtalk' | 'onebot' | 'webhook'

/** A request that arrived, also one that was refused. */
export interface ReceivedMessage extends ServiceRequest {
  service: Service
  answer: ServiceAnswer
}

/** Running emulators of the services that notifications are sent to. */
export interface ChannelsEmulator {
  /** The address of each service, as an operator copies it. */
  urls: Record<Service, string>
  keys: RobotKeys
  discord: DiscordWebhooks
  received: ReceivedMessage[]
  /** Of a service, or of all. */
  setFault: (fault: ChannelFault, service?: Service) => void
  /** Of the DingTalk and Feishu robots, until it is set again; without arguments they take everything that is signed. */
  setSecurity: (security?: Partial<RobotSecurity>) => void
  /** The time that signatures are checked against, ms since 1970; the machine's by default. */
  setClock: (now: () => number) => void
  /** Takes requests and keeps the answers back, of a service or of all, until the returned function is called. */
  holdAnswers: (service?: Service) => () => void
  stop: () => Promise<void>
}

/** Starts the services on this machine, by default on a free port. */
export async function startChannelsEmulator(port = 0): Promise<ChannelsEmulator> {
  const state = new Services()
  const server = createServer((request, response) => {
    state.handle(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { token } = state.keys
  return {
    urls: {
      discord: `${base}/api/webhooks/1300000000000000000/${token}`,
      wecom: `${base}/cgi-bin/webhook/send?key=${token}`,
      feishu: `${base}/open-apis/bot/v2/hook/${token}`,
      dingtalk: `${base}/robot/send?access_token=${token}`,
      onebot: `${base}/onebot`,
      webhook: `${base}/webhook`,
    },
    keys: state.keys,
    discord: state.discord,
    received: state.received,
    setFault: (fault, service) => state.setFault(fault, service),
    setSecurity: (security) => state.setSecurity(security),
    setClock: (now) => (state.now = now),
    holdAnswers: (service) => state.holdAnswers(service),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const openSecurity: RobotSecurity = { keyword: '', isAddressAllowed: true }

class Services {
  readonly keys: RobotKeys = {
    token: 'emulated-token-0123456789abcdef',
    secret: 'SECemulated0123456789',
    accessToken: 'onebot-access-token',
  }
  readonly discord = new DiscordWebhooks()
  readonly received: ReceivedMessage[] = []
  readonly #faults = new Map<Service, ChannelFault>()
  #fault: ChannelFault = 'ok'
  #security: RobotSecurity = openSecurity
  now = () => Date.now()
  #held: { service: Service | undefined; released: Promise<void> } | null = null

  holdAnswers(service?: Service): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    this.#held = { service, released }
    return resolve
  }

  setSecurity(security: Partial<RobotSecurity> = {}): void {
    this.#security = { ...openSecurity, ...security }
  }

  setFault(fault: ChannelFault, service?: Service): void {
    if (service) this.#faults.set(service, fault)
    else {
      this.#faults.clear()
      this.#fault = fault
    }
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://localhost')
    const service = serviceOf(url)
    const fault = (service && this.#faults.get(service)) ?? this.#fault
    if (fault === 'down') return void message.destroy()
    const body = await readBody(message, maxBodyBytes)
    if (fault === 'slow') return
    const request = {
      method: message.method ?? '',
      url,
      headers: message.headers,
      body: body?.toString('utf8') ?? '',
    }
    const answer = answerFault(fault, service, url) ?? this.#answer(service, request)
    if (service) this.received.push({ ...request, service, answer })
    if (this.#held && [undefined, service].includes(this.#held.service)) await this.#held.released
    const json = answer.body === undefined ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(json)
  }

  #answer(service: Service | null, request: ServiceRequest): ServiceAnswer {
    switch (service) {
      case 'discord':
        return this.discord.answer(request, this.keys.token)
      case 'wecom':
        return answerWecom(request, this.keys)
      case 'feishu':
        return answerFeishu(request, this.keys, this.#security, this.now())
      case 'dingtalk':
        return answerDingtalk(request, this.keys, this.#security, this.now())
      case 'onebot':
        return answerOnebot(request, this.keys)
      case 'webhook':
        return { status: 204 }
      case null:
        return { status: 404 }
    }
  }
}

function serviceOf({ pathname }: URL): Service | null {
  if (pathname.startsWith('/api/')) return 'discord'
  if (pathname === '/cgi-bin/webhook/send') return 'wecom'
  if (pathname.startsWith('/open-apis/bot/v2/hook/')) return 'feishu'
  if (pathname === '/robot/send') return 'dingtalk'
  if (pathname.startsWith('/onebot/')) return 'onebot'
  return pathname === '/webhook' ? 'webhook' : null
}

/** What a service says when it works otherwise than it should; null where it works. */
function answerFault(fault: ChannelFault, service: Service | null, url: URL): ServiceAnswer | null {
  if (fault === 'error') return { status: 500, body: { message: 'internal error' } }
  if (fault === 'gone') return { status: 410 }
  if (fault === 'redirect') return { status: 302, headers: { location: url.pathname } }
  if (fault !== 'limited') return null
  if (service === 'wecom') return { status: 200, body: { errcode: 45_009, errmsg: 'api freq out of limit' } }
  if (service === 'dingtalk') return { status: 200, body: { errcode: 130_101, errmsg: 'send too fast' } }
  if (service === 'feishu') return { status: 400, body: { code: 9_499, msg: 'too many request' } }
  const wait = service === 'discord' ? retryAfterSeconds + 0.25 : retryAfterSeconds
  return {
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: { message: 'You are being rate limited.', retry_after: wait, global: false },
  }
}
