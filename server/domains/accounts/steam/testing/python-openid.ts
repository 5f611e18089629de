import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const python = '/usr/bin/python3'

/**
 * Returns whether Debian's python3-openid is installed; if not, prints a note, or fails where CI guarantees
 * it.
 */
export function hasPythonOpenid(): boolean {
  if (spawnSync(python, ['-c', 'import openid']).status === 0) return true
  if (process.env['CLUTCH_REQUIRE_PEERS'] === '1') throw new Error('python3-openid is not installed')
  process.stderr.write('skipped: python3-openid is not installed\n')
  return false
}

export interface PeerProvider {
  origin: string
  stop(): Promise<void>
}

/** Starts it on a free port of loopback; it ends with this process. */
export async function startPythonOpenid(): Promise<PeerProvider> {
  const child = spawn(python, [join(import.meta.dirname, 'openid_provider.py')], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = once(child, 'exit')
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => null)])
  if (first === null) throw new Error(`python3-openid did not start: ${said}`)
  return {
    origin: `http://127.0.0.1:${String(first[0])}`,
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
