/**
 * A portal's driver in its own process, which performs one call and kills itself at one of its steps, as a
 * power failure would. The parent gives the go, so that two of them begin at once.
 */
import { readConfig } from '../../../../../platform/config/config.ts'
import type { InstanceSpec } from '../../driver.ts'
import { openProcessDriver } from './open-process-driver.ts'

export interface DriverTask {
  owner: string
  wanted: InstanceSpec
  act: 'ensure' | 'restart' | 'remove' | 'keep'
  op: string
  /** Null: it lives to its end. */
  diesAt: string | null
}

process.on('message', ({ owner, wanted: spec, act, op, diesAt }: DriverTask) => {
  const driver = openProcessDriver(readConfig(process.env), owner, {
    at: (step) => {
      if (step === diesAt) process.kill(process.pid, 'SIGKILL')
    },
  })
  const acts = {
    ensure: () => driver.ensure(spec),
    restart: () => driver.restart(spec, op),
    remove: () => driver.remove(spec, { graceMs: 1_000, keepData: false }),
    keep: () => driver.remove(spec, { graceMs: 1_000, keepData: true }),
  }
  acts[act]().then(
    (answer) => process.send?.({ done: true, run: answer?.run ?? '' }, () => process.exit(0)),
    (error: unknown) => process.send?.({ failed: String(error) }, () => process.exit(1)),
  )
})
process.send?.({ ready: true })
