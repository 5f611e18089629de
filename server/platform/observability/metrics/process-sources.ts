import type { PoolState } from '../../database/index.ts'
import type { MetricDefinition } from './instruments.ts'
import type { ProcessSource } from './sampled-gauges.ts'

const poolSize: MetricDefinition = {
  name: 'clutch_database_pool_connections',
  help: 'Connections of this process to the database, by state.',
  labels: ['state'],
}
const poolMax: MetricDefinition = {
  name: 'clutch_database_pool_max_connections',
  help: 'The most connections that the pool of this process opens.',
  labels: [],
}
const poolWaiting: MetricDefinition = {
  name: 'clutch_database_pool_waiting',
  help: 'Queries of this process that wait for a connection.',
  labels: [],
}

export function createPoolSource(pool: () => PoolState): ProcessSource {
  return {
    gauges: [poolSize, poolMax, poolWaiting],
    read() {
      const { total, idle, waiting, max } = pool()
      return [
        { gauge: poolSize, labels: { state: 'idle' }, value: idle },
        { gauge: poolSize, labels: { state: 'busy' }, value: total - idle },
        { gauge: poolMax, labels: {}, value: max },
        { gauge: poolWaiting, labels: {}, value: waiting },
      ]
    },
  }
}

const buildInfo: MetricDefinition = {
  name: 'clutch_build_info',
  help: 'The version of the portal and the roles of this process; the value is always 1.',
  labels: ['version', 'roles'],
}

export function createBuildSource(version: string, roles: readonly string[]): ProcessSource {
  const labels = { version, roles: roles.toSorted().join(',') }
  return { gauges: [buildInfo], read: () => [{ gauge: buildInfo, labels, value: 1 }] }
}

const openStreams: MetricDefinition = {
  name: 'clutch_http_streams_open',
  help: 'Live streams that this process writes to.',
  labels: [],
}

export function createStreamSource(count: () => number): ProcessSource {
  return {
    gauges: [openStreams],
    read: () => [{ gauge: openStreams, labels: {}, value: count() }],
  }
}
