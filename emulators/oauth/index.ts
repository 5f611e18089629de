import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../request-body.ts'
import { renderConsentPage } from './consent-page.ts'
import { DiscordEmulator, type DiscordOptions } from './discord.ts'
import { GrantRefused, type Grants } from './grants.ts'
import { QqEmulator, type QqOptions } from './qq.ts'

export type { DiscordEmulator, DiscordOptions } from './discord.ts'

/** Emulated Discord and QQ Connect, each with users who agree or do not. */
export interface OAuthEmulator {
  /** The base of both; their paths differ. */
  url: string
  discord: DiscordEmulator
  close: () => Promise<void>
}

const maxBodyBytes = 64 * 1024

export interface OAuthEmulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number
  discord: DiscordOptions
  qq: QqOptions
}

/** Starts both at one port of this machine. */
export async function startOAuthEmulator(options: OAuthEmulatorOptions): Promise<OAuthEmulator> {
  const discord = new DiscordEmulator(options.discord)
  const qq = new QqEmulator(options.qq)
  const pages: Record<string, Consent> = {
    '/oauth2/authorize': {
      service: 'Discord',
      grants: discord.grants,
      users: options.discord.users.map(({ id, username }) => ({ id, name: username })),
    },
    '/oauth2.0/authorize': {
      service: 'QQ',
      grants: qq.grants,
      users: options.qq.users.map(({ openid, nickname }) => ({ id: openid, name: nickname })),
    },
  }
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await readBody(request, maxBodyBytes))?.toString('utf8') ?? ''
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://emulator')
      const { method = 'GET', headers } = request
      const page = pages[path]
      if (page) return sendConsent(page, { method, query, body }, response)
      if (discord.handle({ method, path, headers, body }, response)) return
      if (qq.handle(method, path, query, response)) return
      response.writeHead(404).end()
    })()
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    discord,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Consent {
  service: string
  grants: Grants
  users: readonly { id: string; name: string }[]
}

/** GET shows who may agree; POST with `user` (empty for none) sends the browser back. */
function sendConsent(
  { service, grants, users }: Consent,
  { method, query, body }: { method: string; query: URLSearchParams; body: string },
  response: ServerResponse,
): void {
  try {
    if (method === 'POST') {
      const user = new URLSearchParams(body).get('user')
      response.writeHead(302, { location: grants.answer(query, user === '' ? null : user) }).end()
      return
    }
    grants.checkRequest(query)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(renderConsentPage(service, users))
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error
    response.writeHead(400, { 'content-type': 'text/plain' }).end(error.message)
  }
}
