import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { selectHosts, selectInstancesByHost } from './operator-rentals.store.ts'

type OperatorHost = Reply<typeof operatorListHosts>[number]

/**
 * Returns the configured hosts with their instances and problems; also a host that is no longer configured
 * but has instances.
 */
export async function listHosts({
  database,
  config,
}: Pick<AppContext, 'database' | 'config'>): Promise<OperatorHost[]> {
  const known = new Map((await selectHosts(database)).map((row) => [row.host_name, row]))
  const instancesByHost = await selectInstancesByHost(database)
  const regions = new Map(listConfiguredHosts(config).map((host) => [host.name, host.regions]))
  const names = new Set([...regions.keys(), ...known.keys(), ...instancesByHost.keys()])
  return [...names]
    .filter((hostName) => regions.has(hostName) || instancesByHost.has(hostName))
    .toSorted()
    .map((hostName) => ({
      hostName,
      driver: known.get(hostName)?.driver ?? config.rentalDriver,
      regions: [...(regions.get(hostName) ?? [])],
      instances: instancesByHost.get(hostName)?.length ?? 0,
      standing: instancesByHost.get(hostName) ?? [],
      listed: known.get(hostName)?.listed_at?.getTime() ?? null,
      problem:
        known.get(hostName)?.problem ?? (regions.has(hostName) ? '' : 'it is not in the settings any more'),
    }))
}
