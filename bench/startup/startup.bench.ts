import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportTarget, printTable, isQuick } from '../harness/results.ts'

/**
 * The portal as `npm run serve` starts it, on data that is there: ms to its first list, then its idle memory, beside a
 * bare Node process that listens and answers.
 */
const maxStartMs = 5_000
const maxMemoryMb = 200
const settleMs = isQuick ? 2_000 : 20_000
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))

const bareServerSource = `require('node:http').createServer((q, s) => s.end('[]')).listen(0, '127.0.0.1', function () {
  process.send({ ready: true, url: 'http://127.0.0.1:' + this.address().port })
})`

interface StartResult {
  ms: number
  mb: number
}

try {
  await measureStart(['server/main.ts'])
  const warm = await measureStart(['server/main.ts'])
  const bare = await measureStart(['-e', bareServerSource])
  printTable(
    'Start on existing data, and idle memory',
    ['', 'first answer ms', 'memory MB'],
    [
      ['portal', Math.round(warm.ms), Math.round(warm.mb)],
      ['bare Node', Math.round(bare.ms), Math.round(bare.mb)],
    ],
  )
  reportTarget(warm.ms <= maxStartMs, `first answer after ${Math.round(warm.ms)} ms, at most ${maxStartMs}`)
  reportTarget(warm.mb <= maxMemoryMb, `${Math.round(warm.mb)} MB idle, at most ${maxMemoryMb}`)
} finally {
  rmSync(folder, { recursive: true })
}

async function measureStart(args: readonly string[]): Promise<StartResult> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      CLUTCH_ENV: 'development',
      CLUTCH_DATA_DIR: folder,
      CLUTCH_PORT: '0',
      CLUTCH_LOG_LEVEL: 'warn',
    },
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const answered = await fetch(new URL('/api/servers', url))
  await answered.text()
  const ms = performance.now() - started
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const mb = readMemoryMb(child)
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
  return { ms, mb }
}

/** Returns the resident memory of a process, MB; NaN if the system does not report it. */
function readMemoryMb({ pid }: ChildProcess): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1024
  } catch {
    return NaN
  }
}
