import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NodeSilent } from '../driver.ts'
import { startOf } from './processes.ts'

const againMs = 15
const patienceMs = 60_000

/**
 * Does something while nobody else on this machine does anything under the same name, in whichever process; who was killed
 * meanwhile is in nobody's way. Throws NodeSilent where somebody else does not come to an end.
 */
export async function holding<T>(name: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  let release = await take(name)
  while (release === null) {
    if (performance.now() > deadline) throw new NodeSilent(`${name} is held by somebody else`)
    await pause(againMs + Math.random() * againMs)
    release = await take(name)
  }
  try {
    return await work()
  } finally {
    await release()
  }
}

const take = process.platform === 'linux' ? takeSocket : takeFile

type Release = () => Promise<void>

/** A socket in the kernel's own names: it has no file, and is gone with the process that holds it, however that ends. */
async function takeSocket(name: string): Promise<Release | null> {
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
async function takeFile(name: string): Promise<Release | null> {
  const path = join(tmpdir(), `clutch-${name}.lock`)
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`)
    closeSync(file)
  } catch {
    const [pid, ...start] = readFileSync(path, 'utf8').split(' ')
    if (pid && startOf(Number(pid)) !== start.join(' ')) rmSync(path, { force: true })
    return null
  }
  return async () => rmSync(path, { force: true })
}
