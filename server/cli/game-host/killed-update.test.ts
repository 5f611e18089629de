// @slow 15 s: starts a game for each kill
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { HostFolder } from './host-folder.ts'
import { canGameUserRead, gameUserOptions } from './testing/game-user.ts'

const program = join(import.meta.dirname, 'testing/killable-game-host.program.ts')

let folder = ''
let port = ''
const at = (...path: string[]) => join(folder, ...path)
const publish = (build: string) => writeFileSync(at('steam.json'), JSON.stringify({ build }))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-killed-'))
  chmodSync(folder, 0o755)
  mkdirSync(at('cs2'))
  writeSteamcmd(folder, at('steam.json'))
  port = String(await freePort())
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs `game-host` in a process of its own, killed before its n-th change of the folder. */
function run(name: string, killAt?: number) {
  const options = ['--root', at('cs2'), '--steamcmd', at('steamcmd.sh'), '--need-gb', '0', '--port', port]
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [program, name, ...options, ...gameUserOptions],
    {
      encoding: 'utf8',
      env: { ...process.env, ...(killAt !== undefined && { TEST_KILL_AT: String(killAt) }) },
    },
  )
  return { status, signal, text: stdout }
}

function prepare(): void {
  rmSync(at('cs2'), { recursive: true })
  mkdirSync(at('cs2'))
  publish('100')
  run('install')
  publish('101')
}

/** Updates once undisturbed; returns the numbers of the changes to kill it before. */
function listChanges(): number[] {
  prepare()
  const [, count = '0'] = /changes: (\d+)/.exec(run('update').text) ?? []
  expect(Number(count)).toBeGreaterThan(15)
  return Array.from({ length: Number(count) }, (_, index) => index + 1)
}

test.skipIf(!canGameUserRead)(
  'R3 update killed before any of its changes: servers start from a complete build, and the next run ends it',
  () => {
    // Each change in `npm run prove`; in `npm test` one in the middle.
    for (const killAt of isProving ? listChanges() : [10]) {
      prepare()
      expect([killAt, run('update', killAt).signal]).toEqual([killAt, 'SIGKILL'])
      const host = new HostFolder(at('cs2'))
      expect([killAt, host.isComplete(host.getCurrent() ?? '')]).toEqual([killAt, true])
      const after = run('update')
      expect([killAt, after.status, after.text]).toEqual([killAt, 0, expect.any(String)])
      expect([killAt, host.getCurrent(), host.readHold()]).toEqual([killAt, '101', null])
      const left = readdirSync(at('cs2')).filter((name) => /^(?:trial-|incoming)/.test(name))
      // Killed after the switch there is nothing to try, and what the dead left is removed by the next trial.
      if (!after.text.includes('is the newest')) expect([killAt, left]).toEqual([killAt, []])
    }
  },
  600_000,
)
