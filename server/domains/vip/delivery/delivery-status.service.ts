import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorReapplyVip } from '@clutch/contract/api/vip/operator-vip.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { getGroupMembers } from '../../accounts/index.ts'
import { readPortalSettings } from '../../content/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type RconServer, listRconServers, openRcon } from '../../servers/index.ts'
import { countPendingChanges } from './membership-changes.store.ts'
import { enabledKinds } from './membership-changes.ts'
import * as store from './deliveries.store.ts'

type VipOnServer = Reply<typeof operatorReapplyVip>

/** Whether any game server is set up to receive VIP: one has an RCON password, and there is a command to send. */
export async function isVipDeliveryConfigured(queries: Queries): Promise<boolean> {
  const { settings } = await readPortalSettings(queries)
  const { grant, table } = settings.vipCommands
  return (grant !== '' || table === 'write') && (await listRconServers(queries)).length > 0
}

/** Returns the state of VIP on each game server that has an RCON password. */
export async function listVipServers(context: AppContext): Promise<VipOnServer[]> {
  return describe(context, await listRconServers(context.database))
}

/** Requests a full delivery to a server; throws `server.not_registered` or `server.no_rcon`. */
export async function reapplyVip(context: AppContext, id: string): Promise<VipOnServer> {
  const { database, clock } = context
  const server = (await listRconServers(database)).find((one) => one.id === id)
  if (!server) throw await whyNone(context, id)
  const since = clock.now()
  await database.transaction().execute(async (tx) => {
    await store.resetDelivery(tx, { server: id, console: server.fingerprint, since })
    await store.notifyReset(tx)
  })
  const [described] = await describe(context, [server])
  if (!described) throw new Error('a server that is not described')
  return described
}

async function whyNone(context: AppContext, id: string): Promise<unknown> {
  const opened = await openRcon(context, id).catch((error: unknown) => error)
  return opened instanceof Error
    ? opened
    : new PortalError('server.no_rcon', 'Its RCON password was stored just now')
}

async function describe(
  { database, clock }: AppContext,
  consoles: readonly RconServer[],
): Promise<VipOnServer[]> {
  if (consoles.length === 0) return []
  const servers = consoles.map(({ id }) => id)
  const now = clock.now()
  const kinds = enabledKinds((await readPortalSettings(database)).settings.vipCommands)
  const holders = await getGroupMembers(database, 'vip', now)
  const waiting = await countPendingChanges(database, { servers, holders, kinds, now })
  const applied = await store.countApplied(database, servers, now)
  const deliveries = await store.selectDeliveries(database, servers)
  return consoles.map(({ id, name }) => {
    const delivery = deliveries.find(({ server_id }) => server_id === id)
    return {
      server: id,
      name,
      applied: applied.get(id) ?? 0,
      waiting: waiting.get(id) ?? 0,
      problem: delivery?.problem ?? '',
      tried: delivery?.tried_at?.getTime() ?? null,
    }
  })
}
