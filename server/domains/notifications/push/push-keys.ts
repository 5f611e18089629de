import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import { insertPushKeys, selectPushKeys } from './push-subscriptions.store.ts'

const sealContext = 'push:private-key'
/** A push service refuses a token that is valid for more than 24 hours (RFC 8292 §2). */
const tokenLifetimeSeconds = 12 * 3_600

/** The key pair by which push services know this portal (VAPID), both base64url. */
export interface PushKeys {
  /** Uncompressed point of P-256, which browsers subscribe with. */
  publicKey: string
  privateKey: string
}

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys'>

/**
 * The portal's key pair, made at its first use: of several processes one makes it. Where the portal's own key was lost another pair is
 * made; the browsers that subscribed with the former one turn notifications on again.
 */
export async function loadPushKeys(context: Dependencies): Promise<PushKeys> {
  return (
    (await findPushKeys(context, context.database)) ??
    (await context.database.transaction().execute(async (tx) => {
      await lockTransaction(tx, 'push', 'keys')
      return (await findPushKeys(context, tx)) ?? createPushKeys(context, tx)
    }))
  )
}

/** The newest pair that a key of the portal opens. */
async function findPushKeys({ keys }: Dependencies, queries: Queries): Promise<PushKeys | null> {
  for (const { public_key: publicKey, private_key: sealed } of await selectPushKeys(queries))
    try {
      return { publicKey, privateKey: keys.open(sealed, sealContext) }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
    }
  return null
}

async function createPushKeys({ clock, keys }: Dependencies, tx: Queries): Promise<PushKeys> {
  const made = generateKeys()
  const private_key = keys.seal(made.privateKey, sealContext)
  await insertPushKeys(tx, { public_key: made.publicKey, private_key, created_at: clock.now() })
  return made
}

function generateKeys(): PushKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  return { publicKey: toPoint(x, y), privateKey: d }
}

function toPoint(x: string, y: string): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )
}

/** The `Authorization` of a request to a push service (RFC 8292). `contact` is an https address of the portal; null leaves it out. */
export function signPushRequest(
  { publicKey, privateKey }: PushKeys,
  { endpoint, contact, now }: { endpoint: URL; contact: string | null; now: Date },
): string {
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
  })
  const claims = {
    aud: endpoint.origin,
    exp: Math.floor(now.getTime() / 1_000) + tokenLifetimeSeconds,
    ...(contact !== null && { sub: contact }),
  }
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
}
