import { SignJWT, jwtVerify } from 'jose'
import type { AppContext } from '../../../platform/context.ts'

type Dependencies = Pick<AppContext, 'keys' | 'clock' | 'config'>

/** The kinds of signed tokens. Each has keys, an audience and a type of its own: none is taken for another. */
type TokenKind = 'session' | 'bind'

export interface SessionToken {
  sessionId: string
  userId: string
  steamId: string
}

export interface BindToken {
  /** The row of `bind_tokens` it refers to. */
  bindId: string
  userId: string
  /** C9: what the provider proved; null on the token of a login. */
  steamId: string | null
}

/** C16: the token of a session; `expires` is the session's. */
export function signSessionToken(context: Dependencies, token: SessionToken, expires: Date): Promise<string> {
  const { sessionId, userId, steamId } = token
  return signToken(context, 'session', { sid: sessionId, sub: userId, steamId }, expires)
}

/**
 * Returns the session a token names, or null: not ours, not a session token, expired. Whether the session is
 * valid depends on its row.
 */
export async function readSessionToken(context: Dependencies, token: string): Promise<SessionToken | null> {
  const { sid, sub, steamId } = (await readToken(context, 'session', token)) ?? {}
  if (typeof sid !== 'string' || typeof sub !== 'string' || typeof steamId !== 'string') return null
  return { sessionId: sid, userId: sub, steamId }
}

/** C5: an e-mail bind token. */
export function signBindToken(
  context: Dependencies,
  { bindId, userId, steamId }: BindToken,
  expires: Date,
): Promise<string> {
  return signToken(
    context,
    'bind',
    { bid: bindId, sub: userId, ...(steamId !== null && { steamId }) },
    expires,
  )
}

/** The binding a token names, or null: not ours, not a bind token, expired. */
export async function readBindToken(context: Dependencies, token: string): Promise<BindToken | null> {
  const { bid, sub, steamId = null } = (await readToken(context, 'bind', token)) ?? {}
  if (typeof bid !== 'string' || typeof sub !== 'string') return null
  return { bindId: bid, userId: sub, steamId: typeof steamId === 'string' ? steamId : null }
}

async function signToken(
  { keys, clock, config }: Dependencies,
  kind: TokenKind,
  claims: Record<string, string>,
  expires: Date,
): Promise<string> {
  const [current] = keys.signingKeys(kind)
  if (!current) throw new Error('the ring has no key')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: `${kind}+jwt`, kid: current.id })
    .setIssuer(config.publicUrl)
    .setAudience(`clutch:${kind}`)
    .setIssuedAt(clock.now())
    .setExpirationTime(expires)
    .sign(current.key)
}

async function readToken(
  { keys, clock, config }: Dependencies,
  kind: TokenKind,
  token: string,
): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const known = keys.signingKeys(kind).find(({ id, label }) => id === kid || label === kid)
        if (!known) throw new Error('signed by a key that is not here')
        return known.key
      },
      {
        algorithms: ['HS256'],
        typ: `${kind}+jwt`,
        issuer: config.publicUrl,
        audience: `clutch:${kind}`,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'iat'],
      },
    )
    return payload
  } catch {
    return null
  }
}
