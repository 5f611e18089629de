import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const python = '/usr/bin/python3'

/** A mail as aiosmtpd took it. */
export interface ReceivedMail {
  tls: boolean
  authenticated: boolean
  from: string
  to: string[]
  message: string
}

export interface AiosmtpdServer {
  port: number
  mails: ReceivedMail[]
  stop(): Promise<void>
}

/**
 * Returns whether Debian's python3-aiosmtpd is installed; if not, prints a note, or fails where CI guarantees
 * it.
 */
export function hasAiosmtpd(): boolean {
  if (spawnSync(python, ['-c', 'import aiosmtpd']).status === 0) return true
  if (process.env['CLUTCH_REQUIRE_PEERS'] === '1') throw new Error('python3-aiosmtpd is not installed')
  process.stderr.write('skipped: python3-aiosmtpd is not installed\n')
  return false
}

/** Starts it on a free loopback port, with a certificate and a single user. */
export async function startAiosmtpd(
  { key, cert }: { key: string; cert: string },
  login: { user: string; password: string },
): Promise<AiosmtpdServer> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-aiosmtpd-'))
  const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const
  writeFileSync(files[0], cert)
  writeFileSync(files[1], key)
  const script = join(import.meta.dirname, 'aiosmtpd_peer.py')
  const child = spawn(python, [script, ...files], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.write(`${JSON.stringify(login)}\n`)
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const first = await Promise.race([once(lines, 'line'), exited.then(() => null)])
  if (first === null) throw new Error(`aiosmtpd did not start: ${said}`)
  const { port } = JSON.parse(String(first[0])) as { port: number }
  const mails: ReceivedMail[] = []
  lines.on('line', (line) => mails.push(JSON.parse(line) as ReceivedMail))
  return {
    port,
    mails,
    async stop() {
      child.stdin.end()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
