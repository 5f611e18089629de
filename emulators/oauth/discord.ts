import type { ServerResponse } from 'node:http'
import { GrantRefused, Grants, type OAuthApplication } from './grants.ts'

export interface DiscordUser {
  id: string
  username: string
  global_name: string | null
}

export interface DiscordOptions extends OAuthApplication {
  users: readonly DiscordUser[]
  botToken: string
  guild: string
  /** The users who are on the server. */
  members: readonly string[]
  /** The roles below the bot's own: it may give and take these. */
  roles: readonly string[]
  /** Roles above the bot's own, which it may not give. */
  rolesAbove?: readonly string[]
}

interface DiscordRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Discord, as far as linked accounts and roles need it: OAuth 2.0, `users/@me`, and the roles of a guild's members. */
export class DiscordEmulator {
  readonly grants: Grants
  readonly #options: DiscordOptions
  readonly #members: Map<string, Set<string>>
  readonly #deletedRoles = new Set<string>()
  /** Requests that are answered with 429 before the next one passes. */
  #limited = 0
  /** Of `guilds/…/members/…/roles/…`, as `PUT member role`. */
  readonly requests: string[] = []

  constructor(options: DiscordOptions) {
    this.#options = options
    this.grants = new Grants(options)
    this.#members = new Map(options.members.map((id) => [id, new Set()]))
  }

  /** The roles of a member, sorted; null for who is not on the server. */
  rolesOf(userId: string): string[] | null {
    const roles = this.#members.get(userId)
    return roles ? [...roles].toSorted((one, other) => (one < other ? -1 : 1)) : null
  }

  join(userId: string): void {
    this.#members.set(userId, new Set())
  }

  leave(userId: string): void {
    this.#members.delete(userId)
  }

  /** A deleted role is gone from its members, too. */
  deleteRole(roleId: string): void {
    this.#deletedRoles.add(roleId)
    for (const held of this.#members.values()) held.delete(roleId)
  }

  createRole(roleId: string): void {
    this.#deletedRoles.delete(roleId)
  }

  /** The next requests about roles meet the rate limit. */
  limitNext(count: number): void {
    this.#limited = count
  }

  /** Answers a request below `/api/v10`; false for another path. */
  handle({ method, path, headers, body }: DiscordRequest, response: ServerResponse): boolean {
    const send = (status: number, value?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(value === undefined ? undefined : JSON.stringify(value))
      return true
    }
    if (method === 'POST' && path === '/api/v10/oauth2/token') return this.#sendToken(body, send)
    if (method === 'GET' && path === '/api/v10/users/@me') {
      const token = /^Bearer (\w+)$/.exec(String(headers['authorization']))?.[1] ?? ''
      const user = this.#options.users.find(({ id }) => id === this.grants.userOf(token))
      return user ? send(200, user) : send(401, { message: '401: Unauthorized', code: 0 })
    }
    const [, guild, member = '', role = ''] =
      /^\/api\/v10\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/.exec(path) ?? []
    if (guild === undefined || (method !== 'PUT' && method !== 'DELETE')) return false
    this.requests.push(`${method} ${member} ${role}`)
    return this.#changeRole({ method, guild, member, role, headers }, send)
  }

  #sendToken(body: string, send: (status: number, value: unknown) => boolean): boolean {
    try {
      const access = this.grants.exchange(new URLSearchParams(body))
      return send(200, { token_type: 'Bearer', access_token: access, expires_in: 604_800, scope: 'identify' })
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error
      return send(error.message === 'invalid_client' ? 401 : 400, { error: error.message })
    }
  }

  #changeRole(
    change: { method: string; guild: string; member: string; role: string } & Pick<DiscordRequest, 'headers'>,
    send: (status: number, value?: unknown) => boolean,
  ): boolean {
    const { botToken, guild, roles, rolesAbove = [] } = this.#options
    // Requests without the user agent of a bot are stopped before the API.
    if (!String(change.headers['user-agent']).startsWith('DiscordBot (')) return send(403)
    if (change.headers['authorization'] !== `Bot ${botToken}`)
      return send(401, { message: '401: Unauthorized', code: 0 })
    if (this.#limited > 0) {
      this.#limited -= 1
      return send(429, { message: 'You are being rate limited.', retry_after: 0.05, global: false })
    }
    if (change.guild !== guild) return send(404, { message: 'Unknown Guild', code: 10_004 })
    const held = this.#members.get(change.member)
    if (!held) return send(404, { message: 'Unknown Member', code: 10_007 })
    const exists = roles.includes(change.role) || rolesAbove.includes(change.role)
    if (!exists || this.#deletedRoles.has(change.role))
      return send(404, { message: 'Unknown Role', code: 10_011 })
    if (!roles.includes(change.role)) return send(403, { message: 'Missing Permissions', code: 50_013 })
    if (change.method === 'PUT') held.add(change.role)
    else held.delete(change.role)
    return send(204)
  }
}
