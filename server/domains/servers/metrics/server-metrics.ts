import type { DatabaseSource, MetricDefinition } from '../../../platform/observability/metrics/index.ts'
import { selectListVersion } from '../overview/overview.store.ts'
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

/** Registered game servers and the work of the poller. */
export const gameServerSource: DatabaseSource = {
  gauges: [servers, players, listAge],
  async read(queries, now) {
    const rows = await countServersByState(queries)
    const list = await selectListVersion(queries)
    const states = new Map(rows.map(({ state, count }) => [state, count]))
    for (const state of ['online', 'offline', 'maintenance', 'unknown'])
      states.set(state, states.get(state) ?? 0)
    const confirmed = list.version !== '0'
    return [
      ...[...states].map(([state, value]) => ({ gauge: servers, labels: { state }, value })),
      { gauge: players, labels: {}, value: rows.reduce((sum, row) => sum + row.players, 0) },
      ...(confirmed
        ? [{ gauge: listAge, labels: {}, value: Math.max(0, now.getTime() - list.at.getTime()) / 1_000 }]
        : []),
    ]
  },
}
