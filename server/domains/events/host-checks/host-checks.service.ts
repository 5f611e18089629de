import type { FastifyRequest } from 'fastify'
import { eventSecretSchema } from '@clutch/contract/api/events/game-reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { allowSlowBody } from '../../../platform/http/requests/slow-body.ts'
import { addHostCheckBytes, insertHostCheck, selectHostCheck } from './host-checks.store.ts'
import { generateToken, hashToken } from '../../../platform/keys/tokens.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

const validMs = 60 * 60_000
/** No demo is larger. */
const maxBytes = 1024 ** 3

/** Creates a token that is valid for an hour. */
export async function createHostCheck({
  database,
  clock,
}: Dependencies): Promise<{ token: string; expires: number }> {
  const now = clock.now()
  const token = generateToken()
  const expires = new Date(now.getTime() + validMs)
  await database.transaction().execute((tx) => insertHostCheck(tx, { hash: hashToken(token), now, expires }))
  return { token, expires: expires.getTime() }
}

/** Returns what arrived by a token, in bytes. Throws `event.unknown_secret`. */
export async function getHostCheckResult(
  context: Dependencies,
  token: string,
): Promise<{ log: number | null; demo: number | null; expires: number }> {
  const row = await selectCheck(context, token)
  if (!row) throw new PortalError('event.unknown_secret', 'This token belongs to no host check')
  const toNumber = (bytes: string | null) => (bytes === null ? null : Number(bytes))
  return { log: toNumber(row.log_bytes), demo: toNumber(row.demo_bytes), expires: row.expires_at.getTime() }
}

/**
 * Notes the log or the demo of a host check, whose body is read and dropped. False if the secret is not the token of one: then nothing
 * was read.
 */
export async function takeHostCheckReport(
  context: Dependencies,
  request: FastifyRequest,
  { secret, kind }: { secret: string; kind: 'log' | 'demo' },
): Promise<boolean> {
  if (!(await selectCheck(context, secret))) return false
  if (kind === 'demo') allowSlowBody(request)
  let bytes = 0
  for await (const chunk of request.raw) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) throw new PortalError('request.too_large', 'No demo is so large')
  }
  await addHostCheckBytes(context.database, hashToken(secret), kind, bytes)
  return true
}

async function selectCheck({ database, clock }: Dependencies, token: string) {
  if (!eventSecretSchema.safeParse(token).success) return undefined
  return selectHostCheck(database, hashToken(token), clock.now())
}
