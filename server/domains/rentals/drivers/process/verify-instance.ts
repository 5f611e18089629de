import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProcessHost, startCommand, stopInstance } from './process-host.ts'
import { isAlive } from './system/processes.ts'
import type { InstanceRecord } from './records/instance-records.ts'

/** One that ends without a word is begun again so often. */
const maxAttempts = 3
const gracefulStopMs = 5_000

/** Stops the game and has its files verified once for an `op`; to be called under the lock of its name until it is done. */
export async function verifyInstance(
  machine: ProcessHost,
  name: string,
  record: InstanceRecord,
  op: string,
): Promise<'running' | 'done'> {
  const { records, verifyCommand } = machine
  let { verify } = record
  const keep = (change: InstanceRecord['verify']) => {
    verify = change
    records.write(name, { ...record, verify })
    machine.at('asked')
  }
  if (verify?.op !== op) keep({ op, run: null, begun: 0, done: false })
  if (verify?.done) return 'done'
  if (verify?.run && isAlive(verify.run)) return 'running'
  const ended = join(records.home(name), 'verified')
  const attempts = verify?.begun ?? 0
  if (verifyCommand === null || (attempts > 0 && (hasExitCode(ended) || attempts >= maxAttempts))) {
    await stopInstance(machine, name, record, gracefulStopMs)
    keep({ op, run: null, begun: attempts, done: true })
    return 'done'
  }
  await stopInstance(machine, name, record, gracefulStopMs)
  await startCommand(machine, name, record, { command: verifyCommand, ended }, (run) =>
    keep({ op, run, begun: attempts + 1, done: false }),
  )
  return 'running'
}

/** Whether the command wrote its exit code: one killed with its host did not. */
function hasExitCode(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() !== ''
  } catch {
    return false
  }
}
