import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Machine, start, stop } from './machine.ts'
import { lives } from './processes.ts'
import type { InstanceRecord } from './record.ts'

/** One that ends without a word is begun again so often. */
const mostTries = 3
const graceMs = 5_000

/** Stops the game and has its files verified once for an `op`; to be called under the lock of its name until it is done. */
export async function verifyFiles(
  machine: Machine,
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
  if (verify?.run && lives(verify.run)) return 'running'
  const ended = join(records.home(name), 'verified')
  const begun = verify?.begun ?? 0
  if (verifyCommand === null || (begun > 0 && (hasEnded(ended) || begun >= mostTries))) {
    await stop(machine, name, record, graceMs)
    keep({ op, run: null, begun, done: true })
    return 'done'
  }
  await stop(machine, name, record, graceMs)
  await start(machine, name, record, { command: verifyCommand, ended }, (run) =>
    keep({ op, run, begun: begun + 1, done: false }),
  )
  return 'running'
}

/** Whether the command told of its end: what was killed with the machine did not. */
function hasEnded(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() !== ''
  } catch {
    return false
  }
}
