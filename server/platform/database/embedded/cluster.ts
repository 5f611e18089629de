import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseAddress, connectionOptions } from '../connection/database-address.ts'
import { EmbeddedRefused, launch } from './program.ts'

export interface ClusterOptions {
  /** The folder of the PostgreSQL programs. */
  programs: string
  /** The folder of the cluster's data, an absolute path. */
  folder: string
  /** The folder its socket is made in. */
  socketFolder: string
  logFile: string
  settings: Record<string, string>
  /** Called once when it recovers from a crash for longer than 5 s. */
  onLongRecovery?: () => void
  /** Tests only. */
  answerWithinMs?: number
}

/** A running PostgreSQL; `exited` settles when the process has ended. */
export interface RunningCluster {
  pid: number
  exited: Promise<void>
  /** Stops it in order, and the hard way when that takes longer than 6 s. */
  stop: () => Promise<void>
}

/** How long it may be silent. */
const answerWithinMs = 60_000
const longRecoveryMs = 5_000
const stopWithinMs = 6_000

/** Makes the files of a new cluster. Throws with the program's own words. */
export async function initCluster(programs: string, folder: string, args: readonly string[]): Promise<void> {
  const all = ['-D', folder, '--encoding=UTF8', '--no-instructions', ...args]
  const child = launch(`${programs}/initdb`, all, ['ignore', 'ignore', 'pipe'])
  const [words] = await Promise.all([child.stderr ? text(child.stderr) : '', whenGone(child)])
  if (child.exitCode !== 0) throw new Error(`cannot make the database: ${words}`)
}

/**
 * Starts PostgreSQL on Unix sockets only and waits until it lets `owner` in; for as long as a recovery from a crash takes. Must be
 * called from the main thread: Linux watches the thread that starts it.
 */
export async function startCluster(options: ClusterOptions, owner: DatabaseAddress): Promise<RunningCluster> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    ...options.settings,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(options.logFile, 'a', 0o600)
  const child = launch(`${options.programs}/postgres`, ['-D', options.folder, ...args], ['ignore', log, log])
  closeSync(log)
  const exited = whenGone(child)
  await untilItAnswers(child, owner, options)
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
}

async function untilItAnswers(
  child: ChildProcess,
  owner: DatabaseAddress,
  { logFile, onLongRecovery, ...options }: ClusterOptions,
): Promise<void> {
  const silenceMs = options.answerWithinMs ?? answerWithinMs
  const began = performance.now()
  let deadline = began + silenceMs
  let isReported = false
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedRefused(`the embedded PostgreSQL does not start, see ${logFile}`)
    }
    const answer = await knock(owner)
    if (answer === 'open') return
    const now = performance.now()
    if (answer === 'starting') deadline = now + silenceMs
    if (answer === 'starting' && !isReported && now - began > longRecoveryMs) {
      isReported = true
      onLongRecovery?.()
    }
    if (now > deadline) {
      child.kill('SIGQUIT')
      throw new EmbeddedRefused(`the embedded PostgreSQL does not let the portal in, see ${logFile}`)
    }
    await wait(20)
  }
}

/** SQLSTATE `cannot_connect_now`: it replays what a crash left, which may take minutes. */
const isStarting = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57P03'

async function knock(owner: DatabaseAddress): Promise<'open' | 'starting' | 'silent'> {
  const client = new pg.Client(connectionOptions(owner))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return 'open'
  } catch (error) {
    return isStarting(error) ? 'starting' : 'silent'
  }
}

function whenGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const harder = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs)
  await exited
  clearTimeout(harder)
}
