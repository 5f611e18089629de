import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type {
  DatabaseSource,
  MetricDefinition,
  Sample,
} from '../../../platform/observability/metrics/index.ts'
import { getHostUse } from '@clutch/contract/rules/rentals/host-classes.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { getLimits } from '../hosts/host-room.ts'
import { selectHostUsage } from '../hosts/host-usage.store.ts'
import { countInstancesByHost, countRentalsByState, selectReconcilerWork } from './rental-metrics.store.ts'

const rentals: MetricDefinition = {
  name: 'clutch_rentals',
  help: 'Practice servers that have not ended, by state and region.',
  labels: ['state', 'region'],
}
const instances: MetricDefinition = {
  name: 'clutch_rental_instances',
  help: 'Instances on a host, by state.',
  labels: ['host', 'state'],
}
const hostUp: MetricDefinition = {
  name: 'clutch_host_up',
  help: 'Whether a configured host answers.',
  labels: ['host'],
}
const used: MetricDefinition = {
  name: 'clutch_host_servers_used',
  help: 'Places of a host that instances take.',
  labels: ['host'],
}
const places: MetricDefinition = {
  name: 'clutch_host_servers_max',
  help: 'The most instances that a host takes by its settings and ports.',
  labels: ['host'],
}
const memoryUsed: MetricDefinition = {
  name: 'clutch_host_memory_used_bytes',
  help: 'Memory that is reserved for the instances of a host.',
  labels: ['host'],
}
const memory: MetricDefinition = {
  name: 'clutch_host_memory_max_bytes',
  help: 'Memory that a host gives to instances; absent where it is not known.',
  labels: ['host'],
}
const coresUsed: MetricDefinition = {
  name: 'clutch_host_cpus_used',
  help: 'Cores that are reserved for the instances of a host.',
  labels: ['host'],
}
const cores: MetricDefinition = {
  name: 'clutch_host_cpus_max',
  help: 'Cores that a host gives to instances; absent where it is not known.',
  labels: ['host'],
}
const due: MetricDefinition = {
  name: 'clutch_rental_work_due',
  help: 'Practice servers for which the reconciler has something to do and that no worker has claimed.',
  labels: [],
}
const dueAge: MetricDefinition = {
  name: 'clutch_rental_work_age_seconds',
  help: 'How long the reconciler has been late with the oldest of them.',
  labels: [],
}
const claimed: MetricDefinition = {
  name: 'clutch_rental_claims',
  help: 'Practice servers that a worker has claimed.',
  labels: [],
}

const bytesPerMb = 1_048_576

/** Rentals, instances and hosts. Host names and regions are an operator's words, a small set. */
export function createRentalSource({ config }: Pick<AppContext, 'config'>): DatabaseSource {
  return {
    gauges: [
      rentals,
      instances,
      hostUp,
      used,
      places,
      memoryUsed,
      memory,
      coresUsed,
      cores,
      due,
      dueAge,
      claimed,
    ],
    async read(queries, now) {
      const states = await countRentalsByState(queries)
      const hosts = await countInstancesByHost(queries)
      const work = await selectReconcilerWork(queries, now)
      const age = work.since === null ? 0 : (now.getTime() - work.since.getTime()) / 1_000
      return [
        ...states.map(({ state, region, count }) => sample(rentals, { state, region }, count)),
        ...hosts.map(({ hostName: host, state, count }) => sample(instances, { host, state }, count)),
        ...(await readHosts({ config }, queries)),
        sample(due, {}, work.due),
        sample(dueAge, {}, age),
        sample(claimed, {}, work.claimed),
      ]
    },
  }
}

async function readHosts({ config }: Pick<AppContext, 'config'>, queries: Queries): Promise<Sample[]> {
  const configured = listConfiguredHosts(config)
  const usages = await selectHostUsage(
    queries,
    configured.map(({ name }) => name),
  )
  return configured.flatMap((host) => {
    const labels = { host: host.name }
    const usage = usages.get(host.name)
    const limits = getLimits(host, usage?.machine)
    const use = getHostUse(host.classes, usage?.counts ?? { standard: 0, performance: 0 })
    return [
      sample(hostUp, labels, usage?.isSilent === true ? 0 : 1),
      sample(used, labels, use.servers),
      ...(limits.servers === null ? [] : [sample(places, labels, limits.servers)]),
      sample(memoryUsed, labels, use.memoryMb * bytesPerMb),
      ...(limits.memoryMb === null ? [] : [sample(memory, labels, limits.memoryMb * bytesPerMb)]),
      sample(coresUsed, labels, use.cpus),
      ...(limits.cpus === null ? [] : [sample(cores, labels, limits.cpus)]),
    ]
  })
}

function sample(gauge: MetricDefinition, labels: Record<string, string>, value: number): Sample {
  return { gauge, labels, value }
}
