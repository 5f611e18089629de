import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sessionLifetimeMs, sessionLastSeenIntervalMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type {
  SessionCheck,
  SessionMethod,
  SessionUser,
} from '../../../platform/http/session/session-check.ts'
import { assertNotBlocked } from '../users/user-blocks.service.ts'
import { findActiveToken } from '../api-tokens/api-tokens.service.ts'
import { findOperatorPermissions } from '../operator-roles/operator-permissions.service.ts'
import * as store from './sessions.store.ts'
import { readSessionToken, signSessionToken } from '../tokens/tokens.ts'
import { updateUser } from '../users/users.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** The origin of a request, as shown in the session list and the audit log. */
export interface Device {
  address: string
  userAgent: string
}

const userAgentMaxLength = 300
/** The longest form of an IPv6 address; some proxies send arbitrary text. */
const addressMaxLength = 60

/** The device of a request; `X-Forwarded-For` counts only from a trusted proxy. */
export function readDevice(request: FastifyRequest): Device {
  const userAgent = (request.headers['user-agent'] ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
  return { address: request.ip.slice(0, addressMaxLength), userAgent: userAgent.slice(0, userAgentMaxLength) }
}

export interface NewSession {
  userId: string
  steamId: string
  method: SessionMethod
  device: Device
}

/**
 * C16: begins a session of seven days in the caller's transaction and returns its token. A blocked user gets
 * none: 403 `user.blocked`.
 */
export async function createSession(
  context: Dependencies,
  tx: Queries,
  session: NewSession,
): Promise<string> {
  const { userId, steamId, method, device } = session
  const now = context.clock.now()
  // Holds the user: a block waits for this session and ends it, or is there already and refuses it.
  await updateUser(tx, userId, { seen_at: now })
  await assertNotBlocked(context, tx, userId)
  const expires = new Date(now.getTime() + sessionLifetimeMs)
  const id = randomUUIDv7()
  await store.insertSession(tx, {
    id,
    user_id: userId,
    method,
    created_at: now,
    seen_at: now,
    expires_at: expires,
    address: device.address,
    user_agent: device.userAgent,
  })
  return signSessionToken(context, { sessionId: id, userId, steamId }, expires)
}

/** How every request's session is checked: its token, then its row (C15, C16). */
export function createSessionCheck(context: Dependencies): SessionCheck {
  return {
    find: (token) => findSession(context, token),
    findPermissions: (steamId) => findOperatorPermissions(context.database, steamId, context.clock.now()),
    findToken: (hash) => findActiveToken(context, hash),
  }
}

async function findSession(context: Dependencies, token: string): Promise<SessionUser | null> {
  const parsedToken = await readSessionToken(context, token)
  if (!parsedToken) return null
  const now = context.clock.now()
  const row = await store.selectSession(context.database, parsedToken.sessionId, now)
  if (!row || row.user_id !== parsedToken.userId || row.steam_id !== parsedToken.steamId) return null
  if (now.getTime() - row.seen_at.getTime() > sessionLastSeenIntervalMs) {
    await store.updateLastSeen(context.database, row.id, now)
    await updateUser(context.database, row.user_id, { seen_at: now })
  }
  return {
    sessionId: row.id,
    userId: row.user_id,
    steamId: row.steam_id,
    method: row.method,
    began: row.created_at,
    secondFactorDue: row.second_factor_on !== null && row.second_factor_at === null,
    secondFactorShown: row.second_factor_on !== null && row.second_factor_at !== null,
  }
}
