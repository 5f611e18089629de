import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HostUnreachable } from '../../driver.ts'
import { getStartTime } from './processes.ts'

const retryMs = 15
const lockTimeoutMs = 60_000

/**
 * Runs work while no other process on this host works under the same name; a killed process blocks none.
 * Throws HostUnreachable if another one does not finish.
 */
export async function withNameLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs
  let release = await tryLock(name)
  while (release === null) {
    if (performance.now() > deadline) throw new HostUnreachable(`${name} is locked by another process`)
    await pause(retryMs + Math.random() * retryMs)
    release = await tryLock(name)
  }
  try {
    return await work()
  } finally {
    await release()
  }
}

const tryLock = process.platform === 'linux' ? tryLockSocket : tryLockFile

type ReleaseLock = () => Promise<void>

/** A socket in the kernel's own names: it has no file, and is gone with the process that holds it, however that ends. */
async function tryLockSocket(name: string): Promise<ReleaseLock | null> {
  const server = createServer((socket) => socket.destroy())
  server.listen({ path: `\0clutch-${name}` })
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** Elsewhere a file with the number of its holder does, whose remains are cleared away. */
async function tryLockFile(name: string): Promise<ReleaseLock | null> {
  const path = join(tmpdir(), `clutch-${name}.lock`)
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, `${process.pid} ${getStartTime(process.pid) ?? ''}`)
    closeSync(file)
  } catch {
    const [pid, ...start] = readFileSync(path, 'utf8').split(' ')
    if (pid && getStartTime(Number(pid)) !== start.join(' ')) rmSync(path, { force: true })
    return null
  }
  return async () => rmSync(path, { force: true })
}
