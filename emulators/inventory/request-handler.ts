import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../request-body.ts'
import { type HttpResponse, jsonResponse, textResponse } from '../http-response.ts'
import { sendResponse, redirectResponse } from './http-response.ts'
import { type FaultMode, sendInMode, faultModes } from './faults.ts'
import { items } from './items.ts'
import type { InventoryOptions } from './options.ts'
import {
  missingPage,
  inventoryPage,
  scriptResponse,
  signedOutPage,
  stylesheetResponse,
  withoutFraming,
} from './pages.ts'
import { Sessions } from './sessions.ts'
import type { InventoryUser, UserStore } from './users.ts'
import { isLoopbackHost } from '../loopback-host.ts'

const maxBodyBytes = 16 * 1024
const callbackPath = '/api/sign-in/callback'
const cookieName = 'inventory_session'

/** The calls of programs and the pages of people. */
export class InventorySite {
  mode: FaultMode = 'ok'
  asked = 0
  readonly #options: InventoryOptions
  readonly #users: UserStore
  readonly #sessions: Sessions
  /** What each user has equipped, by their id. */
  readonly #equipped = new Map<string, Set<string>>()

  constructor(options: InventoryOptions, users: UserStore) {
    this.#options = options
    this.#users = users
    this.#sessions = new Sessions(options.now ?? Date.now)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackHost(request))
      return sendResponse(response, textResponse('only as 127.0.0.1 or localhost', 403))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inventory')
    const body = request.method === 'POST' ? (await readBody(request, maxBodyBytes))?.toString('utf8') : ''
    if (body === undefined) return sendResponse(response, textResponse('Too much', 413))
    switch (`${request.method} ${pathname}`) {
      case 'POST /api/sign-in':
        this.asked += 1
        return sendInMode(response, await this.#issueToken(body), { mode: this.mode, asked: body })
      case `GET ${callbackPath}`:
        if (this.mode === 'hangs') return
        return sendResponse(response, this.#handleCallback(request, searchParams))
      case 'POST /control':
        return sendResponse(response, this.#handleControl(request, body))
      case 'POST /equip':
        return sendResponse(response, this.#toggleItem(request, new URLSearchParams(body)))
      case 'POST /sign-out':
        this.#sessions.endSession(readSessionCookie(request))
        return sendResponse(response, redirectResponse('/'))
      case 'GET /page.css':
        return sendResponse(response, stylesheetResponse())
      case 'GET /page.js':
        return sendResponse(response, scriptResponse())
      case 'GET /':
        return sendResponse(response, await this.#renderPage(request))
      default:
        return sendResponse(response, missingPage())
    }
  }

  /** A token for a user whom the table holds. */
  async #issueToken(body: string): Promise<HttpResponse> {
    const { apiKey, userId } = readObject(body)
    if (typeof apiKey !== 'string' || typeof userId !== 'string') return textResponse('Bad Request', 400)
    // The same answer to a key that is none and to one without the scope.
    if (apiKey !== this.#options.apiKey) return textResponse('Unauthorized', 401)
    if ((await this.#users.find(userId)) === undefined) return textResponse('Bad Request', 400)
    return jsonResponse({ token: this.#sessions.issueToken(userId) })
  }

  /** Signs in, or not: with an invalid token the page is shown without a session and without an error. */
  #handleCallback({ headers }: IncomingMessage, query: URLSearchParams): HttpResponse {
    const token = query.get('token') ?? ''
    const [name, port] = (headers.host ?? '').split(':')
    if (this.mode === 'lax-cross-site' && !query.has('moved')) {
      const moved = new URLSearchParams({ token, moved: '' }).toString()
      return redirectResponse(
        `http://${name === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}${callbackPath}?${moved}`,
      )
    }
    if (this.mode === 'token-used') this.#sessions.redeemToken(token)
    const session = this.#sessions.redeemToken(token)
    if (session === undefined || this.mode === 'no-cookie') return redirectResponse('/')
    return redirectResponse('/', { 'set-cookie': `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Lax` })
  }

  async #renderPage(request: IncomingMessage): Promise<HttpResponse> {
    const user = await this.#userOf(request)
    const page = user === undefined ? signedOutPage() : inventoryPage(user, this.#equippedOf(user.id))
    return this.mode === 'refuses-frames' ? withoutFraming(page) : page
  }

  async #userOf(request: IncomingMessage): Promise<InventoryUser | undefined> {
    const id = this.#sessions.userIdOf(readSessionCookie(request))
    return id === undefined ? undefined : this.#users.find(id)
  }

  /** Puts an item on, or off. */
  #toggleItem(request: IncomingMessage, form: URLSearchParams): HttpResponse {
    const userId = this.#sessions.userIdOf(readSessionCookie(request))
    const item = items.find(({ id }) => id === form.get('item'))
    if (userId !== undefined && item) {
      const equipped = this.#equippedOf(userId)
      if (!equipped.delete(item.id)) equipped.add(item.id)
      this.#equipped.set(userId, equipped)
    }
    return redirectResponse('/')
  }

  #equippedOf(userId: string): Set<string> {
    return this.#equipped.get(userId) ?? new Set()
  }

  /** Breaks and mends it. A content type that other sites cannot send without asking keeps them from it. */
  #handleControl(request: IncomingMessage, body: string): HttpResponse {
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    const mode = isJson ? faultModes.find((known) => known === readObject(body)['mode']) : undefined
    if (!mode) return jsonResponse({ error: `mode must be one of ${faultModes.join(', ')}, as JSON` }, 400)
    this.mode = mode
    return jsonResponse({ mode })
  }
}

function readSessionCookie({ headers }: IncomingMessage): string | undefined {
  return new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]
}

function readObject(body: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
