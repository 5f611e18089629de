import * as calls from '@clutch/contract/api/servers/operator-servers.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import {
  addServer,
  changeServer,
  getRegisteredServer,
  listRegisteredServers,
  removeServer,
} from './registry.service.ts'

/**
 * Registers the operator's calls about the registry: no other caller can make the portal query an address.
 */
export function registerRegistryRoutes(context: AppContext, app: App): void {
  const load = async ({ params }: { params: { id: string } }) => {
    // What the poller sees changes by itself.
    const {
      state: _state,
      seen: _seen,
      heard: _heard,
      since: _since,
      ...server
    } = await getRegisteredServer(context.database, params.id)
    return server
  }
  const nameOf = ({ name }: { name: string }) => name
  registerCall(app, calls.operatorListServers, () => listRegisteredServers(context.database))
  registerCall(app, calls.operatorAddServer, ({ body }) => addServer(context, body), {
    created: ({ state: _state, seen: _seen, heard: _heard, since: _since, ...server }) => server,
    nameOf,
  })
  registerCall(
    app,
    calls.operatorChangeServer,
    ({ params, body }) => changeServer(context, params.id, body),
    {
      load,
      nameOf,
    },
  )
  registerCall(
    app,
    calls.operatorRemoveServer,
    async ({ params, query }) => {
      await removeServer(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}
