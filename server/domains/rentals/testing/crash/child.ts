/**
 * The worker of rented servers as a process that can be killed, with a real driver and the real game: at the n-th time the step
 * comes that it was told of, it kills itself as a power cut would. It remembers its steps for whoever asks.
 */
import { pino } from 'pino'
import { readConfig } from '../../../../platform/config/config.ts'
import { type DatabaseAddress, openDatabase } from '../../../../platform/database/index.ts'
import type { AppContext } from '../../../../platform/context.ts'
import { Jobs } from '../../../../platform/jobs/index.ts'
import { KeyRing } from '../../../../platform/keys/keys.ts'
import type { FleetDriver } from '../../drivers/driver.ts'
import { ownerOf } from '../../drivers/owner-store.ts'
import { ProcessDriver } from '../../drivers/process.ts'
import { openMachine, processNode } from '../../drivers/process/settings.ts'
import { openFleet } from '../../fleet.ts'
import { openGame } from '../../game/index.ts'
import { startReconciler } from '../../reconcile/worker.ts'

/** Where a life ends: at a step, of the reconciler's or its driver's, at its n-th passage. */
export interface Kill {
  step: string
  nth: number
}

/** What the parent says. It begins to work when it is told the time; `begin` forgets the steps so far, `tell` is answered by them. */
export type Word = { aheadMs: number } | { begin: Kill | null } | { tell: true }

const settings = readConfig(process.env)
const log = pino({ level: 'error' }, pino.destination(2))
const address = JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress
let aheadMs = NaN
const told = Promise.withResolvers<void>()
let kill: Kill | null = null
let steps: string[] = []

const database = openDatabase(address, log, 6)
const context: AppContext = {
  config: settings,
  clock: { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() },
  keys: new KeyRing(process.env['TEST_KEY'] ?? ''),
  database,
  jobs: new Jobs(database, log),
  log,
}
process.on('message', (word: Word) => {
  if ('aheadMs' in word) {
    if (Number.isNaN(aheadMs)) told.resolve()
    ;({ aheadMs } = word)
  } else if ('tell' in word) process.send?.({ steps })
  else [kill, steps] = [word.begin, []]
})
process.on('disconnect', () => process.exit(0))
const docker = settings.rentalDriver === 'docker' ? await import('./docker-worker.ts') : null
await told.promise
const fleet = openFleet(context, { driver: await openDriver(), game: await openGame(context), at })
// Whoever watched is killed again and again: the next one is not to be long in coming.
startReconciler(fleet, { watching: { againMs: 250 } })
process.send?.({ ready: true })

function at(step: string): void {
  steps.push(step)
  if (step === kill?.step && --kill.nth === 0) process.kill(process.pid, 'SIGKILL')
}

/** As `openDriver` of the portal, and each of its own steps is told. */
async function openDriver(): Promise<FleetDriver> {
  const owner = await ownerOf(context)
  if (docker) return docker.openTapped(context, owner, at)
  const machine = openMachine(context, owner, (step) => at(`process: ${step}`))
  return new ProcessDriver(machine, [processNode(settings)])
}
