import { randomUUID } from 'node:crypto'
import { isGameOutdated } from '@clutch/contract/rules/servers/game-version.ts'
import { HostUnreachable, type InstallUpdate } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { addMs, observeTimeoutMs } from '../timing.ts'
import { waitForHost } from '../wait-for-host.ts'
import * as store from './install-updates.store.ts'

const minute = 60_000
/** Steam requires a version some minutes before its download is offered everywhere. */
const retryDoneMs = 10 * minute
/** A failed trial or a full disk needs an operator; a failing network passes. */
const retryFailedMs = 60 * minute

/** The last line of `game-host update` after a failed trial. */
const failedTrial = /^held: (build .{1,150})/m

/**
 * Updates the installs of hosts: starts the update command where the installed version is outdated, and follows it. The run is
 * recorded before it starts, so that the next process follows the same one.
 */
export async function updateInstalls(
  { driver, context }: Fleet,
  hostNames: readonly string[],
): Promise<void> {
  const { database, clock, log } = context
  for (const host of await store.selectInstallUpdates(database, hostNames)) {
    const isRunning = host.update_state === 'running'
    if (!isRunning && !(driver.canUpdateInstalls && isUpdateDue(host, clock.now()))) continue
    const op = isRunning && host.update_op !== null ? host.update_op : randomUUID()
    const { host_name: hostName, required_version: required } = host
    if (!isRunning) {
      await store.startInstallUpdate(database, hostName, { op, required, now: clock.now() })
      log.info({ hostName, required }, 'updating the game of a host')
    }
    try {
      const update = await waitForHost(observeTimeoutMs, driver.updateInstall(hostName, op))
      await saveProgress(
        { context },
        hostName,
        update ?? { state: 'failed', output: 'no command is configured' },
      )
    } catch (error) {
      if (!(error instanceof HostUnreachable)) throw error
      log.info({ err: error, hostName }, 'the update of a host cannot be followed now')
    }
  }
}

/** Whether the command is started without an operator. */
function isUpdateDue(host: store.InstallUpdateRow, now: Date): boolean {
  const { installed_version: installed, required_version: required, is_held: isHeld } = host
  if (isHeld || !isGameOutdated(installed, required)) return false
  if (host.update_ended_at === null || host.update_required !== required) return true
  const pauseMs = host.update_state === 'failed' ? retryFailedMs : retryDoneMs
  return addMs(host.update_ended_at, pauseMs) <= now
}

async function saveProgress(
  { context: { database, clock, log } }: Pick<Fleet, 'context'>,
  hostName: string,
  { state, output }: InstallUpdate,
): Promise<void> {
  await store.saveInstallUpdate(database, hostName, { state, output, now: clock.now() })
  if (state === 'failed') {
    log.error({ hostName, output }, 'updating the game of a host failed')
    // A build that fails on one host is not moved to on any other before an operator has looked.
    const trial = failedTrial.exec(output)
    if (trial) await store.holdUpdates(database, `${hostName}: ${trial[1]}`, clock.now())
  }
  if (state === 'done') log.info({ hostName }, 'the game of a host was updated')
}
