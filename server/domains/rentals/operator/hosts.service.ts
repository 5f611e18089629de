import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorListHosts } from '@clutch/contract/api/rentals/operator-hosts.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { selectHosts, selectInstancesByHost } from './operator-rentals.store.ts'

type OperatorHost = Reply<typeof operatorListHosts>[number]

/** The machines of the settings, what stands on each, and why one is not reached; also one of which only servers are left. */
export async function listHosts({
  database,
  config,
}: Pick<AppContext, 'database' | 'config'>): Promise<OperatorHost[]> {
  const known = new Map((await selectHosts(database)).map((row) => [row.node, row]))
  const standing = await selectInstancesByHost(database)
  const regions = new Map(listConfiguredHosts(config).map((node) => [node.name, node.regions]))
  const names = new Set([...regions.keys(), ...known.keys(), ...standing.keys()])
  return [...names]
    .filter((node) => regions.has(node) || standing.has(node))
    .toSorted()
    .map((node) => ({
      node,
      driver: known.get(node)?.driver ?? config.rentalDriver,
      regions: [...(regions.get(node) ?? [])],
      instances: standing.get(node)?.length ?? 0,
      standing: standing.get(node) ?? [],
      listed: known.get(node)?.listed_at?.getTime() ?? null,
      problem: known.get(node)?.problem ?? (regions.has(node) ? '' : 'it is not in the settings any more'),
    }))
}
