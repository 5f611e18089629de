import { ECDH, randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  PushSettings,
  PushSubscription,
  subscribeToPush,
} from '@clutch/contract/api/notifications/push.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { maxPushBrowsers } from '@clutch/contract/limits.ts'
import { type PushKind, isPushKind } from '@clutch/contract/rules/notifications/push-kinds.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import { assertAllowedAddress } from '../../../platform/network/outgoing-requests.ts'
import { pushCurve } from './push-encryption.ts'
import { loadPushKeys } from './push-keys.ts'
import * as store from './push-subscriptions.store.ts'
import { createEndpointPolicy, isAllowedProtocol, sealTarget } from './push-target.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>

/** Who subscribes, and by which session. */
export interface Subscriber {
  userId: string
  sessionId: string
}

/** The key to subscribe with, the kinds that a user turned off, and their browsers. */
export async function getPushSettings(
  context: Pick<AppContext, 'database' | 'clock' | 'keys'>,
  userId: string,
): Promise<PushSettings> {
  const { publicKey } = await loadPushKeys(context)
  const off = (await store.selectPushOff(context.database, userId)).filter(isPushKind)
  const browsers = await store.selectSubscriptions(context.database, userId)
  return { publicKey, off, browsers: browsers.map(toSubscription) }
}

/** Turns kinds off, and all others on. */
export async function changePushSettings(
  context: Pick<AppContext, 'database' | 'clock' | 'keys'>,
  userId: string,
  off: readonly PushKind[],
): Promise<PushSettings> {
  await store.updatePushOff(context.database, userId, [...new Set(off)])
  return getPushSettings(context, userId)
}

/**
 * Adds a browser, or updates it; the oldest beyond ten goes. Throws `push.private_address`, and `request.invalid` for an address without
 * TLS or a key that is no point of the curve.
 */
export async function subscribe(
  context: Dependencies,
  { userId, sessionId }: Subscriber,
  { endpoint, keys, language }: Body<typeof subscribeToPush>,
): Promise<PushSettings> {
  const { hostname } = assertAllowedEndpoint(context, endpoint)
  assertPoint(keys.p256dh)
  // The address itself is a secret.
  const hash = hashToken(endpoint)
  const seal = (id: string) => sealTarget(context, id, { endpoint, ...keys })
  await context.database.transaction().execute(async (tx) => {
    // One browser at a time, also of a user with several: the limit holds for them, too.
    await lockTransaction(tx, 'push', hash.toString('hex'))
    await lockTransaction(tx, 'push', userId)
    const known = await store.selectSubscriptionByEndpoint(tx, hash)
    if (known?.user_id === userId) {
      const target = seal(known.id)
      return store.renewSubscription(tx, known.id, { session_id: sessionId, target, language })
    }
    // Another player signed in with this browser: what waits for the one before goes with the row.
    if (known) await store.deleteSubscription(tx, known.user_id, known.id)
    const id = randomUUIDv7()
    await store.insertSubscription(tx, {
      id,
      user_id: userId,
      session_id: sessionId,
      endpoint_hash: hash,
      target: seal(id),
      service: hostname,
      language,
      created_at: context.clock.now(),
    })
    return store.deleteOldestSubscriptions(tx, userId, maxPushBrowsers)
  })
  return getPushSettings(context, userId)
}

/** Ends notifications in one browser; throws `push.not_found`. */
export async function unsubscribe(queries: Queries, userId: string, id: string): Promise<void> {
  if (!(await store.deleteSubscription(queries, userId, id))) throw browserNotFound()
}

export function browserNotFound(): PortalError {
  return new PortalError('push.not_found', 'There is no such browser with notifications')
}

/** J: The address is https, and no private one, whatever operators may name. A name is checked when it is resolved. */
function assertAllowedEndpoint({ config }: Pick<AppContext, 'config'>, endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || url.username !== '' || url.password !== '') throw invalid('endpoint: an address')
  if (!isAllowedProtocol(config, url)) throw invalid('endpoint: https')
  try {
    assertAllowedAddress(url.hostname, createEndpointPolicy(config))
  } catch {
    throw new PortalError('push.private_address', 'The portal does not call private addresses')
  }
  return url
}

function assertPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, pushCurve, 'base64url')
  } catch {
    throw invalid('keys.p256dh: a point of P-256')
  }
}

function invalid(message: string): PortalError {
  return new PortalError('request.invalid', message)
}

function toSubscription(row: store.SubscriptionRow): PushSubscription {
  return {
    id: row.id,
    fingerprint: row.endpoint_hash.toString('base64url'),
    userAgent: row.user_agent,
    service: row.service,
    language: row.language === 'en' ? 'en' : 'zh',
    created: row.created_at.getTime(),
    lastSent: row.last_sent_at?.getTime() ?? null,
    problem: row.problem,
  }
}
