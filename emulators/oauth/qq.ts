import type { ServerResponse } from 'node:http'
import { GrantRefused, Grants, type OAuthApplication } from './grants.ts'

export interface QqUser {
  /** 32 hexadecimal digits, of this application alone. */
  openid: string
  nickname: string
}

export interface QqOptions extends OAuthApplication {
  users: readonly QqUser[]
}

/** The numbers of QQ Connect's errors. */
const errorNumbers: Readonly<Record<string, number>> = {
  invalid_client: 100_008,
  invalid_grant: 100_020,
  unsupported_grant_type: 100_004,
}

/**
 * QQ Connect: tokens by GET, answers as `text/html`, failures with status 200, text instead of JSON unless `fmt=json` is asked for, and no
 * PKCE.
 */
export class QqEmulator {
  readonly grants: Grants
  readonly #options: QqOptions

  constructor(options: QqOptions) {
    this.#options = options
    this.grants = new Grants(options)
  }

  /** Answers a request; false for another path. */
  handle(method: string, path: string, query: URLSearchParams, response: ServerResponse): boolean {
    if (method !== 'GET') return false
    const send = (value: object) => {
      const isJson = query.get('fmt') === 'json' || path === '/user/get_user_info'
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(isJson ? JSON.stringify(value) : `callback( ${JSON.stringify(value)} );\n`)
      return true
    }
    if (path === '/oauth2.0/token') return this.#sendToken(query, send)
    const user = this.#options.users.find(
      ({ openid }) => openid === this.grants.userOf(query.get('access_token') ?? ''),
    )
    if (path === '/oauth2.0/me')
      return user
        ? send({ client_id: this.#options.clientId, openid: user.openid })
        : send({ error: 100_016, error_description: 'access token check failed' })
    if (path !== '/user/get_user_info') return false
    const isOwn =
      query.get('openid') === user?.openid && query.get('oauth_consumer_key') === this.#options.clientId
    return user && isOwn
      ? send({ ret: 0, msg: '', nickname: user.nickname, gender: '男' })
      : send({ ret: -1, msg: "client request's parameters are invalid, invalid openid" })
  }

  #sendToken(query: URLSearchParams, send: (value: object) => boolean): boolean {
    try {
      const access = this.grants.exchange(query, false)
      return send({ access_token: access, expires_in: '7776000', refresh_token: '88E4' })
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error
      return send({ error: errorNumbers[error.message] ?? 100_000, error_description: error.message })
    }
  }
}
