import { createHash, randomBytes } from 'node:crypto'

export interface OAuthApplication {
  clientId: string
  clientSecret: string
  /** Compared exactly, as both services do. */
  redirects: readonly string[]
}

interface Grant {
  userId: string
  redirectUri: string
  /** Of PKCE; null where none was sent. */
  challenge: string | null
}

/** A request that the service refuses; the message is the error code of OAuth. */
export class GrantRefused extends Error {
  override name = 'GrantRefused'
}

/** Codes that were given and not yet used, and the tokens that came of them. */
export class Grants {
  readonly #application: OAuthApplication
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, string>()

  constructor(application: OAuthApplication) {
    this.#application = application
  }

  /** Checks what a browser brings; throws GrantRefused for what no user is even asked about. */
  checkRequest(query: URLSearchParams): void {
    for (const name of query.keys())
      if (query.getAll(name).length > 1) throw new GrantRefused('invalid_request')
    if (query.get('client_id') !== this.#application.clientId) throw new GrantRefused('invalid_client')
    if (!this.#application.redirects.includes(query.get('redirect_uri') ?? ''))
      throw new GrantRefused('invalid_redirect_uri')
    if (query.get('response_type') !== 'code') throw new GrantRefused('unsupported_response_type')
    if ((query.get('scope') ?? '') === '') throw new GrantRefused('invalid_scope')
    if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
      throw new GrantRefused('invalid_request')
  }

  /** Where the browser goes once its user has agreed, or (null) has not. */
  answer(query: URLSearchParams, userId: string | null): string {
    this.checkRequest(query)
    const back = new URL(query.get('redirect_uri') ?? '')
    if (userId === null) back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', this.#createCode(query, userId))
    const state = query.get('state')
    if (state !== null) back.searchParams.set('state', state)
    return back.toString()
  }

  #createCode(query: URLSearchParams, userId: string): string {
    const code = randomBytes(15).toString('hex')
    const challenge = query.get('code_challenge')
    this.#codes.set(code, { userId, redirectUri: query.get('redirect_uri') ?? '', challenge })
    return code
  }

  /** A token for a code, once. `isPkceKnown` is false for a service that ignores verifiers. Throws GrantRefused. */
  exchange(request: URLSearchParams, isPkceKnown = true): string {
    const { clientId, clientSecret } = this.#application
    if (request.get('client_id') !== clientId || request.get('client_secret') !== clientSecret)
      throw new GrantRefused('invalid_client')
    if (request.get('grant_type') !== 'authorization_code') throw new GrantRefused('unsupported_grant_type')
    const grant = this.#codes.get(request.get('code') ?? '')
    this.#codes.delete(request.get('code') ?? '')
    if (grant?.redirectUri !== request.get('redirect_uri')) throw new GrantRefused('invalid_grant')
    if (isPkceKnown && grant.challenge !== null) {
      const verifier = request.get('code_verifier') ?? ''
      if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge)
        throw new GrantRefused('invalid_grant')
    }
    const token = randomBytes(15).toString('hex').toUpperCase()
    this.#tokens.set(token, grant.userId)
    return token
  }

  /** Whose token it is; undefined for none. */
  userOf(token: string): string | undefined {
    return this.#tokens.get(token)
  }
}
