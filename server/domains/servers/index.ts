import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { type NameSource, PlayerLookup } from './info.ts'
import { answerServerConsole } from './console-routes.ts'
import { LiveList } from './live.ts'
import { answerServerOperator } from './operator-routes.ts'
import { type Driver, createQuery } from './query.ts'
import { createAddressPolicy } from '../../platform/network/outgoing-requests.ts'
import { RconClients } from './rcon-clients.ts'
import { RconNames } from './rcon-names.ts'
import { answerServers } from './routes.ts'
import { ServerStream } from './stream.ts'

export { openConsole } from './console.ts'
export type { Console } from './console.ts'
export { consolesOf } from './consoles.ts'
export type { ConsoleOf } from './consoles.ts'
export { isGamedigGame } from './gamedig-driver.ts'
export { findServers, glanceServers, lastConfirmed, playersOver } from './glance.ts'
export type { NameSource } from './info.ts'
export { startPoller } from './poller.ts'
export type { Poller } from './poller.ts'
export { createQuery } from './query.ts'
export type { AnswerPlayer, Driver } from './query.ts'
export { RconClient, RconFailed, rconLine, rconPlainLine, RconRefused } from './rcon/client.ts'
export { mayBind, registryChannel } from './registry-store.ts'
export { requireRegistered, serverName } from './registry.ts'
export { ServerSilent } from './silent.ts'

/**
 * The servers domain on the web side: list, stream, lookups and the operator's registry. It ends with the app. `sources`
 * are asked for players' names after the servers themselves and their consoles.
 */
export async function registerServers(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  sources: readonly NameSource[] = [],
  query: Driver = createQuery({}, createAddressPolicy(context.config)),
): Promise<LiveList> {
  const live = await LiveList.open(context)
  const stream = new ServerStream(live)
  const clients = new RconClients(context)
  const names = new RconNames(context, clients)
  const lookup = new PlayerLookup(query, [names.source, ...sources], context.clock)
  app.addHook('preClose', async () => stream.close())
  app.addHook('onClose', async () => {
    clients.close()
    query.close()
    await live.close()
  })
  answerServers(app, { context, content, live, stream, lookup })
  answerServerOperator(context, app)
  answerServerConsole(app, { context, content, query, clients, sources })
  return live
}
export { isServerListFresh } from './list-freshness.ts'
