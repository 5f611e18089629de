import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../../../platform/config/config.ts'
import { HostFull, type InstanceRef, getInstanceName } from '../../driver.ts'
import { getIsolationProblem, isRoot, getUserProblem } from './game-user.ts'
import { getStartTime } from './processes.ts'
import { getFolderAccessProblem } from '../process-host-config.ts'
import { openProcessDriver, buildProcessConfig } from '../testing/open-process-driver.ts'
import { readFileAccess, createProcessDriverFixture } from '../testing/process-driver-fixture.ts'

let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>

beforeEach(async () => {
  programs = await createProcessDriverFixture()
})

afterEach(() => programs.remove())

if (!isRoot) process.stderr.write('skipped: games of a user of their own are tried as root only\n')

test.skipIf(!isRoot)(
  'R12 under root games run as their own user, who reaches its folder and nothing else',
  async () => {
    const tries = 'id -u; id -G; cat cfg/a.cfg; mv cfg gone; touch own.dem && echo wrote; ls .. ../../..'
    const config = buildProcessConfig(programs.config.dataDir, {
      CLUTCH_GAME_COMMAND: JSON.stringify(['/bin/sh', '-c', `${tries}; echo end; exec sleep 600`]),
      CLUTCH_GAME_USER: '54321:54322',
    })
    const owner = `user-${crypto.randomUUID()}`
    const driver = openProcessDriver(config, owner)
    const instance = { rentalId: crypto.randomUUID(), number: 'sv-user01', generation: 1, hostName: 'local' }
    const files = { 'cfg/a.cfg': 'secret of a\n' }
    expect(getFolderAccessProblem(config)).toBeNull()
    await driver.ensure({ ...instance, region: 'ap-shanghai', port: await programs.freePort(), files })
    const home = join(config.dataDir, 'rentals', getInstanceName(instance))
    const log = () => readFileSync(join(home, 'log'), 'utf8')
    await expect.poll(log, { timeout: 10_000 }).toContain('end\n')
    expect(log()).toMatch(/^54321\n54322\nsecret of a\n/)
    expect(log()).toContain('wrote\n')
    expect(log().match(/denied|not permitted/gi)).toHaveLength(3)
    expect(readFileAccess(home)).toEqual({ mode: 0o710, uid: 0 })
    expect(readFileAccess(join(home, 'instance.json'))).toEqual({ mode: 0o600, uid: 0 })
    expect(readFileAccess(join(home, 'game'))).toEqual({ mode: 0o1770, uid: 0 })
    expect(readFileAccess(join(home, 'game/cfg/a.cfg'))).toEqual({ mode: 0o600, uid: 54_321 })
    await driver.configure(instance, { 'cfg/a.cfg': 'new\n' })
    expect(await programs.file(instance, 'cfg/a.cfg')).toEqual({ text: 'new\n', mode: 0o600 })
    await driver.remove(instance, { graceMs: 0, keepData: false })
    expect(await programs.leftovers(owner)).toEqual([])
  },
)

test.skipIf(!isRoot)(
  'R12 a game can neither read the files of another one nor outlive its own end',
  async () => {
    const attack =
      'until [ -e cfg/target ]; do sleep 0.02; done; read -r home pid <cfg/target; ' +
      'for file in $home/game/cfg/server.cfg $home/instance.json $home/log /proc/$pid/environ; do cat $file; done; ' +
      'ls $home/game; kill -9 $pid; env -i setsid sh -c "exec sleep 600" & echo $! >escaped; echo end; exec sleep 600'
    const config = buildProcessConfig(programs.config.dataDir, {
      CLUTCH_GAME_COMMAND: JSON.stringify(['/bin/sh', '-c', attack]),
      CLUTCH_GAME_UIDS: '54300-54309',
      CLUTCH_GAME_PORTS: '27200-27209',
    })
    expect(getFolderAccessProblem(config)).toBeNull()
    const owner = `users-${crypto.randomUUID()}`
    const driver = openProcessDriver(config, owner)
    const at = (number: string) => ({
      rentalId: crypto.randomUUID(),
      number,
      generation: 1,
      hostName: 'local',
    })
    const homeOf = (instance: ReturnType<typeof at>) =>
      join(config.dataDir, 'rentals', getInstanceName(instance))
    const ensure = async (instance: ReturnType<typeof at>) =>
      driver.ensure({
        ...instance,
        region: 'ap-shanghai',
        port: await programs.freePort(),
        files: { 'cfg/server.cfg': `rcon_password "of ${instance.number}"\n` },
      })
    const [victim, attacker] = [at('sv-victim'), at('sv-attack')]
    const [{ run }] = await Promise.all([ensure(victim), ensure(attacker)])
    const [pid = ''] = run.split('-')
    await driver.configure(attacker, { 'cfg/target': `${homeOf(victim)} ${pid}\n` })
    const log = () => readFileSync(join(homeOf(attacker), 'log'), 'utf8')
    await expect.poll(log, { timeout: 10_000 }).toContain('end\n')
    expect(log()).not.toContain('rcon_password')
    expect(log().match(/denied|not permitted/gi)).toHaveLength(6)
    const users = [victim, attacker].map((instance) =>
      readFileAccess(join(homeOf(instance), 'game/cfg/server.cfg')),
    )
    expect(users.map(({ mode }) => mode)).toEqual([0o600, 0o600])
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(2)
    expect(await driver.observe(victim)).toMatchObject({ isRunning: true })
    const escaped = Number(readFileSync(join(homeOf(attacker), 'game/escaped'), 'utf8'))
    expect(getStartTime(escaped)).not.toBeNull()
    await driver.remove(attacker, { graceMs: 0, keepData: true })
    expect(getStartTime(escaped)).toBeNull()
    expect(readFileAccess(homeOf(attacker)).mode).toBe(0o700)
    await driver.remove(attacker, { graceMs: 0, keepData: false })
    await driver.remove(victim, { graceMs: 0, keepData: false })
    expect(await programs.leftovers(owner)).toEqual([])
  },
)

test.skipIf(!isRoot)(
  'R12 a user is reused once nothing runs as it, and retained data stays closed',
  async () => {
    const config = buildProcessConfig(programs.config.dataDir, {
      CLUTCH_GAME_COMMAND: '["/bin/sleep","600"]',
      CLUTCH_GAME_UIDS: '54300-54301',
      CLUTCH_GAME_PORTS: '27200-27201',
    })
    expect(getFolderAccessProblem(config)).toBeNull()
    const owner = `reuse-${crypto.randomUUID()}`
    const driver = openProcessDriver(config, owner)
    const places = ['sv-aaaaaa', 'sv-bbbbbb', 'sv-cccccc'].map((number) => ({
      rentalId: crypto.randomUUID(),
      number,
      generation: 1,
      hostName: 'local',
    }))
    const [first, second, third] = places as [InstanceRef, InstanceRef, InstanceRef]
    const ensure = async (instance: InstanceRef) =>
      driver.ensure({
        ...instance,
        region: 'ap-shanghai',
        port: await programs.freePort(),
        files: { a: 'a' },
      })
    const userOf = (instance: InstanceRef) =>
      readFileAccess(join(config.dataDir, 'rentals', getInstanceName(instance), 'game/a')).uid
    await ensure(first)
    await ensure(second)
    await expect(ensure(third)).rejects.toThrow(HostFull)
    await driver.remove(first, { graceMs: 0, keepData: true })
    await ensure(third)
    expect([first, second, third].map(userOf)).toEqual([54_300, 54_301, 54_300])
    await driver.remove(first, { graceMs: 0, keepData: false })
    expect(await driver.observe(third)).toMatchObject({ isRunning: true })
    for (const instance of [second, third]) await driver.remove(instance, { graceMs: 0, keepData: false })
    expect(await programs.leftovers(owner)).toEqual([])
  },
)

test.skipIf(!isRoot)('R12 the log says where games can read the files of each other', () => {
  const gameUids = { first: 54_300, last: 54_309 }
  expect(getIsolationProblem({ gameUser: 'games', gameUids: undefined })).toContain('they all run as games')
  expect(getIsolationProblem({ gameUser: undefined, gameUids })).toBeNull()
  const production = { env: 'production', gameUser: undefined } as const
  expect(getUserProblem({ ...production, gameUids })).toBeNull()
  expect(getUserProblem({ ...production, gameUids: { first: 60_000, last: 70_000 } })).toContain(
    'nobody is a user of this machine',
  )
  expect(() => readConfig({ CLUTCH_GAME_UIDS: '54300-54309', CLUTCH_GAME_PORTS: '27200-27299' })).toThrow(
    'at least as many numbers',
  )
})

test.skipIf(!isRoot)(
  'R12 root starts no game as itself in production, and none as a user that is not there',
  () => {
    const production = { env: 'production' } as const
    const development = { env: 'development' } as const
    expect(getUserProblem({ ...production, gameUser: undefined })).toContain('CLUTCH_GAME_USER is missing')
    expect(getUserProblem({ ...production, gameUser: 'nobody' })).toBeNull()
    expect(getUserProblem({ ...production, gameUser: 'nosuchuser' })).toContain('there is no user nosuchuser')
    for (const gameUser of ['root', '0:0', '0:5']) {
      expect(getUserProblem({ ...production, gameUser })).toContain('must not run as root')
      expect(getUserProblem({ ...development, gameUser })).toContain('must not run as root')
    }
    expect(getUserProblem({ ...development, gameUser: undefined })).toBeNull()
  },
)

test.skipIf(!isRoot)('R12 a data directory that games cannot reach is reported', () => {
  const dataDir = join(programs.config.dataDir, 'below')
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: dataDir,
    CLUTCH_GAME_USER: '54321:54322',
  })
  expect(getFolderAccessProblem(config)).toBe(
    `${programs.config.dataDir} cannot be entered by 54321:54322, whom games run as`,
  )
})
