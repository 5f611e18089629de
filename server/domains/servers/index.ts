import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { type NameSource, PlayerLookup } from './info.ts'
import { registerOperatorRconRoutes } from './console-routes.ts'
import { LiveList } from './live.ts'
import { registerRegistryRoutes } from './operator-routes.ts'
import { type QueryDriver, createQueryDriver } from './query.ts'
import { createAddressPolicy } from '../../platform/network/outgoing-requests.ts'
import { RconClientPool } from './rcon-clients.ts'
import { RconNames } from './rcon-names.ts'
import { registerServerRoutes } from './routes.ts'
import { ServerStream } from './stream.ts'

export { openRcon } from './console.ts'
export type { RconSession } from './console.ts'
export { listRconServers } from './consoles.ts'
export type { RconServer } from './consoles.ts'
export { isGamedigGame } from './gamedig-driver.ts'
export { searchServers, listServerSummaries, getListFreshness, getPlayerCounts } from './glance.ts'
export type { NameSource } from './info.ts'
export { startPoller } from './poller.ts'
export type { Poller } from './poller.ts'
export { createQueryDriver } from './query.ts'
export type { QueriedPlayer, QueryDriver } from './query.ts'
export { RconClient, RconFailed, formatRconLine, formatPlainRconLine, RconAuthFailed } from './rcon/client.ts'
export { allowsBindCodes, registryChannel } from './registry-store.ts'
export { assertRegistered, getServerName } from './registry.ts'
export { QueryFailed } from './silent.ts'

/**
 * The servers domain on the web side: list, stream, lookups and the operator's registry. It ends with the app. `sources`
 * are asked for players' names after the servers themselves and their consoles.
 */
export async function registerServers(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  sources: readonly NameSource[] = [],
  query: QueryDriver = createQueryDriver({}, createAddressPolicy(context.config)),
): Promise<LiveList> {
  const live = await LiveList.open(context)
  const stream = new ServerStream(live)
  const clients = new RconClientPool(context)
  const names = new RconNames(context, clients)
  const lookup = new PlayerLookup(query, [names.source, ...sources], context.clock)
  app.addHook('preClose', async () => stream.close())
  app.addHook('onClose', async () => {
    clients.close()
    query.close()
    await live.close()
  })
  registerServerRoutes(app, { context, content, live, stream, lookup })
  registerRegistryRoutes(context, app)
  registerOperatorRconRoutes(app, { context, content, query, clients, sources })
  return live
}
export { isServerListFresh } from './list-freshness.ts'
