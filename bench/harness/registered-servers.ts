import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Queries } from '@clutch/server/platform/database/index.ts'

const batchSize = 1_000

/** Registers sample servers, straight into the table; the n-th feeds the n-th board where one is given. */
export async function registerServers(
  queries: Queries,
  servers: readonly Server[],
  boards: readonly BoardMode[] = [],
): Promise<void> {
  const rows = servers.map(
    (
      { players: _players, map: _map, open: _open, bots: _bots, locked: _locked, maintenance, ...server },
      index,
    ) => ({
      ...server,
      maintenance: maintenance !== undefined,
      players_max: null,
      protocol: 'valve',
      hidden: false,
      rules_zh: '',
      rules_en: '',
      rules_changed_at: null,
      rcon_password: null,
      created_at: new Date(),
      board: boards[index] ?? null,
    }),
  )
  for (let from = 0; from < rows.length; from += batchSize) {
    await queries
      .insertInto('servers')
      .values(rows.slice(from, from + batchSize))
      .execute()
  }
}
