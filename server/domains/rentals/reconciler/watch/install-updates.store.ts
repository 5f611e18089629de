import { type InstallState, installActions } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import type { InstallUpdate } from '../../drivers/driver.ts'
import type { InstallAction } from '../../drivers/install-command.ts'
import type { Queries } from '../../../../platform/database/index.ts'

/** Selects how the installs of some hosts stand, with what Steam requires and whether updates are held. */
export function selectInstallUpdates(queries: Queries, hostNames: readonly string[]) {
  return queries
    .selectFrom('hosts')
    .select(['host_name', 'installed_version'])
    .select(['update_op', 'update_state', 'update_started_at', 'update_ended_at', 'update_required'])
    .select(['update_action', 'update_argument', 'update_output', 'install_state', 'install_read_at'])
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

/** Selects those of some hosts whose command runs, or is recorded to run. */
export async function selectRunningInstalls(
  queries: Queries,
  hostNames: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .selectFrom('hosts')
    .select('host_name')
    .where('update_state', '=', 'running')
    .where('host_name', 'in', [...hostNames, ''])
    .execute()
  return rows.map(({ host_name: hostName }) => hostName)
}

/** What the last run of the command is for. */
export function toInstallAction(host: { update_action: string; update_argument: string }): InstallAction {
  const name = installActions.find((one) => one === host.update_action) ?? 'status'
  return { name, argument: host.update_argument }
}

export type InstallUpdateRow = Awaited<ReturnType<typeof selectInstallUpdates>>[number]

/** Records a run that is about to start; returns whether it was, as it is not while another one runs. */
export async function startInstallUpdate(
  queries: Queries,
  hostName: string,
  { op, action, required, now }: { op: string; action: InstallAction; required: number | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('hosts')
    .set((row) => ({
      update_action: action.name,
      update_argument: action.argument,
      update_revision: row('update_revision', '+', 1),
      update_op: op,
      update_state: 'running',
      update_started_at: now,
      update_ended_at: null,
      update_output: '',
      update_required: required,
    }))
    .where('host_name', '=', hostName)
    .where('update_state', 'is distinct from', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
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
  { state, output, install, now }: InstallUpdate & { install: InstallState | null; now: Date },
): Promise<void> {
  await queries
    .updateTable('hosts')
    .set({ update_state: state, update_output: output, update_ended_at: state === 'running' ? null : now })
    .$if(install !== null, (query) =>
      query.set({ install_state: JSON.stringify(install), install_read_at: now }),
    )
    .where('host_name', '=', hostName)
    .where('update_state', '=', 'running')
    .execute()
}
