import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readExitCode } from './system/exit-code.ts'
import type { InstallUpdate } from '../driver.ts'
import { type InstallAction, getInstallCommand, stateVariable } from '../install-command.ts'
import type { ProcessHost } from './process-host.ts'
import { launch } from './system/launch.ts'
import { isAlive } from './system/processes.ts'

const recordSchema = z.object({ op: z.string(), run: z.object({ pid: z.number(), start: z.string() }) })
/** The state of the host is a line of at most about 1500. */
const outputMaxCharacters = 4_000

/**
 * Implements `FleetDriver.updateInstall` with a process in its own session: it survives the portal. To be called under the lock of the
 * host's updates.
 */
export async function updateInstall(
  { updateCommand, updateFolder: folder }: Pick<ProcessHost, 'updateCommand' | 'updateFolder'>,
  op: string,
  action: InstallAction,
): Promise<InstallUpdate | null> {
  const command = updateCommand && getInstallCommand(updateCommand, action)
  if (command === null) return null
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [log, ended, record] = ['output', 'ended', 'run.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const last = readRecord(record)
  if (last && isAlive(last.run)) return { state: 'running', output: readOutput(log) }
  if (last?.op === op) {
    const state = readExitCode(ended) === 0 ? 'done' : 'failed'
    return { state, output: readOutput(log) }
  }
  rmSync(log, { force: true })
  const environment = { [stateVariable]: '1' }
  const options = { command, folder, environment, user: null, log, ended }
  await launch(options, (run) => writeFileSync(record, JSON.stringify({ op, run }), { mode: 0o600 }))
  return { state: 'running', output: '' }
}

function readRecord(path: string): z.output<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // It never ran, or the machine was switched off while it was written.
    return null
  }
}

function readOutput(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().slice(-outputMaxCharacters)
  } catch {
    return ''
  }
}
