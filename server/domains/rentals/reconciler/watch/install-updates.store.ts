import type { InstallUpdate } from '../../drivers/driver.ts'
import type { Queries } from '../../../../platform/database/index.ts'

/** Selects how the installs of some hosts stand, with what Steam requires and whether updates are held. */
export function selectInstallUpdates(queries: Queries, hostNames: readonly string[]) {
  return queries
    .selectFrom('hosts')
    .select(['host_name', 'installed_version'])
    .select(['update_op', 'update_state', 'update_ended_at', 'update_required'])
    .select((row) => [
      row.selectFrom('game_version_check').select('required_version').as('required_version'),
      row
        .exists(row.selectFrom('game_update_policy').select('id').where('held_at', 'is not', null))
        .as('is_held'),
    ])
    .where('host_name', 'in', [...hostNames, ''])
    .orderBy('host_name')
    .execute()
}

export type InstallUpdateRow = Awaited<ReturnType<typeof selectInstallUpdates>>[number]

/** Records a run that is about to start, unless one runs. */
export async function startInstallUpdate(
  queries: Queries,
  hostName: string,
  { op, required, now }: { op: string; required: number | null; now: Date },
): Promise<void> {
  await queries
    .updateTable('hosts')
    .set({
      update_op: op,
      update_state: 'running',
      update_started_at: now,
      update_ended_at: null,
      update_output: '',
      update_required: required,
    })
    .where('host_name', '=', hostName)
    .where('update_state', 'is distinct from', 'running')
    .execute()
}

/** Holds updates everywhere, unless they are held. */
export async function holdUpdates(queries: Queries, reason: string, now: Date): Promise<void> {
  await queries
    .updateTable('game_update_policy')
    .set({ held_at: now, hold_reason: reason })
    .where('held_at', 'is', null)
    .execute()
}

export async function saveInstallUpdate(
  queries: Queries,
  hostName: string,
  { state, output, now }: InstallUpdate & { now: Date },
): Promise<void> {
  await queries
    .updateTable('hosts')
    .set({ update_state: state, update_output: output, update_ended_at: state === 'running' ? null : now })
    .where('host_name', '=', hostName)
    .where('update_state', '=', 'running')
    .execute()
}
