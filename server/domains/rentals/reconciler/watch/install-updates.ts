import { randomUUID } from 'node:crypto'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import type { InstallState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { HostUnreachable, type InstallUpdate } from '../../drivers/driver.ts'
import { type InstallAction, parseInstallOutput, parseInstallState } from '../../drivers/install-command.ts'
import type { Fleet } from '../../fleet.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { observeTimeoutMs } from '../timing.ts'
import { waitForHost } from '../wait-for-host.ts'
import * as store from './install-updates.store.ts'

const minute = 60_000
/** Steam requires a version some minutes before its download is offered everywhere. */
const retryDoneMs = 10 * minute
/** A failed trial or a full disk needs an operator; a failing network passes. */
const retryFailedMs = 60 * minute
/** An operator may have changed builds or hold on the host itself. */
const readAgainMs = 60 * minute
const readChangedMs = 2 * minute

/** A first installation over a slow line, with its trial; `game-host` ends a SteamCMD that hangs by itself. */
const runLimitMs = 12 * 60 * minute

/** The last line of `game-host update` after a failed trial. */
const failedTrial = /^held: (build .{1,150})/m

/**
 * Runs the command of hosts: as an operator requested, where the installed version is outdated, and to read builds and hold. A run is
 * recorded before it starts, so that the next process follows the same one.
 */
export async function updateInstalls(
  { driver, context }: Fleet,
  hostNames: readonly string[],
): Promise<void> {
  const { database, clock, log } = context
  for (const host of await store.selectInstallUpdates(database, hostNames)) {
    const { host_name: hostName, required_version: required } = host
    if (hasRunTooLong(host, clock.now())) {
      await saveProgress({ context }, host, {
        state: 'failed',
        output: `${host.update_output}\nno end within 12 hours: end the command on the host`.trim(),
      })
      continue
    }
    const run = getRecordedRun(host) ?? chooseRun(host, driver, clock.now())
    if (run === null) continue
    const { op, action } = run
    if (host.update_state !== 'running') {
      const { name } = action
      if (!(await store.startInstallUpdate(database, hostName, { op, action, required, now: clock.now() })))
        continue
      log.info({ hostName, required, action: name }, 'running the update command of a host')
    }
    try {
      const update = await waitForHost(observeTimeoutMs, driver.updateInstall(hostName, op, action))
      await saveProgress(
        { context },
        host,
        update ?? { state: 'failed', output: 'no command is configured for this' },
      )
    } catch (error) {
      if (!(error instanceof HostUnreachable)) throw error
      log.info({ err: error, hostName }, 'the update of a host cannot be followed now')
    }
  }
}

/** Also where the host does not answer: a run is not shown as running permanently, and nothing else waits for it. */
function hasRunTooLong(
  { update_state: state, update_started_at: started }: store.InstallUpdateRow,
  now: Date,
) {
  return state === 'running' && started !== null && addMs(started, runLimitMs) <= now
}

interface InstallRun {
  op: string
  action: InstallAction
}

/** The run that was recorded and has not ended. */
function getRecordedRun(host: store.InstallUpdateRow): InstallRun | null {
  if (host.update_state !== 'running' || host.update_op === null) return null
  return { op: host.update_op, action: store.toInstallAction(host) }
}

/** The run that starts without an operator. */
function chooseRun(
  host: store.InstallUpdateRow,
  driver: Pick<Fleet['driver'], 'canUpdateInstalls' | 'canChangeInstalls'>,
  now: Date,
): InstallRun | null {
  const install = parseInstallState(host.install_state)
  // On a host that is held the command would only fail.
  const isDue = driver.canUpdateInstalls && !install?.hold && isUpdateDue(host, now)
  if (isDue) return { op: randomUUID(), action: { name: 'update', argument: '' } }
  if (!driver.canChangeInstalls || !isReadDue(host, install, now)) return null
  return { op: randomUUID(), action: { name: 'status', argument: '' } }
}

/**
 * Whether builds and hold are read again. A failed run stays on the page, except that the hold after it may have been released on the
 * host, or another build installed.
 */
function isReadDue(host: store.InstallUpdateRow, install: InstallState | null, now: Date): boolean {
  if (host.update_state === null) return true
  if (install === null || host.install_read_at === null) return false
  const current = install.builds.find((build) => build.current)?.version ?? null
  const isOther = host.installed_version !== null && current !== host.installed_version
  if (isOther) return addMs(host.install_read_at, readChangedMs) <= now
  if (host.update_state === 'failed' && install.hold === null) return false
  return addMs(host.install_read_at, readAgainMs) <= now
}

/** Whether the update command is started without an operator. */
function isUpdateDue(host: store.InstallUpdateRow, now: Date): boolean {
  const { installed_version: installed, required_version: required, is_held: isHeld } = host
  if (isHeld || !isGameOutdated(installed, required)) return false
  if (host.update_ended_at === null || host.update_required !== required) return true
  // An operator who ends a hold or starts no update wants the newest build.
  if (host.update_action === 'release' && host.update_state === 'done') return true
  const pauseMs = host.update_state === 'failed' ? retryFailedMs : retryDoneMs
  return addMs(host.update_ended_at, pauseMs) <= now
}

async function saveProgress(
  { context: { database, clock, log } }: Pick<Fleet, 'context'>,
  { host_name: hostName }: Pick<store.InstallUpdateRow, 'host_name'>,
  { state, output: printed }: InstallUpdate,
): Promise<void> {
  const { output, state: install } = parseInstallOutput(printed)
  await store.saveInstallUpdate(database, hostName, { state, output, install, now: clock.now() })
  if (state === 'failed') {
    log.error({ hostName, output }, 'the update command of a host failed')
    // A build that fails on one host is not moved to on any other before an operator has looked.
    const trial = failedTrial.exec(output)
    if (trial) await store.holdUpdates(database, `${hostName}: ${trial[1]}`, clock.now())
  }
  if (state === 'done') log.info({ hostName }, 'the update command of a host ended')
}
