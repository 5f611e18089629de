import type { reportAddressSchema } from '@clutch/contract/api/events/operator-log-feeds.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type * as z from 'zod/mini'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { openRcon, formatRconLine } from '../../servers/index.ts'
import {
  buildReportUrls,
  enableLoggingCommands,
  buildReportCommands,
  addLogAddressCommand,
} from './report-commands.ts'
import * as store from './report-secrets.store.ts'
import { generateToken, hashToken } from '../../../platform/keys/tokens.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'config'>
type ReportAddress = z.infer<typeof reportAddressSchema>

/**
 * Issues a server's new secret and revokes earlier ones; throws `server.not_registered`. The secret is shown
 * only this once.
 */
export async function issueReportSecret(context: Dependencies, serverId: string): Promise<ReportAddress> {
  const secret = generateToken()
  await withLockedServer(context, serverId, async (tx, now) => {
    await store.revokeOtherSecrets(tx, serverId, null, now)
    await store.insertSecret(tx, hashToken(secret), serverId, now)
  })
  return toReportAddress(context, secret)
}

/** Revokes a server's secrets: later reports are answered 410. Throws `server.not_registered`. */
export async function revokeReportSecrets(context: Dependencies, serverId: string): Promise<void> {
  await withLockedServer(context, serverId, (tx, now) => store.revokeOtherSecrets(tx, serverId, null, now))
}

/**
 * Issues a new secret and sets it on the running server by RCON; throws `server.not_registered`,
 * `server.no_rcon` or `server.rcon_failed`. The old secret stays valid until the server has accepted the new
 * one: a failed connect interrupts no feed.
 */
export async function connectLog(
  context: Dependencies & Pick<AppContext, 'keys'>,
  serverId: string,
): Promise<ReportAddress> {
  const console = await openRcon(context, serverId)
  const secret = generateToken()
  const hash = hashToken(secret)
  const { log } = buildReportUrls(getReportUrl(context), secret)
  let mayKnow = false
  try {
    // The server may report before its console answers.
    await withLockedServer(context, serverId, (tx, now) => store.insertSecret(tx, hash, serverId, now))
    for (const line of enableLoggingCommands) await console.run(line)
    mayKnow = true
    await console.run(addLogAddressCommand(log))
    await withLockedServer(context, serverId, (tx, now) => store.revokeOtherSecrets(tx, serverId, hash, now))
  } catch (error) {
    // Once the address may have arrived, both secrets stay good: which one the server uses cannot be known.
    if (!mayKnow) await store.deleteSecret(context.database, hash)
    throw error
  } finally {
    console.close()
  }
  return toReportAddress(context, secret)
}

async function withLockedServer(
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
  context: Dependencies & Pick<AppContext, 'keys'>,
  serverId: string,
): Promise<ReportAddress | null> {
  const console = await openRcon(context, serverId)
  try {
    const listed = await console.run(formatRconLine('logaddress_list_http'))
    for (const [, secret = ''] of listed.matchAll(/\/api\/events\/log\/([\w-]{20,100})/g)) {
      const reporter = await store.selectSecretOwner(context.database, hashToken(secret))
      const isGood = reporter?.server_id === serverId && reporter.revoked_at === null
      if (isGood && listed.includes(buildReportUrls(getReportUrl(context), secret).log))
        return toReportAddress(context, secret)
    }
    return null
  } finally {
    console.close()
  }
}

/** Where game servers reach the portal. */
function getReportUrl({ config }: Pick<AppContext, 'config'>): string {
  return config.reportUrl ?? config.publicUrl
}

/** The lines a server's cfg needs; those of MatchZy do nothing where the plugin is not installed. */
function toReportAddress(context: Pick<AppContext, 'config'>, secret: string): ReportAddress {
  const { log, matchzy } = buildReportUrls(getReportUrl(context), secret)
  return { log, matchzy, commands: buildReportCommands(getReportUrl(context), secret) }
}
