/**
 * The rental worker as a process that can be killed, with a real driver and the real game: at the n-th
 * occurrence of a given step it kills itself as a power failure would. It records its steps.
 */
import { pino } from 'pino'
import { readConfig } from '../../../../platform/config/config.ts'
import { type DatabaseAddress, openDatabase } from '../../../../platform/database/index.ts'
import type { AppContext } from '../../../../platform/context.ts'
import { Jobs } from '../../../../platform/jobs/index.ts'
import { KeyRing } from '../../../../platform/keys/keys.ts'
import { defaultDemoLimits } from '../../demos/index.ts'
import { startLeftoverDemosWorker } from '../../demos/leftovers/leftover-demos.worker.ts'
import type { FleetDriver } from '../../drivers/driver.ts'
import { getPortalOwnerId } from '../../drivers/portal-owner.store.ts'
import { ProcessDriver } from '../../drivers/process/process-driver.ts'
import { openProcessHost, getProcessHost } from '../../drivers/process/process-host-config.ts'
import { openFleet } from '../../fleet.ts'
import { openGame } from '../../game/index.ts'
import { getSecondOwner, joinDrivers } from './joined-drivers.ts'
import { startReconciler } from '../../reconciler/reconciler.worker.ts'

/** Where a life ends: at a step, of the reconciler's or its driver's, at its n-th passage. */
export interface KillPoint {
  step: string
  nth: number
}

/**
 * Messages of the parent. The worker starts when it receives the time; `begin` clears the recorded steps,
 * `tell` returns them.
 */
export type WorkerMessage = { aheadMs: number } | { begin: KillPoint | null } | { tell: true }

const config = readConfig(process.env)
const log = pino({ level: 'error' }, pino.destination(2))
const address = JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress
let aheadMs = NaN
const started = Promise.withResolvers<void>()
let killPoint: KillPoint | null = null
let passedCheckpoints: string[] = []

const database = openDatabase(address, log, 6)
const context: AppContext = {
  config,
  clock: { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() },
  keys: new KeyRing(process.env['TEST_KEY'] ?? ''),
  database,
  jobs: new Jobs(database, log),
  log,
}
process.on('message', (word: WorkerMessage) => {
  if ('aheadMs' in word) {
    if (Number.isNaN(aheadMs)) started.resolve()
    ;({ aheadMs } = word)
  } else if ('tell' in word) process.send?.({ steps: passedCheckpoints })
  else [killPoint, passedCheckpoints] = [word.begin, []]
})
process.on('disconnect', () => process.exit(0))
const docker = config.rentalDriver === 'docker' ? await import('./docker-checkpoints.ts') : null
const kubernetes = config.rentalDriver === 'kubernetes' ? await import('./kubernetes-checkpoints.ts') : null
await started.promise
const fleet = openFleet(context, {
  driver: await openDriverWithCheckpoints(),
  game: await openGame(context),
  at: passCheckpoint,
})
// The watcher is killed again and again: the next one must start soon. Jobs wait for its next pass.
startReconciler(fleet, { watching: { againMs: 250, everyMs: 1_000 } })
startLeftoverDemosWorker(fleet, defaultDemoLimits, { againMs: 250 })
process.send?.({ ready: true })

function passCheckpoint(step: string): void {
  passedCheckpoints.push(step)
  if (step === killPoint?.step && --killPoint.nth === 0) process.kill(process.pid, 'SIGKILL')
}

/** As `openDriver` of the portal, reporting each of its steps. */
async function openDriverWithCheckpoints(): Promise<FleetDriver> {
  const owner = await getPortalOwnerId(context)
  if (docker) return docker.openDockerDriverWithCheckpoints(context, owner, passCheckpoint)
  if (kubernetes) return kubernetes.openKubernetesDriverWithCheckpoints(context, owner, passCheckpoint)
  const at = (step: string) => passCheckpoint(`process: ${step}`)
  const first = new ProcessDriver(openProcessHost(context, owner, at), [getProcessHost(config)])
  const second = readConfig({ ...process.env, ...parseEnvironment(process.env['TEST_SECOND_HOST'] ?? '{}') })
  const machine = openProcessHost({ ...context, config: second }, getSecondOwner(owner), at)
  return joinDrivers([first, new ProcessDriver(machine, [getProcessHost(second)])])
}

function parseEnvironment(text: string): NodeJS.ProcessEnv {
  return JSON.parse(text) as NodeJS.ProcessEnv
}
