import { randomBytes } from 'node:crypto'

const tokenMs = 60_000

/** Who may come in by which token, and who is in by which cookie. */
export class Sessions {
  readonly #now: () => number
  readonly #tokens = new Map<string, { userId: string; until: number }>()
  readonly #sessions = new Map<string, string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A token that lets this user in once, within 60 s. */
  issueToken(userId: string): string {
    for (const [token, { until }] of this.#tokens) if (until <= this.#now()) this.#tokens.delete(token)
    const token = randomBytes(24).toString('base64url')
    this.#tokens.set(token, { userId, until: this.#now() + tokenMs })
    return token
  }

  /** The session that a token begins; undefined for one that is none, or too late, or used. */
  redeemToken(token: string): string | undefined {
    const held = this.#tokens.get(token)
    this.#tokens.delete(token)
    if (held === undefined || held.until <= this.#now()) return undefined
    const session = randomBytes(24).toString('base64url')
    this.#sessions.set(session, held.userId)
    return session
  }

  userIdOf(session: string | undefined): string | undefined {
    return session === undefined ? undefined : this.#sessions.get(session)
  }

  endSession(session: string | undefined): void {
    if (session !== undefined) this.#sessions.delete(session)
  }
}
