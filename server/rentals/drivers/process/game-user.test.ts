import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../../config.ts'
import { nameOf } from '../driver.ts'
import { isRoot, userProblem } from './game-user.ts'
import { wayProblem } from './settings.ts'
import { accessOf, openProcesses, processSettings, programsUnderTest } from './testing/programs.ts'

let programs: Awaited<ReturnType<typeof programsUnderTest>>

beforeEach(async () => {
  programs = await programsUnderTest()
})

afterEach(() => programs.remove())

if (!isRoot) process.stderr.write('skipped: games of a user of their own are tried as root only\n')

test.skipIf(!isRoot)(
  'R12 under root games run as their own user, who reaches its folder and nothing else',
  async () => {
    const tries = 'id -u; id -G; cat cfg/a.cfg; mv cfg gone; touch own.dem && echo wrote; ls .. ../../..'
    const settings = processSettings(programs.settings.dataDir, {
      CLUTCH_GAME_COMMAND: JSON.stringify(['/bin/sh', '-c', `${tries}; echo end; exec sleep 600`]),
      CLUTCH_GAME_USER: '54321:54322',
    })
    const owner = `user-${crypto.randomUUID()}`
    const driver = openProcesses(settings, owner)
    const place = { leaseId: crypto.randomUUID(), number: 'sv-user01', generation: 1, node: 'local' }
    const files = { 'cfg/a.cfg': 'secret of a\n' }
    expect(wayProblem(settings)).toBeNull()
    await driver.ensure({ ...place, region: 'ap-shanghai', port: await programs.freePort(), files })
    const home = join(settings.dataDir, 'rentals', nameOf(place))
    const log = () => readFileSync(join(home, 'log'), 'utf8')
    await expect.poll(log, { timeout: 10_000 }).toContain('end\n')
    expect(log()).toMatch(/^54321\n54322\nsecret of a\n/)
    expect(log()).toContain('wrote\n')
    expect(log().match(/denied|not permitted/gi)).toHaveLength(3)
    expect(accessOf(home)).toEqual({ mode: 0o711, uid: 0 })
    expect(accessOf(join(home, 'instance.json'))).toEqual({ mode: 0o600, uid: 0 })
    expect(accessOf(join(home, 'game'))).toEqual({ mode: 0o1770, uid: 0 })
    expect(accessOf(join(home, 'game/cfg/a.cfg'))).toEqual({ mode: 0o600, uid: 54_321 })
    await driver.configure(place, { 'cfg/a.cfg': 'new\n' })
    expect(await programs.file(place, 'cfg/a.cfg')).toEqual({ text: 'new\n', mode: 0o600 })
    await driver.remove(place, { graceMs: 0, keepData: false })
    expect(await programs.leftovers(owner)).toEqual([])
  },
)

test.skipIf(!isRoot)(
  'R12 root starts no game as itself in production, and none as a user that is not there',
  () => {
    const production = { env: 'production' } as const
    const development = { env: 'development' } as const
    expect(userProblem({ ...production, gameUser: undefined })).toContain('CLUTCH_GAME_USER is missing')
    expect(userProblem({ ...production, gameUser: 'nobody' })).toBeNull()
    expect(userProblem({ ...production, gameUser: 'nosuchuser' })).toContain('there is no user nosuchuser')
    for (const gameUser of ['root', '0:0', '0:5']) {
      expect(userProblem({ ...production, gameUser })).toContain('must not run as root')
      expect(userProblem({ ...development, gameUser })).toContain('must not run as root')
    }
    expect(userProblem({ ...development, gameUser: undefined })).toBeNull()
  },
)

test.skipIf(!isRoot)('R12 a data directory that games cannot reach is told of', () => {
  const dataDir = join(programs.settings.dataDir, 'below')
  const settings = readSettings({
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: dataDir,
    CLUTCH_GAME_USER: '54321:54322',
  })
  expect(wayProblem(settings)).toBe(
    `${programs.settings.dataDir} cannot be entered by 54321:54322, whom games run as`,
  )
})
