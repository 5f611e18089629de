import { join } from 'node:path'
import { type ProcessHost, startCommand, stopInstance } from './process-host.ts'
import type { VerificationProgress } from '../driver.ts'
import { readExitCode } from './system/exit-code.ts'
import { isAlive } from './system/processes.ts'
import type { InstanceRecord } from './records/instance-records.ts'

/** A command that ends without an exit code, as when its host is switched off, is started at most this often. */
const maxAttempts = 3
const gracefulStopMs = 5_000

/** Stops the game and has its files verified once for an `op`; to be called under the lock of its name until it is done. */
export async function verifyInstance(
  processHost: ProcessHost,
  name: string,
  record: InstanceRecord,
  op: string,
): Promise<VerificationProgress> {
  const { records, verifyCommand } = processHost
  let { verify } = record
  const keep = (change: InstanceRecord['verify']) => {
    verify = change
    records.write(name, { ...record, verify })
    processHost.at('asked')
  }
  if (verify?.op !== op) keep({ op, run: null, begun: 0, done: false })
  if (verify?.done) return verify.failed === true ? 'failed' : 'done'
  if (verify?.run && isAlive(verify.run)) return 'running'
  const ended = join(records.home(name), 'verified')
  const attempts = verify?.begun ?? 0
  const exitCode = attempts > 0 ? readExitCode(ended) : null
  if (verifyCommand === null || exitCode !== null || attempts >= maxAttempts) {
    await stopInstance(processHost, name, record, gracefulStopMs)
    const failed = verifyCommand !== null && exitCode !== 0
    keep({ op, run: null, begun: attempts, done: true, failed })
    return failed ? 'failed' : 'done'
  }
  await stopInstance(processHost, name, record, gracefulStopMs)
  await startCommand(processHost, name, record, { command: verifyCommand, ended }, (run) =>
    keep({ op, run, begun: attempts + 1, done: false }),
  )
  return 'running'
}
