import type { GameUpdates, GameUpdateState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { getGameVersionCheck } from '../../servers/index.ts'
import { addMs, updateFailedMs } from '../reconciler/timing.ts'
import * as store from './game-updates.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type InstanceVersion = Awaited<ReturnType<typeof store.selectInstanceVersions>>[number]

/** The versions of the game everywhere, for the operator. */
export function getGameUpdates({ database, clock }: Dependencies): Promise<GameUpdates> {
  return loadGameUpdates(database, clock.now())
}

async function loadGameUpdates(queries: Queries, now: Date): Promise<GameUpdates> {
  const [check, policy, hosts, instances] = await Promise.all([
    getGameVersionCheck(queries),
    store.selectPolicy(queries),
    store.selectInstalledVersions(queries),
    store.selectInstanceVersions(queries),
  ])
  const byHost = Map.groupBy(instances, ({ host_name: hostName }) => hostName)
  const rows = hosts.map(({ host_name: hostName, installed_version: installed, installed_at: since }) => ({
    hostName,
    installed,
    since: since?.getTime() ?? null,
    outdated: isGameOutdated(installed, check.required),
    servers: (byHost.get(hostName) ?? []).map((one) => ({
      number: one.number,
      name: one.name,
      version: one.game_version,
      players: one.players,
      state: getUpdateState(one, installed, now),
    })),
  }))
  const { deadline_at: deadline, deadline_set_at: setAt } = policy
  const isWaiting = rows.some(
    ({ since, servers }) =>
      setAt !== null &&
      since !== null &&
      since <= setAt.getTime() &&
      servers.some(({ state }) => state === 'waiting'),
  )
  return {
    required: {
      version: check.required,
      since: check.since?.getTime() ?? null,
      checked: check.checkedAt?.getTime() ?? null,
      problem: check.problem,
    },
    hold: policy.held_at && { since: policy.held_at.getTime(), reason: policy.hold_reason },
    deadline: deadline !== null && isWaiting ? deadline.getTime() : null,
    hosts: rows.filter(({ installed, servers }) => installed !== null || servers.length > 0),
  }
}

function getUpdateState(
  { state, game_version: version, update_version: restartedFor, update_at: at }: InstanceVersion,
  installed: string | null,
  now: Date,
): GameUpdateState {
  if (installed === null) return 'unknown'
  const isRestartedForIt = restartedFor === installed && at !== null
  if (state === 'starting' && isRestartedForIt)
    return at <= addMs(now, -updateFailedMs) ? 'failed' : 'restarting'
  if (version === null) return 'unknown'
  if (version === installed) return 'current'
  return isRestartedForIt ? 'failed' : 'waiting'
}

/** Restarts no server for an update until `releaseGameUpdates`. */
export async function holdGameUpdates({ database, clock }: Dependencies, reason: string): Promise<void> {
  const { held_at: since } = await store.selectPolicy(database)
  await store.updatePolicy(database, { held_at: since ?? clock.now(), hold_reason: reason })
}

export async function releaseGameUpdates({ database, clock }: Dependencies): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await store.updatePolicy(tx, { held_at: null, hold_reason: '' })
    await store.schedulePendingUpdates(tx, clock.now())
  })
}

/** Restarts the servers that wait for an installed version in some minutes, occupied or not. */
export async function setUpdateDeadline({ database, clock }: Dependencies, minutes: number): Promise<void> {
  const now = clock.now()
  await database.transaction().execute(async (tx) => {
    await store.updatePolicy(tx, { deadline_at: addMs(now, minutes * 60_000), deadline_set_at: now })
    await store.schedulePendingUpdates(tx, now)
  })
}

export function clearUpdateDeadline({ database }: Pick<AppContext, 'database'>): Promise<void> {
  return store.updatePolicy(database, { deadline_at: null, deadline_set_at: null })
}

/** What an operator has to see to: hosts whose install players cannot join, and updates that failed. */
export async function getGameUpdateProblems(
  queries: Queries,
  now: Date,
): Promise<{ outdatedHosts: string[]; failed: { number: string; name: string }[] }> {
  const { hosts } = await loadGameUpdates(queries, now)
  return {
    outdatedHosts: hosts.filter(({ outdated }) => outdated).map(({ hostName }) => hostName),
    failed: hosts.flatMap(({ servers }) => servers.filter(({ state }) => state === 'failed')),
  }
}
