import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCs2Tree, writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RconClient } from '../../../servers/index.ts'
import { TestClock } from '../../../../platform/clock/clock.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { type Game, type GameConfig, openGame } from '../../game/index.ts'
import { getInstanceName } from '../driver.ts'
import { buildProcessConfig, openProcessDriver } from './testing/open-process-driver.ts'
import { createProcessDriverFixture } from './testing/process-driver-fixture.ts'

const script = join(import.meta.dirname, '../../../../../deploy/game/start.sh')
const facts: GameConfig = {
  number: 'sv-7f3k2q',
  name: '夜猫 one',
  password: 'old1',
  rconPassword: 'right',
  admins: [{ steamid: '76561198000000001', name: '队长', servername: '' }],
  reportSecret: 's'.repeat(43),
}

let root = ''
const at = (...path: string[]) => join(root, ...path)
const read = (...path: string[]) => readFileSync(at(...path), 'utf8')

function installVersion(build: string): void {
  writeCs2Tree(at('cs2', build), build)
  writeModsTree(at('mods', build), build)
  for (const tree of ['cs2', 'mods']) {
    rmSync(at(tree, 'current'), { force: true })
    symlinkSync(build, at(tree, 'current'))
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clutch-start-'))
  installVersion('1')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Runs the script for the folder `server` and returns how it ended. */
function run(mode: string, ...more: string[]) {
  mkdirSync(at('server'), { recursive: true })
  const words = [mode, '--install', at('cs2/current'), '--folder', at('server'), ...more]
  const { status, stdout, stderr } = spawnSync(script, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the start script with the process driver', () => {
  let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>
  let game: Game

  beforeEach(async () => {
    programs = await createProcessDriverFixture()
  })
  afterEach(async () => {
    game.close()
    await programs.remove()
  })

  test('R1 R12 R13 G14 a server on every address becomes ready, keeps its password over a map, and moves to a new build at a restart', async () => {
    const port = await freePort()
    const common = ['--install', at('cs2/current'), '--mods', at('mods/current'), '--folder', '{folder}']
    const command = [script, 'run', ...common, '--host', '{host}', '--port', '{port}', '--tv', '{tv}']
    const { dataDir } = programs.config
    const config = buildProcessConfig(dataDir, {
      CLUTCH_GAME_COMMAND: JSON.stringify(command),
      CLUTCH_GAME_INSTALL: at('cs2/current'),
      CLUTCH_GAME_HOST: '0.0.0.0',
      CLUTCH_GAME_PUBLIC_HOST: 'cs.example.org',
      CLUTCH_REPORT_URL: 'http://127.0.0.1:9',
    })
    game = await openGame({ config, clock: new TestClock() })
    const driver = openProcessDriver(config, `start-${crypto.randomUUID()}`)
    const [host] = driver.hosts
    const target = { host: host?.host ?? '', port }
    const instance = {
      rentalId: crypto.randomUUID(),
      number: facts.number,
      generation: 1,
      hostName: host?.name ?? '',
    }
    const farm = join(dataDir, 'rentals', getInstanceName(instance), 'game/cs2/game/csgo')
    const ready = (of: GameConfig) =>
      vi.waitUntil(() => game.isReady(target, of), { timeout: 30_000, interval: 100 })
    const version = async () => (await game.queryStatus(target))?.version
    const files = game.files(facts)
    try {
      const first = await driver.ensure({ ...instance, region: 'ap-shanghai', port, files })
      await ready(facts)
      expect([await driver.readInstalledVersion(instance.hostName), await version()]).toEqual([
        '1.41.1.0',
        '1.41.1.0',
      ])
      await expect(bindUdp(port + 10_000)).rejects.toMatchObject({ code: 'EADDRINUSE' })
      expect(readIn(farm, 'gameinfo.gi').match(/csgo\/addons\/metamod/g)).toHaveLength(1)
      // Saved before the portal knew of the file; from then on the game writes through the link.
      const saved = join(farm, 'cfg/MatchZy/savednades.json')
      writeFileSync(saved, '{"mid":1}')
      const { savedGrenadesPath } = game
      if (savedGrenadesPath === null) throw new Error('there are no saved grenades')
      await driver.configure(instance, { [savedGrenadesPath]: '{}' })
      mkdirSync(join(farm, 'MatchZy'))
      writeFileSync(join(farm, 'MatchZy/a.dem'), 'demo')

      const changed = { ...facts, password: 'new2' }
      await driver.configure(instance, game.files(changed))
      await game.configure(target, changed)
      const console = new RconClient({ ...target, password: facts.rconPassword })
      await console.run('changelevel de_mirage')
      expect(await console.run('sv_password')).toContain('new2')
      console.close()

      installVersion('2')
      expect([await driver.readInstalledVersion(instance.hostName), await version()]).toEqual([
        '1.41.2.0',
        '1.41.1.0',
      ])
      expect(readIn(farm, 'pak01_dir.vpk')).toBe('build 1\n')
      expect((await driver.restart(instance, 'op')).run).not.toBe(first.run)
      await ready(changed)
      expect(await version()).toBe('1.41.2.0')
      expect(readIn(farm, 'pak01_dir.vpk')).toBe('build 2\n')
      expect(readIn(farm, 'addons/counterstrikesharp/plugins/MatchZy/MatchZy.dll')).toBe('version 2\n')
      expect(existsSync(join(farm, 'addons/counterstrikesharp/plugins/MatchZy/v1.txt'))).toBe(false)
      expect(await driver.readFile(instance, savedGrenadesPath, 100)).toBe('{"mid":1}')
      writeFileSync(saved, '{"mid":2}')
      await driver.restart(instance, 'again')
      await ready(changed)
      expect([
        readIn(farm, 'cfg/MatchZy/savednades.json'),
        await driver.readFile(instance, savedGrenadesPath, 100),
      ]).toEqual(['{"mid":2}', '{"mid":2}'])
      expect(lstatSync(saved).isSymbolicLink()).toBe(true)
      expect(readIn(farm, 'MatchZy/a.dem')).toBe('demo')
      expect(readIn(farm, 'gameinfo.gi').match(/csgo\/addons\/metamod/g)).toHaveLength(1)
      expect(readIn(farm, 'addons/counterstrikesharp/configs/admins.json')).toContain('76561198000000001')
    } finally {
      await driver.remove(instance, { graceMs: 0, keepData: false })
    }
  }, 60_000)
})

function readIn(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

async function bindUdp(port: number): Promise<void> {
  const socket = createSocket('udp4')
  try {
    const bound = once(socket, 'listening')
    socket.bind({ port, exclusive: true })
    await bound
  } finally {
    socket.close()
  }
}

test('G8 a stopped game ends its recording and quits before any signal reaches it', async () => {
  const program =
    '#!/bin/sh\nwhile read -r line; do echo "$line" >>../../../console.txt; [ "$line" = quit ] && exit; done\n'
  writeFileSync(at('cs2/1/game/bin/linuxsteamrt64/cs2'), program)
  chmodSync(at('cs2/1/game/bin/linuxsteamrt64/cs2'), 0o755)
  mkdirSync(at('server'))
  const words = ['run', '--install', at('cs2/current'), '--folder', at('server'), '--port', '27015']
  const child = spawn(script, words, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const input = at('server/console')
  await vi.waitUntil(
    () => existsSync(input) && existsSync(at('server/cs2/game/bin/linuxsteamrt64/cs2')),
    10_000,
  )
  writeFileSync(input, 'status\n')
  await vi.waitUntil(() => existsSync(at('server/cs2/console.txt')), 10_000)
  child.kill('SIGTERM')
  await ended
  expect(read('server/cs2/console.txt')).toBe('status\ntv_stoprecord\nquit\n')
})

test('the Workshop key is a linked file and the collection a word of the command; empty ones are as none', () => {
  const program = '#!/bin/sh\necho "$@" >../../../words.txt\n'
  writeFileSync(at('cs2/1/game/bin/linuxsteamrt64/cs2'), program)
  chmodSync(at('cs2/1/game/bin/linuxsteamrt64/cs2'), 0o755)
  const [key, collection] = [
    at('server/launch/webapi_authkey.txt'),
    at('server/launch/workshop_collection.txt'),
  ]
  mkdirSync(at('server/launch'), { recursive: true })
  writeFileSync(key, 'A'.repeat(32))
  writeFileSync(collection, '3070572558')
  expect(run('run', '--port', '27015')).toMatchObject({ status: 0 })
  expect(read('server/cs2/words.txt')).toContain(
    '+exec server.cfg +host_workshop_collection 3070572558 +map de_dust2',
  )
  expect(read('server/cs2/words.txt')).not.toContain('AAAA')
  expect(read('server/cs2/game/csgo/webapi_authkey.txt')).toBe('A'.repeat(32))
  writeFileSync(key, '')
  writeFileSync(collection, '1; quit')
  expect(run('run', '--port', '27015')).toMatchObject({ status: 0 })
  expect(read('server/cs2/words.txt')).toContain('+exec server.cfg +map de_dust2')
  expect(existsSync(at('server/cs2/game/csgo/webapi_authkey.txt'))).toBe(false)
})

test('G19 verifying builds the links again and checks every file of the install', () => {
  writeFileSync(at('cs2/1/.manifest'), `8 game/csgo/pak01_dir.vpk\n8 game/bin/linuxsteamrt64/libserver.so\n`)
  expect(run('verify', '--mods', at('mods/current'))).toMatchObject({ status: 0 })
  rmSync(at('server/cs2/game/csgo/pak01_dir.vpk'))
  writeFileSync(at('server/cs2/game/csgo/gameinfo.gi'), 'damaged')
  expect(run('verify', '--mods', at('mods/current'))).toMatchObject({ status: 0 })
  expect(read('server/cs2/game/csgo/pak01_dir.vpk')).toBe('build 1\n')
  expect(read('server/cs2/game/csgo/gameinfo.gi')).toContain('csgo/addons/metamod')
  writeFileSync(at('cs2/1/game/csgo/pak01_dir.vpk'), 'torn')
  const torn = run('verify')
  expect([torn.status, torn.stderr]).toEqual([
    3,
    expect.stringContaining('pak01_dir.vpk is missing or damaged'),
  ])
})

test.each([
  ['an install that did not end', () => writeFileSync(at('cs2/1/.incomplete'), ''), 'did not end'],
  ['an install without the game', () => rmSync(at('cs2/1/game/csgo'), { recursive: true }), 'no game/csgo'],
  ['no install', () => rmSync(at('cs2/1'), { recursive: true }), 'install does not exist'],
])('R2 nothing starts from %s', (_what, damage, words) => {
  damage()
  const { status, stderr } = run('run', '--port', '27015')
  expect(status).toBe(1)
  expect(stderr).toContain(words)
})

test('R2 a wrong word is refused before anything is built', () => {
  for (const words of [['play'], ['run', '--colour', 'red'], ['run', '--port'], ['run', '--install', '/x']])
    expect(spawnSync(script, words, { encoding: 'utf8' }).status).toBe(2)
  expect(run('run', '--port', 'x; quit')).toMatchObject({ status: 2 })
  expect(existsSync(at('server/cs2'))).toBe(false)
})

test.skipIf(!hasPeerProgram('shellcheck'))('the script passes shellcheck', () => {
  const { status, stdout } = spawnSync('shellcheck', [script], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})
