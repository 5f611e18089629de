import type { GameUpdates, GameUpdateState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { type InstallAction, canChangeInstalls, parseInstallState } from '../drivers/install-command.ts'
import { startInstallUpdate, toInstallAction } from '../reconciler/watch/install-updates.store.ts'
import { randomUUID } from 'node:crypto'
import { getGameVersionCheck } from '../../servers/index.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { updateFailedMs } from '../reconciler/timing.ts'
import * as store from './game-updates.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'config'>
type HostRow = Awaited<ReturnType<typeof store.selectInstalledVersions>>[number]
type InstanceVersion = Awaited<ReturnType<typeof store.selectInstanceVersions>>[number]

/** The versions of the game everywhere, for the operator. */
export async function getGameUpdates({ database, clock, config }: Dependencies): Promise<GameUpdates> {
  const updates = await loadGameUpdates(database, clock.now())
  const { gameUpdateCommand: command } = config
  return { ...updates, canInstall: command !== undefined, canChoose: canChangeInstalls(command) }
}

async function loadGameUpdates(
  queries: Queries,
  now: Date,
): Promise<Omit<GameUpdates, 'canInstall' | 'canChoose'>> {
  const [check, policy, hosts, instances] = await Promise.all([
    getGameVersionCheck(queries),
    store.selectPolicy(queries),
    store.selectInstalledVersions(queries),
    store.selectInstanceVersions(queries),
  ])
  const byHost = Map.groupBy(instances, ({ host_name: hostName }) => hostName)
  const rows = hosts.map(
    ({ host_name: hostName, installed_version: installed, installed_at: since, ...host }) => ({
      hostName,
      revision: host.update_revision,
      install: parseInstallState(host.install_state),
      update: toInstallUpdate(host),
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
    }),
  )
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
    hosts: rows.filter(
      ({ installed, servers, update }) => installed !== null || servers.length > 0 || update !== null,
    ),
  }
}

function toInstallUpdate({
  update_state: state,
  update_started_at: started,
  update_ended_at: ended,
  update_output: output,
  ...action
}: Omit<
  HostRow,
  'host_name' | 'installed_version' | 'installed_at'
>): GameUpdates['hosts'][number]['update'] {
  const known = (['running', 'done', 'failed'] as const).find((one) => one === state)
  if (known === undefined || started === null) return null
  const { name, argument } = toInstallAction(action)
  const ran = { action: name, argument, output }
  return { ...ran, state: known, started: started.getTime(), ended: ended?.getTime() ?? null }
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

/**
 * Has the update command run on a host. One that runs goes on. Throws `host.not_found`, and `host.no_update_command` if none is
 * configured.
 */
export async function requestInstallUpdate(
  { database, clock, config }: Dependencies,
  hostName: string,
): Promise<void> {
  if (config.gameUpdateCommand === undefined)
    throw new PortalError('host.no_update_command', 'No command that updates installs is configured')
  const { required } = await getGameVersionCheck(database)
  const hosts = await store.selectInstalledVersions(database)
  if (!hosts.some((host) => host.host_name === hostName))
    throw new PortalError('host.not_found', 'There is no such host')
  const action = { name: 'update', argument: '' } as const
  await startInstallUpdate(database, hostName, { op: randomUUID(), action, required, now: clock.now() })
}

/**
 * Has the command of a host choose a build, hold or release its updates (docs/decisions/0038-builds-beside-each-other.md).
 * The watcher of the host runs it and shows what it printed. Throws `host.not_found`, `host.no_update_command` without a command that does it, `host.busy` while one runs,
 * `host.no_build` for a build that is not installed, and `edit.conflict` if another run was started since `revision`.
 */
export async function requestInstallAction(
  { database, clock, config }: Dependencies,
  hostName: string,
  { revision, ...action }: InstallAction & { revision: number | undefined },
): Promise<void> {
  if (!canChangeInstalls(config.gameUpdateCommand))
    throw new PortalError('host.no_update_command', 'No update command with the word "update" is configured')
  await database.transaction().execute(async (tx) => {
    const host = await store.lockHost(tx, hostName)
    if (!host) throw new PortalError('host.not_found', 'There is no such host')
    if (host.update_state === 'running') throw new PortalError('host.busy', 'A command runs on this host')
    assertRevision({ revision: host.update_revision }, revision)
    const builds = parseInstallState(host.install_state)?.builds ?? []
    if (action.name === 'use' && !builds.some(({ build }) => build === action.argument))
      throw new PortalError('host.no_build', 'This build is not installed on the host')
    await startInstallUpdate(tx, hostName, { op: randomUUID(), action, required: null, now: clock.now() })
  })
}

/** Restarts no server for an update until `releaseGameUpdates`. */
export async function holdGameUpdates(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  reason: string,
): Promise<void> {
  const { held_at: since } = await store.selectPolicy(database)
  await store.updatePolicy(database, { held_at: since ?? clock.now(), hold_reason: reason })
}

export async function releaseGameUpdates({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await store.updatePolicy(tx, { held_at: null, hold_reason: '' })
    await store.schedulePendingUpdates(tx, clock.now())
  })
}

/** Restarts the servers that wait for an installed version in some minutes, occupied or not. */
export async function setUpdateDeadline(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  minutes: number,
): Promise<void> {
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
): Promise<{ outdatedHosts: string[]; failedHosts: string[]; failed: { number: string; name: string }[] }> {
  const { hosts } = await loadGameUpdates(queries, now)
  return {
    outdatedHosts: hosts.filter(({ outdated }) => outdated).map(({ hostName }) => hostName),
    failedHosts: hosts
      .filter(({ update, install }) => update?.state === 'failed' || install?.hold?.trial === true)
      .map(({ hostName }) => hostName),
    failed: hosts.flatMap(({ servers }) => servers.filter(({ state }) => state === 'failed')),
  }
}
