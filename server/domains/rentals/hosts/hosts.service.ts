import { getHostUse, hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Host } from '../drivers/driver.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { getLimits } from './host-room.ts'
import { type HostUsage, selectHostUsage } from './host-usage.store.ts'
import { selectHosts, selectInstancesByHost } from '../operator/operator-rentals.store.ts'

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
  const configured = new Map(listConfiguredHosts(config).map((host) => [host.name, host]))
  const names = [...new Set([...configured.keys(), ...known.keys(), ...instancesByHost.keys()])]
    .filter((hostName) => configured.has(hostName) || instancesByHost.has(hostName))
    .toSorted()
  const usage = await selectHostUsage(database, names)
  return names.map((hostName) => {
    const host = configured.get(hostName)
    const row = known.get(hostName)
    return {
      hostName,
      driver: row?.driver ?? config.rentalDriver,
      regions: [...(host?.regions ?? [])],
      instances: instancesByHost.get(hostName)?.length ?? 0,
      standing: instancesByHost.get(hostName) ?? [],
      cordoned: row?.cordoned_at?.getTime() ?? null,
      listed: row?.listed_at?.getTime() ?? null,
      problem: row?.problem ?? (host ? '' : 'it is not in the settings any more'),
      ...describeRoom(host, usage.get(hostName)),
    }
  })
}

const noLimits = { servers: null, memoryMb: null, cpus: null }

function describeRoom(
  host: Host | undefined,
  usage: HostUsage | undefined,
): Pick<OperatorHost, 'classes' | 'used' | 'limits'> {
  const counts = usage?.counts ?? { standard: 0, performance: 0 }
  if (!host) {
    const servers = counts.standard + counts.performance
    return { classes: [], used: { servers, memoryMb: 0, cpus: 0 }, limits: noLimits }
  }
  return {
    classes: hostClasses.filter((hostClass) => host.classes[hostClass].isServed),
    used: getHostUse(host.classes, counts),
    limits: getLimits(host, usage?.machine),
  }
}
