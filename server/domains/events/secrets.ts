import { createHash } from 'node:crypto'
import type { reportAddressSchema } from '@clutch/contract/api/operator-events.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type * as z from 'zod/mini'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { openConsole, rconLine } from '../servers/index.ts'
import { addressesOf, loggingOn, makeReportSecret, reportLines, reportTo } from './report-lines.ts'
import * as store from './secrets-store.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'config'>
type ReportAddress = z.infer<typeof reportAddressSchema>

/** What is stored of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Makes a server's new secret and revokes those before; throws `server.not_registered`. The secret is told this once. */
export async function issueSecret(context: Parts, serverId: string): Promise<ReportAddress> {
  const secret = makeReportSecret()
  await ofServer(context, serverId, async (tx, now) => {
    await store.revokeOthers(tx, serverId, null, now)
    await store.insertSecret(tx, hashSecret(secret), serverId, now)
  })
  return addressOf(context, secret)
}

/** Revokes a server's secrets: whoever still reports by one is told to stop. Throws `server.not_registered`. */
export async function revokeSecret(context: Parts, serverId: string): Promise<void> {
  await ofServer(context, serverId, (tx, now) => store.revokeOthers(tx, serverId, null, now))
}

/**
 * Makes a new secret and tells the running server by RCON to report by it; throws `server.not_registered`,
 * `server.no_rcon` or `server.rcon_failed`. The secret before stays good until the server has taken the new one: a
 * connect that fails cuts no feed.
 */
export async function connectLog(
  context: Parts & Pick<AppContext, 'keys'>,
  serverId: string,
): Promise<ReportAddress> {
  const console = await openConsole(context, serverId)
  const secret = makeReportSecret()
  const hash = hashSecret(secret)
  const { log } = addressesOf(reportUrl(context), secret)
  let mayKnow = false
  try {
    // The server may report before its console answers.
    await ofServer(context, serverId, (tx, now) => store.insertSecret(tx, hash, serverId, now))
    for (const line of loggingOn) await console.run(line)
    mayKnow = true
    await console.run(reportTo(log))
    await ofServer(context, serverId, (tx, now) => store.revokeOthers(tx, serverId, hash, now))
  } catch (error) {
    // Once the address may have arrived, both secrets stay good: which one the server uses cannot be known.
    if (!mayKnow) await store.deleteSecret(context.database, hash)
    throw error
  } finally {
    console.close()
  }
  return addressOf(context, secret)
}

async function ofServer(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  serverId: string,
  step: (tx: Queries, now: Date) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    if (!(await store.lockServer(tx, serverId)))
      throw new PortalError('server.not_registered', 'There is no such server')
    await step(tx, clock.now())
  })
}

/** The address that a server reports to by a good secret of its own, by its list of log addresses; null for none. */
export async function findReportAddress(
  context: Parts & Pick<AppContext, 'keys'>,
  serverId: string,
): Promise<ReportAddress | null> {
  const console = await openConsole(context, serverId)
  try {
    const listed = await console.run(rconLine('logaddress_list_http'))
    for (const [, secret = ''] of listed.matchAll(/\/api\/events\/log\/([\w-]{20,100})/g)) {
      const reporter = await store.selectReporter(context.database, hashSecret(secret))
      const isGood = reporter?.server_id === serverId && reporter.revoked_at === null
      if (isGood && listed.includes(addressesOf(reportUrl(context), secret).log))
        return addressOf(context, secret)
    }
    return null
  } finally {
    console.close()
  }
}

/** Where game servers reach the portal. */
function reportUrl({ config }: Pick<AppContext, 'config'>): string {
  return config.reportUrl ?? config.publicUrl
}

/** The lines a server's cfg needs; those of MatchZy do nothing where the plugin is not installed. */
function addressOf(context: Pick<AppContext, 'config'>, secret: string): ReportAddress {
  const { log, matchzy } = addressesOf(reportUrl(context), secret)
  return { log, matchzy, commands: reportLines(reportUrl(context), secret) }
}
