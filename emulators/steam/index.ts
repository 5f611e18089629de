import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../request-body.ts'
import { type HttpResponse, jsonResponse } from '../http-response.ts'
import { redirectResponse, textResponse } from './http-response.ts'
import { type RequestKind, type FaultMode, sendResponse, sendInMode, faultModes } from './faults.ts'
import {
  Assertions,
  cancelledUrl,
  formatConfirmation,
  readSignInRequest,
  InvalidSignInRequest,
} from './openid.ts'
import { authenticatorPage, choicePage, refusalPage, stylesheetResponse, welcomePage } from './pages.ts'
import { type GameServerAccount, GameServerAccounts } from './game-server-accounts.ts'
import type { Person } from './people.ts'
import { checkGameVersion, isGameVersion, getAvatar, getPlayerSummaries } from './web-api.ts'
import { getPublishedFileDetails, queryFiles } from './workshop.ts'
import { createHmac } from 'node:crypto'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodMs = 30_000

/** What an authenticator on a phone would show now for a secret (base32), and for how many ms more. Null for what is none. */
function generateCode(secret: string, now: Date): { code: string; forMs: number } | null {
  const letters = secret.toUpperCase().replaceAll(/[\s=-]/g, '')
  if (!/^[A-Z2-7]{16,128}$/.test(letters)) return null
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / periodMs)))
  const mac = createHmac('sha1', decodeBase32(letters)).update(counter).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return {
    code: String(word % 1_000_000).padStart(6, '0'),
    forMs: periodMs - (now.getTime() % periodMs),
  }
}

function decodeBase32(letters: string): Buffer {
  const bits = Array.from(letters, (letter) =>
    base32Alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export interface SteamEmulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number
  people: readonly Person[]
  /** The key the Web API asks for. */
  apiKey: string
  /** The version of Counter-Strike 2 that servers need; `1.41.3.1` where it is missing. */
  gameVersion?: string
  /** The origins that may be returned to; all where it is missing. */
  allowedReturn?: readonly string[]
  now?: () => Date
}

/** A running Steam emulator. */
export interface SteamEmulator {
  /** Its base: `…/openid/login`, `…/openid/id/<SteamID>` and the Web API are below it. */
  url: string
  /** How often programs asked, by what they asked for. */
  requestCounts: Readonly<Record<RequestKind, number>>
  /** The accounts of game servers, which a test may expire or delete. */
  gameServerAccounts: GameServerAccount[]
  setMode: (mode: FaultMode) => void
  /** Releases a version of the game. */
  setGameVersion: (version: string) => void
  close: () => Promise<void>
}

const maxBodyBytes = 64 * 1024

/** Starts the Steam emulator on this machine; rejects if its port is in use. */
export async function startSteamEmulator(options: SteamEmulatorOptions): Promise<SteamEmulator> {
  const server = createServer((request, response) => {
    emulator.handle(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const emulator = new SteamServer(options, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    url: emulator.base,
    requestCounts: emulator.requestCounts,
    gameServerAccounts: emulator.gameServers.accounts,
    setMode: (mode) => (emulator.mode = mode),
    setGameVersion: (version) => (emulator.gameVersion = version),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

class SteamServer {
  readonly base: string
  readonly requestCounts: Record<RequestKind, number> = {
    check: 0,
    summaries: 0,
    picture: 0,
    version: 0,
    accounts: 0,
    workshop: 0,
  }
  mode: FaultMode = 'ok'
  gameVersion: string
  readonly gameServers: GameServerAccounts
  readonly #options: SteamEmulatorOptions
  readonly #assertions: Assertions
  readonly #now: () => Date

  constructor(options: SteamEmulatorOptions, base: string) {
    this.base = base
    this.gameVersion = options.gameVersion ?? '1.41.3.1'
    this.#options = options
    this.gameServers = new GameServerAccounts(options.apiKey)
    this.#now = options.now ?? (() => new Date())
    this.#assertions = new Assertions(base, this.#now)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.base)
    const { people, apiKey } = this.#options
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET') return sendResponse(response, textResponse('GET or POST', 405))
    const body = isPost ? (await readBody(request, maxBodyBytes))?.toString('utf8') : ''
    if (body === undefined) return sendResponse(response, textResponse('Too much', 413))
    if (pathname === '/openid/login') {
      const fields = isPost ? new URLSearchParams(body) : searchParams
      if (fields.get('openid.mode') === 'check_authentication')
        return this.#respond(
          response,
          'check',
          textResponse(formatConfirmation(this.#assertions.confirm(fields))),
        )
      return sendResponse(response, this.#handleSignIn(fields, isPost))
    }
    if (pathname === '/control' && isPost) return sendResponse(response, this.#handleControl(request, body))
    if (/^\/ISteamUser\/GetPlayerSummaries\/v0*2\/?$/.test(pathname)) {
      const answer = getPlayerSummaries(searchParams, { base: this.base, people, apiKey })
      return this.#respond(response, 'summaries', answer)
    }
    if (/^\/ISteamApps\/UpToDateCheck\/v0*1\/?$/.test(pathname))
      return this.#respond(response, 'version', checkGameVersion(searchParams, this.gameVersion))
    const [, method] = /^\/IGameServersService\/(\w+)\/v0*1\/?$/.exec(pathname) ?? []
    if (method !== undefined) {
      const fields = isPost ? new URLSearchParams(body) : searchParams
      return this.#respond(response, 'accounts', this.gameServers.handle(method, isPost, fields))
    }
    if (/^\/IPublishedFileService\/QueryFiles\/v0*1\/?$/.test(pathname))
      return this.#respond(response, 'workshop', queryFiles(searchParams, apiKey))
    if (/^\/ISteamRemoteStorage\/GetPublishedFileDetails\/v0*1\/?$/.test(pathname) && isPost)
      return this.#respond(response, 'workshop', getPublishedFileDetails(new URLSearchParams(body)))
    const picture = getAvatar(pathname, people)
    if (picture) return this.#respond(response, 'picture', picture)
    if (pathname === '/authenticator') {
      const secret = new URLSearchParams(body).get('secret') ?? ''
      return sendResponse(response, authenticatorPage(secret, generateCode(secret, this.#now())))
    }
    if (pathname === '/page.css') return sendResponse(response, stylesheetResponse())
    if (pathname === '/') return sendResponse(response, welcomePage())
    sendResponse(
      response,
      refusalPage(new InvalidSignInRequest('这里什么都没有。', 'There is nothing here.'), 404),
    )
  }

  /** Asks a person who they want to be, or sends them back with their choice. Only a form that was sent is a choice. */
  #handleSignIn(fields: URLSearchParams, isPost: boolean): HttpResponse {
    const { people, allowedReturn } = this.#options
    try {
      const request = readSignInRequest(fields, allowedReturn)
      if (isPost && fields.has('cancel')) return redirectResponse(cancelledUrl(request))
      const chosen = isPost ? fields.get('person') : null
      if (chosen === null) return choicePage(request, people)
      const person = people.find(({ steamId }) => steamId === chosen)
      if (!person) throw new InvalidSignInRequest('没有这个人。', 'There is no such person here.')
      return redirectResponse(this.#assertions.assert(person.steamId, request))
    } catch (error) {
      if (error instanceof InvalidSignInRequest) return refusalPage(error)
      throw error
    }
  }

  /** Breaks and mends it. A content type that other sites cannot send without asking keeps them from it. */
  #handleControl(request: IncomingMessage, body: string): HttpResponse {
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    const { mode, gameVersion } = isJson ? readControl(body) : {}
    if (mode === undefined && gameVersion === undefined) {
      const error = `mode must be one of ${faultModes.join(', ')}, or gameVersion like 1.41.3.1, as JSON`
      return jsonResponse({ error }, 400)
    }
    this.mode = mode ?? this.mode
    this.gameVersion = gameVersion ?? this.gameVersion
    return jsonResponse({ mode: this.mode, gameVersion: this.gameVersion })
  }

  async #respond(response: ServerResponse, asked: RequestKind, answer: HttpResponse): Promise<void> {
    this.requestCounts[asked] += 1
    await sendInMode(response, answer, { mode: this.mode, asked, people: this.#options.people })
  }
}

function readControl(body: string): { mode?: FaultMode | undefined; gameVersion?: string | undefined } {
  try {
    const { mode, gameVersion } = JSON.parse(body) as { mode?: unknown; gameVersion?: unknown }
    return {
      mode: faultModes.find((known) => known === mode),
      gameVersion: typeof gameVersion === 'string' && isGameVersion(gameVersion) ? gameVersion : undefined,
    }
  } catch {
    return {}
  }
}
