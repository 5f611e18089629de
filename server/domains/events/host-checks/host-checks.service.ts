import type { FastifyRequest } from 'fastify'
import { eventSecretSchema } from '@clutch/contract/api/events/game-reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { allowSlowBody } from '../../../platform/http/requests/slow-body.ts'
import { generateReportSecret } from '../reporters/report-commands.ts'
import { hashSecret } from '../reporters/report-secrets.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

const validMs = 60 * 60_000
/** No demo is larger. */
const maxBytes = 1024 ** 3

/** Creates a token that is valid for an hour; what is over is deleted. */
export async function createHostCheck({
  database,
  clock,
}: Dependencies): Promise<{ token: string; expires: number }> {
  const now = clock.now()
  const token = generateReportSecret()
  const expires = new Date(now.getTime() + validMs)
  await database.transaction().execute(async (tx) => {
    await tx.deleteFrom('host_checks').where('expires_at', '<=', now).execute()
    await tx
      .insertInto('host_checks')
      .values({ hash: hashSecret(token), created_at: now, expires_at: expires })
      .execute()
  })
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
  await addBytes(context.database, hashSecret(secret), kind, bytes)
  return true
}

async function selectCheck({ database, clock }: Dependencies, token: string) {
  if (!eventSecretSchema.safeParse(token).success) return undefined
  return database
    .selectFrom('host_checks')
    .select(['log_bytes', 'demo_bytes', 'expires_at'])
    .where('hash', '=', hashSecret(token))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
}

async function addBytes(queries: Queries, hash: Buffer, kind: 'log' | 'demo', bytes: number): Promise<void> {
  const column = kind === 'log' ? 'log_bytes' : 'demo_bytes'
  await queries
    .updateTable('host_checks')
    .set((row) => ({ [column]: row(row.fn.coalesce(column, row.lit(0)), '+', String(bytes)) }))
    .where('hash', '=', hash)
    .execute()
}
