import type { PortalHolder } from '../content/index.ts'
import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { PlayerLookup } from './info.ts'
import { LiveList } from './live.ts'
import { answerServerOperator } from './operator-routes.ts'
import { createQuery } from './query.ts'
import type { Driver } from './query.ts'
import { RconNames } from './rcon-names.ts'
import { answerServers } from './routes.ts'
import { ServerStream } from './stream.ts'

export { startPoller } from './poller.ts'
export type { Poller } from './poller.ts'

/** The servers domain on the web side: list, stream, lookups and the operator's registry. It ends with the app. */
export async function registerServers(
  house: House,
  app: App,
  content: PortalHolder,
  query: Driver = createQuery(),
): Promise<LiveList> {
  const live = await LiveList.open(house)
  const stream = new ServerStream(live)
  const names = new RconNames(house)
  const lookup = new PlayerLookup(query, [names.source], house.clock)
  app.addHook('preClose', async () => stream.close())
  app.addHook('onClose', async () => {
    names.close()
    query.close()
    await live.close()
  })
  answerServers(app, { house, content, live, stream, lookup })
  answerServerOperator(house, app)
  return live
}
