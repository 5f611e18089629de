import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../body.ts'
import { type Answer, json, redirect, text } from './answer.ts'
import { type Asked, type Mode, give, giveInMode, modes } from './faults.ts'
import { Assertions, cancelled, confirmation, readSignInRequest, RequestRefused } from './openid.ts'
import { codeFor } from './authenticator.ts'
import { authenticatorPage, choicePage, refusalPage, stylesheet, welcomePage } from './page.ts'
import type { Person } from './people.ts'
import { answerPicture, answerSummaries } from './web-api.ts'

export interface IdentityOptions {
  /** 0, the default, takes a free one. */
  port?: number
  people: readonly Person[]
  /** The key the Web API asks for. */
  apiKey: string
  /** The origins that may be returned to; all where it is missing. */
  allowedReturn?: readonly string[]
  now?: () => Date
}

/** A running stand-in for Steam. */
export interface Identity {
  /** Its base: `…/openid/login`, `…/openid/id/<SteamID>` and the Web API are below it. */
  url: string
  /** How often programs asked, by what they asked for. */
  asked: Readonly<Record<Asked, number>>
  setMode: (mode: Mode) => void
  close: () => Promise<void>
}

const bodyMaxBytes = 64 * 1024

/** Starts a stand-in for Steam on this machine; rejects when its port is taken. */
export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const server = createServer((request, response) => {
    standin.handle(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const standin = new Standin(options, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    url: standin.base,
    asked: standin.asked,
    setMode: (mode) => (standin.mode = mode),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

class Standin {
  readonly base: string
  readonly asked: Record<Asked, number> = { check: 0, summaries: 0, picture: 0 }
  mode: Mode = 'ok'
  readonly #options: IdentityOptions
  readonly #assertions: Assertions
  readonly #now: () => Date

  constructor(options: IdentityOptions, base: string) {
    this.base = base
    this.#options = options
    this.#now = options.now ?? (() => new Date())
    this.#assertions = new Assertions(base, this.#now)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.base)
    const { people, apiKey } = this.#options
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET') return give(response, text('GET or POST', 405))
    const body = isPost ? (await readBody(request, bodyMaxBytes))?.toString('utf8') : ''
    if (body === undefined) return give(response, text('Too much', 413))
    if (pathname === '/openid/login') {
      const fields = isPost ? new URLSearchParams(body) : searchParams
      if (fields.get('openid.mode') === 'check_authentication')
        return this.#tell(response, 'check', text(confirmation(this.#assertions.confirm(fields))))
      return give(response, this.#signIn(fields, isPost))
    }
    if (pathname === '/control' && isPost) return give(response, this.#control(request, body))
    if (/^\/ISteamUser\/GetPlayerSummaries\/v0*2\/?$/.test(pathname)) {
      const answer = answerSummaries(searchParams, { base: this.base, people, apiKey })
      return this.#tell(response, 'summaries', answer)
    }
    const picture = answerPicture(pathname, people)
    if (picture) return this.#tell(response, 'picture', picture)
    if (pathname === '/authenticator') {
      const secret = new URLSearchParams(body).get('secret') ?? ''
      return give(response, authenticatorPage(secret, codeFor(secret, this.#now())))
    }
    if (pathname === '/page.css') return give(response, stylesheet())
    if (pathname === '/') return give(response, welcomePage())
    give(response, refusalPage(new RequestRefused('这里什么都没有。', 'There is nothing here.'), 404))
  }

  /** Asks a person who they want to be, or sends them back with their choice. Only a form that was sent is a choice. */
  #signIn(fields: URLSearchParams, isPost: boolean): Answer {
    const { people, allowedReturn } = this.#options
    try {
      const request = readSignInRequest(fields, allowedReturn)
      if (isPost && fields.has('cancel')) return redirect(cancelled(request))
      const chosen = isPost ? fields.get('person') : null
      if (chosen === null) return choicePage(request, people)
      const person = people.find(({ steamId }) => steamId === chosen)
      if (!person) throw new RequestRefused('没有这个人。', 'There is no such person here.')
      return redirect(this.#assertions.assert(person.steamId, request))
    } catch (error) {
      if (error instanceof RequestRefused) return refusalPage(error)
      throw error
    }
  }

  /** Breaks and mends it. A content type that other sites cannot send without asking keeps them from it. */
  #control(request: IncomingMessage, body: string): Answer {
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    const mode = isJson ? readMode(body) : undefined
    if (!mode) return json({ error: `mode must be one of ${modes.join(', ')}, as JSON` }, 400)
    this.mode = mode
    return json({ mode })
  }

  async #tell(response: ServerResponse, asked: Asked, answer: Answer): Promise<void> {
    this.asked[asked] += 1
    await giveInMode(response, answer, { mode: this.mode, asked, people: this.#options.people })
  }
}

function readMode(body: string): Mode | undefined {
  try {
    const { mode } = JSON.parse(body) as { mode?: unknown }
    return modes.find((known) => known === mode)
  } catch {
    return undefined
  }
}
