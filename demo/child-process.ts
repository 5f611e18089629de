import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
/** How long a part may be silent while it starts; it sends a heartbeat every few seconds. */
const maxSilenceMs = 90_000
const stopTimeoutMs = 12_000

/** A program that the demo started. It ends when its channel to us closes, so also when we are killed. */
export interface ChildProgram {
  name: string
  /** The message it sent when it was ready. Rejects when it exits or falls silent instead. */
  ready: Promise<Record<string, unknown>>
  /** Sends it a message; ignored after its exit. */
  send: (message: Record<string, unknown>) => void
  /** Its exit code, null after a signal. */
  ended: Promise<number | null>
  /** Closes the channel, waits until it is gone, and kills it when it stays. */
  stop: () => Promise<void>
}

export interface ChildProgramOptions {
  name: string
  path: string
  args?: readonly string[]
  environment: NodeJS.ProcessEnv
  /** Its log file; its stderr is shown. */
  logFile: string
}

/** Starts `node <path>` of this repository with an IPC channel. */
export function startChildProgram({
  name,
  path,
  args = [],
  environment,
  logFile,
}: ChildProgramOptions): ChildProgram {
  const log = openSync(logFile, 'w', 0o600)
  const heartbeat = pathToFileURL(join(import.meta.dirname, 'heartbeat.ts')).href
  const child = spawn(process.execPath, ['--import', heartbeat, join(root, path), ...args], {
    cwd: process.cwd(),
    env: environment,
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    const giveUp = () =>
      reject(new Error(`${name} said nothing for ${maxSilenceMs / 1_000} s, see ${logFile}`))
    const silence = setTimeout(giveUp, maxSilenceMs).unref()
    child.on('message', (message: Record<string, unknown>) => {
      silence.refresh()
      if (message['ready'] !== true) return
      clearTimeout(silence)
      resolve(message)
    })
    void ended.then(() => reject(new Error(`${name} ended while starting, see ${logFile}`)))
  })
  ready.catch(() => undefined)
  return {
    name,
    ready,
    ended,
    send(message) {
      if (child.connected) child.send(message)
    },
    async stop() {
      const kill = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      if (child.connected) child.disconnect()
      await ended
      clearTimeout(kill)
    },
  }
}
