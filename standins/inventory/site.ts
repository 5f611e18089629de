import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../body.ts'
import { type Answer, give, json, redirect, text } from './answer.ts'
import { type Mode, giveInMode, modes } from './faults.ts'
import { items } from './items.ts'
import type { InventoryOptions } from './options.ts'
import { missingPage, ownPage, script, signedOutPage, stylesheet, unframed } from './page.ts'
import { Passes } from './passes.ts'
import type { User, Users } from './users.ts'

const bodyMaxBytes = 16 * 1024
const callbackPath = '/api/sign-in/callback'
const cookieName = 'inventory_session'

/** The calls of programs and the pages of people. */
export class Site {
  mode: Mode = 'ok'
  asked = 0
  readonly #options: InventoryOptions
  readonly #users: Users
  readonly #passes: Passes
  /** What each user has equipped, by their id. */
  readonly #equipped = new Map<string, Set<string>>()

  constructor(options: InventoryOptions, users: Users) {
    this.#options = options
    this.#users = users
    this.#passes = new Passes(options.now ?? Date.now)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isMeant(request)) return give(response, text('only as 127.0.0.1 or localhost', 403))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inventory')
    const body = request.method === 'POST' ? (await readBody(request, bodyMaxBytes))?.toString('utf8') : ''
    if (body === undefined) return give(response, text('Too much', 413))
    switch (`${request.method} ${pathname}`) {
      case 'POST /api/sign-in':
        this.asked += 1
        return giveInMode(response, await this.#signIn(body), { mode: this.mode, asked: body })
      case `GET ${callbackPath}`:
        if (this.mode === 'hangs') return
        return give(response, this.#callback(request, searchParams))
      case 'POST /control':
        return give(response, this.#control(request, body))
      case 'POST /equip':
        return give(response, this.#equip(request, new URLSearchParams(body)))
      case 'POST /sign-out':
        this.#passes.end(sessionOf(request))
        return give(response, redirect('/'))
      case 'GET /page.css':
        return give(response, stylesheet())
      case 'GET /page.js':
        return give(response, script())
      case 'GET /':
        return give(response, await this.#page(request))
      default:
        return give(response, missingPage())
    }
  }

  /** A token for a user whom the table holds. */
  async #signIn(body: string): Promise<Answer> {
    const { apiKey, userId } = readObject(body)
    if (typeof apiKey !== 'string' || typeof userId !== 'string') return text('Bad Request', 400)
    // The same answer to a key that is none and to one without the scope.
    if (apiKey !== this.#options.apiKey) return text('Unauthorized', 401)
    if ((await this.#users.find(userId)) === undefined) return text('Bad Request', 400)
    return json({ token: this.#passes.giveToken(userId) })
  }

  /** In, or not: whoever comes by a token that is none sees the page as a stranger, without a word about it. */
  #callback({ headers }: IncomingMessage, query: URLSearchParams): Answer {
    const token = query.get('token') ?? ''
    const [name, port] = (headers.host ?? '').split(':')
    if (this.mode === 'lax-cross-site' && !query.has('moved')) {
      const moved = new URLSearchParams({ token, moved: '' }).toString()
      return redirect(
        `http://${name === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}${callbackPath}?${moved}`,
      )
    }
    if (this.mode === 'token-used') this.#passes.useToken(token)
    const session = this.#passes.useToken(token)
    if (session === undefined || this.mode === 'no-cookie') return redirect('/')
    return redirect('/', { 'set-cookie': `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Lax` })
  }

  async #page(request: IncomingMessage): Promise<Answer> {
    const user = await this.#userOf(request)
    const page = user === undefined ? signedOutPage() : ownPage(user, this.#equippedOf(user.id))
    return this.mode === 'refuses-frames' ? unframed(page) : page
  }

  async #userOf(request: IncomingMessage): Promise<User | undefined> {
    const id = this.#passes.userOf(sessionOf(request))
    return id === undefined ? undefined : this.#users.find(id)
  }

  /** Puts an item on, or off. */
  #equip(request: IncomingMessage, form: URLSearchParams): Answer {
    const userId = this.#passes.userOf(sessionOf(request))
    const item = items.find(({ id }) => id === form.get('item'))
    if (userId !== undefined && item) {
      const equipped = this.#equippedOf(userId)
      if (!equipped.delete(item.id)) equipped.add(item.id)
      this.#equipped.set(userId, equipped)
    }
    return redirect('/')
  }

  #equippedOf(userId: string): Set<string> {
    return this.#equipped.get(userId) ?? new Set()
  }

  /** Breaks and mends it. A content type that other sites cannot send without asking keeps them from it. */
  #control(request: IncomingMessage, body: string): Answer {
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    const mode = isJson ? modes.find((known) => known === readObject(body)['mode']) : undefined
    if (!mode) return json({ error: `mode must be one of ${modes.join(', ')}, as JSON` }, 400)
    this.mode = mode
    return json({ mode })
  }
}

/** A foreign site that a browser shows could otherwise read this one by a name of its own that leads here. */
function isMeant({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
}

function sessionOf({ headers }: IncomingMessage): string | undefined {
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
