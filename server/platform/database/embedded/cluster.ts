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
}

/** A running PostgreSQL; `exited` settles when the process has ended. */
export interface RunningCluster {
  pid: number
  exited: Promise<void>
  /** Stops it in order, and the hard way when that takes longer than 6 s. */
  stop: () => Promise<void>
}

const startWithinMs = 60_000
const stopWithinMs = 6_000

/** Makes the files of a new cluster. Throws with the program's own words. */
export async function initCluster(programs: string, folder: string, args: readonly string[]): Promise<void> {
  const all = ['-D', folder, '--encoding=UTF8', '--no-instructions', ...args]
  const child = launch(`${programs}/initdb`, all, ['ignore', 'ignore', 'pipe'])
  const [words] = await Promise.all([child.stderr ? text(child.stderr) : '', whenGone(child)])
  if (child.exitCode !== 0) throw new Error(`cannot make the database: ${words}`)
}

/**
 * Starts PostgreSQL on Unix sockets only and waits until it lets `owner` in. Must be called from the main thread: Linux
 * watches the thread that starts it.
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
  await answering(child, owner, options.logFile)
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
}

async function answering(child: ChildProcess, owner: DatabaseAddress, logFile: string): Promise<void> {
  const deadline = performance.now() + startWithinMs
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedRefused(`the embedded PostgreSQL does not start, see ${logFile}`)
    }
    if (await letsIn(owner)) return
    if (performance.now() > deadline) {
      child.kill('SIGQUIT')
      throw new EmbeddedRefused(`the embedded PostgreSQL does not let the portal in, see ${logFile}`)
    }
    await wait(20)
  }
}

async function letsIn(owner: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client(connectionOptions(owner))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
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
