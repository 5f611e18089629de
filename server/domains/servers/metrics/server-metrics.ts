import type { DatabaseSource, MetricDefinition } from '../../../platform/observability/metrics/index.ts'
import { selectListVersion } from '../overview/overview.store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { staleAfterMs } from '../list/list-freshness.ts'
import { countServersByState } from './server-metrics.store.ts'

const servers: MetricDefinition = {
  name: 'clutch_game_servers',
  help: 'Registered game servers by state.',
  labels: ['state'],
}
const players: MetricDefinition = {
  name: 'clutch_game_server_players',
  help: 'Players on registered game servers.',
  labels: [],
}
const listAge: MetricDefinition = {
  name: 'clutch_server_list_age_seconds',
  help: 'How long ago a poller last confirmed the server list.',
  labels: [],
}

const listLimit: MetricDefinition = {
  name: 'clutch_server_list_limit_seconds',
  help: 'The age from which the server list is not live, by the interval of this process.',
  labels: [],
}

/** Registered game servers and the work of the poller. */
export function createGameServerSource({ config }: Pick<AppContext, 'config'>): DatabaseSource {
  return {
    gauges: [servers, players, listAge, listLimit],
    async read(queries, now) {
      const rows = await countServersByState(queries)
      const list = await selectListVersion(queries)
      const states = new Map(rows.map(({ state, count }) => [state, count]))
      for (const state of ['online', 'offline', 'maintenance', 'unknown'])
        states.set(state, states.get(state) ?? 0)
      const confirmed = list.version !== '0'
      return [
        ...[...states].map(([state, value]) => ({ gauge: servers, labels: { state }, value })),
        { gauge: listLimit, labels: {}, value: staleAfterMs(config) / 1_000 },
        { gauge: players, labels: {}, value: rows.reduce((sum, row) => sum + row.players, 0) },
        ...(confirmed
          ? [{ gauge: listAge, labels: {}, value: Math.max(0, now.getTime() - list.at.getTime()) / 1_000 }]
          : []),
      ]
    },
  }
}
