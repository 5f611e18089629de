import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostError, exitCodes } from '../host-error.ts'
import { downloadGame } from './steamcmd.ts'

const silenceMs = 15 * 60_000

let folder = ''
let program = ''
const at = (...path: string[]) => join(folder, ...path)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-steamcmd-'))
  mkdirSync(at('home'))
  program = writeSteamcmd(at('steamcmd'), at('steam.json'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

function publish(...fails: string[]): void {
  writeFileSync(at('steam.json'), JSON.stringify({ build: '100', fails }))
}

const download = (print: (line: string) => void = () => undefined) =>
  downloadGame({ program, home: at('home'), print }, at('incoming'))

/** The processes that run for this test: they have its folder in their command line, or work in it. */
function listProcesses(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  return pids.flatMap((pid) => {
    try {
      const words = [readFileSync(`/proc/${pid}/cmdline`, 'utf8'), readlinkSync(`/proc/${pid}/cwd`)].join(' ')
      return words.includes(folder) ? [words] : []
    } catch {
      return []
    }
  })
}

/** Killed processes take a moment. */
const waitUntilNothingRuns = () => vi.waitFor(() => expect(listProcesses()).toEqual([]), 10_000)

test('R2 a SteamCMD that hangs is ended with the program it runs, and tried three times', async () => {
  publish('hang', 'hang', 'hang')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hangs = (line: string) => void (line === 'downloading 50 %' && vi.advanceTimersByTime(silenceMs))
  await expect(download(hangs)).rejects.toThrow('SteamCMD failed 3 times')
  vi.useRealTimers()
  await waitUntilNothingRuns()
})

test('R2 a SteamCMD that updates itself first, and leaves a process behind, is a success', async () => {
  publish('restart', 'remain')
  await download()
  expect(existsSync(at('incoming/steamapps/appmanifest_730.acf'))).toBe(true)
  await waitUntilNothingRuns()
})

test('R2 a SteamCMD that is missing is reported as that', async () => {
  program = at('nothing')
  const failed = await download().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(HostError)
  expect(failed).toMatchObject({
    exitCode: exitCodes.installFailed,
    message: expect.stringMatching(/^SteamCMD cannot be run: .*nothing/),
  })
})

test('R3 SteamCMD ends with the process that started it, and the next one continues', async () => {
  publish('hang')
  const steamcmd = JSON.stringify({ program, home: at('home') })
  const code = `import { downloadGame } from '${join(import.meta.dirname, 'steamcmd.ts')}'
await downloadGame({ ...${steamcmd}, print: console.log }, '${at('incoming')}')`
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(killed, 'exit')
  let printed = ''
  killed.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await vi.waitUntil(() => printed.includes('downloading 50 %'), 20_000)
  expect(listProcesses()).not.toEqual([])
  killed.kill('SIGKILL')
  await ended
  await download()
  await waitUntilNothingRuns()
}, 30_000)
