import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { PluginBroken, readMetaList, readPluginList, tryInstall } from './trials/try-install.ts'
import { runGameHost } from './command.ts'
import { HostFolder } from './host-folder.ts'
import { parseInstallOutput } from '../../domains/rentals/index.ts'
import { canGameUserRead, gameUserOptions } from './testing/game-user.ts'

const startScript = join(import.meta.dirname, '../../../deploy/game/start.sh')

let folder = ''
const at = (...path: string[]) => join(folder, ...path)
const installs = () => new HostFolder(at('cs2'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-host-'))
  chmodSync(folder, 0o755)
  mkdirSync(at('cs2'))
  mkdirSync(at('steamcmd/linux64'), { recursive: true })
  writeSteamcmd(at('steamcmd'), at('steam.json'))
  writeFileSync(at('steamcmd/linux64/steamclient.so'), 'library')
  publish('100')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Sets the build that Steam serves, and how its next downloads fail. */
function publish(build: string, ...fails: string[]): void {
  writeFileSync(at('steam.json'), JSON.stringify({ build, fails }))
}

/** Runs one command; returns its exit code and what it printed. */
async function run(...words: string[]) {
  return runIn({}, ...words)
}

async function runIn(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const options = ['--root', at('cs2'), '--steamcmd', at('steamcmd/steamcmd.sh'), '--need-gb', '0']
  const code = await runGameHost([...words.slice(0, 1), ...options, ...words.slice(1)], {
    environment,
    out: print,
    err: print,
  })
  return { code, text: lines.join('\n') }
}

test('R2 help is no failure, and an unknown command is named', async () => {
  expect(await run('--help')).toEqual({ code: 0, text: expect.stringContaining('Exit codes') })
  expect(await run('instal')).toEqual({ code: 2, text: 'unknown command: instal (see --help)' })
})

describe('installing', () => {
  test('R2 a build is installed complete, with the size of every file, and becomes the current one', async () => {
    expect(await run('install')).toMatchObject({
      code: 0,
      text: expect.stringContaining('build 100 is installed'),
    })
    expect(installs().getCurrent()).toBe('100')
    const manifest = readFileSync(at('cs2/current/.manifest'), 'utf8')
    expect(manifest).toContain('10 game/csgo/pak01_dir.vpk\n')
    expect(manifest).toContain(' game/bin/linuxsteamrt64/cs2\n')
    expect(readFileSync(at('cs2/current/steamclient.so'), 'utf8')).toBe('library')
    expect(existsSync(at('cs2/incoming'))).toBe(false)
  })

  test.each([
    ['a full disk', ['disk'], 5, 'the disk is full', 2],
    ['a network that stays away', ['network', 'network', 'network'], 7, 'SteamCMD failed 3 times', 4],
    ['a SteamCMD that is killed three times', ['half', 'half', 'half'], 7, 'SteamCMD failed 3 times', 4],
    ['a success that Steam’s record denies', ['lies'], 5, 'the install is incomplete', 2],
  ])('R2 %s leaves nothing to start, and the next run continues', async (_what, fails, code, words) => {
    publish('100', ...fails)
    const failed = await run('install')
    expect([failed.code, failed.text]).toEqual([code, expect.stringContaining(words)])
    expect([installs().listBuilds(), installs().getCurrent()]).toEqual([[], null])
    expect(existsSync(at('cs2/incoming/.incomplete'))).toBe(true)
    expect(await run('install')).toMatchObject({ code: 0 })
    expect(installs().listBuilds()).toEqual(['100'])
  })

  test('R2 one failed download is tried again within the command', async () => {
    publish('100', 'network', 'half')
    expect(await run('install')).toMatchObject({ code: 0 })
  })

  test('R2 an installation without room is refused before anything is downloaded', async () => {
    const { code, text } = await run('install', '--need-gb', '999999')
    expect([code, text]).toEqual([5, expect.stringContaining('are needed')])
    expect(existsSync(at('steam.json.calls'))).toBe(false)
  })

  test('R13 two installations at once: the second is refused', async () => {
    writeFileSync(at('steam.json'), JSON.stringify({ build: '100', stepMs: 50 }))
    const first = run('install')
    await vi.waitUntil(() => existsSync(at('steam.json.calls')), 10_000)
    expect(await run('install')).toMatchObject({ code: 6 })
    expect(await first).toMatchObject({ code: 0 })
  })

  test('R13 a download that was killed before its last step is finished by the next command', async () => {
    await run('install')
    writeFileSync(at('cs2/builds/100/.incomplete'), '')
    rmSync(at('cs2/current'))
    expect(await run('install')).toMatchObject({ code: 0 })
    expect(installs().isComplete('100')).toBe(true)
  })
})

describe('updating', () => {
  const update = async (...words: string[]) =>
    run('update', '--port', String(await freePort()), ...gameUserOptions, ...words)

  test.skipIf(!canGameUserRead)(
    'R2 a new build is tried with a real server, then switched to; the old one stays until it is pruned',
    async () => {
      await run('install')
      writeModsTree(at('cs2/mods/1'))
      await run('use-mods', '1')
      publish('101')
      const { code, text } = await update()
      expect(text.match(/^FAIL.*/gm)).toBeNull()
      expect(text.match(/^pass.*/gm)).toEqual([
        expect.stringMatching(/A2S answers: de_\w+, 16 slots/),
        expect.stringContaining('RCON accepts the password'),
        expect.stringContaining('Metamod loads CounterStrikeSharp: [01] CounterStrikeSharp'),
        expect.stringContaining('MatchZy is loaded: [#1:LOADED]: "MatchZy" (0.8.15)'),
        expect.stringContaining('a changed password survives a map change'),
        expect.stringContaining('the log arrives: '),
      ])
      expect([code, installs().getCurrent(), installs().listBuilds()]).toEqual([0, '101', ['100', '101']])
      expect(readdirSync(at('cs2')).filter((name) => name.startsWith('trial-'))).toEqual([])
      expect(await update()).toMatchObject({ code: 0, text: 'build 101 is the newest' })
      await run('prune', '--keep', '0')
      expect(installs().listBuilds()).toEqual(['101'])
    },
    60_000,
  )

  test.skipIf(!canGameUserRead)(
    'R2 a build that breaks the mods is not switched to, and holds everything until it is released',
    async () => {
      await run('install')
      writeModsTree(at('cs2/mods/1'), '1', '100')
      await run('use-mods', '1')
      publish('101')
      const failed = await update('--start-seconds', '20')
      expect((await run('status')).text).toMatch(/build 101 with mods 1 failed at .*: Metamod loads/)
      expect([failed.code, installs().getCurrent()]).toEqual([4, '100'])
      expect(failed.text).toContain('FAIL  Metamod loads CounterStrikeSharp')
      expect(await update()).toMatchObject({ code: 3, text: expect.stringContaining('build 101: Metamod') })
      expect((await run('status')).text).toContain('held since')
      writeModsTree(at('cs2/mods/2'), '2')
      expect((await run('use-mods', '2')).text).toContain('did not pass with these mods yet')
      await run('release')
      expect(await update()).toMatchObject({ code: 0 })
      expect(installs().getCurrent()).toBe('101')
      expect((await run('use-mods', '2')).text).toBe('')
      expect((await run('status')).text).toContain('build 101 with mods 2 passed at')
    },
    60_000,
  )

  test('R2 apply switches to a combination that passed on this host without another trial', async () => {
    await run('install')
    publish('101')
    await run('install')
    const trials = ['100', '101'].map((build) => ({ build, mods: null, failed: null, at: '2026-11-25' }))
    writeFileSync(at('cs2/trials.json'), JSON.stringify(trials))
    expect(await run('apply')).toMatchObject({ code: 0, text: expect.not.stringContaining('trying') })
    expect(installs().getCurrent()).toBe('101')
    await run('hold', 'by hand')
    expect(await run('apply', '--build', '100')).toMatchObject({ code: 3 })
    expect(await run('apply', '--build', '100', '--revision', 'b')).toMatchObject({ code: 0 })
    expect(installs().getCurrent()).toBe('100')
  })

  test('R2 apply leaves a new build to other hosts for as long as its options say', async () => {
    await run('install')
    const publishAt = (hoursAgo: number) =>
      writeFileSync(
        at('steam.json'),
        JSON.stringify({ build: '101', publishedAt: Date.now() - hoursAgo * 3_600_000 }),
      )
    publishAt(2)
    expect(await run('apply', '--delay-hours', '3')).toEqual({
      code: 0,
      text: 'build 101 waits until it is 3 h old\nservers start from build 100 with no mods',
    })
    const trials = [{ build: '101', mods: null, failed: null, at: '2026-11-25' }]
    writeFileSync(at('cs2/trials.json'), JSON.stringify(trials))
    publishAt(4)
    expect(await run('apply', '--delay-hours', '3')).toMatchObject({ code: 0 })
    expect(installs().getCurrent()).toBe('101')
  })

  test.runIf(isProving && canGameUserRead)(
    'R2 apply installs what a description wants, tries build and mods together, and holds until the description changes',
    async () => {
      const apply = async (...words: string[]) =>
        run(
          'apply',
          '--port',
          String(await freePort()),
          '--start-seconds',
          '20',
          ...gameUserOptions,
          ...words,
        )
      writeModsTree(at('cs2/mods/1'), '1', '100')
      expect(await apply('--mods', '1', '--revision', 'a')).toMatchObject({ code: 0 })
      expect([installs().getCurrent(), installs().getMods()]).toEqual(['100', '1'])
      expect(await apply('--mods', '1', '--revision', 'a')).toMatchObject({
        code: 0,
        text: 'servers start from build 100 with mods 1',
      })
      publish('101')
      expect(await apply('--mods', '1', '--revision', 'a')).toMatchObject({ code: 4 })
      expect(await apply('--mods', '1', '--revision', 'a')).toMatchObject({ code: 3 })
      expect([installs().getCurrent(), installs().getMods()]).toEqual(['100', '1'])
      writeModsTree(at('cs2/mods/2'), '2')
      expect(await apply('--mods', '2', '--revision', 'b')).toMatchObject({ code: 0 })
      expect([installs().getCurrent(), installs().getMods()]).toEqual(['101', '2'])
      const back = await apply('--mods', '1', '--build', '100', '--revision', 'c')
      expect([back.code, back.text]).toEqual([0, expect.not.stringContaining('trying')])
      expect([installs().getCurrent(), installs().getMods()]).toEqual(['100', '1'])
      expect(await apply('--build', '99', '--revision', 'd')).toMatchObject({
        code: 2,
        text: expect.stringContaining('Steam serves 101'),
      })
    },
    90_000,
  )

  test('R2 an operator goes back to an older build, which then stays', async () => {
    await run('install')
    publish('101')
    await run('install')
    await run('use', '101')
    expect(await run('use', '100')).toMatchObject({ code: 0 })
    expect(await run('update')).toMatchObject({
      code: 3,
      text: expect.stringContaining('pinned to build 100'),
    })
    expect(await run('use', '7')).toMatchObject({ code: 2 })
    expect(JSON.parse((await run('status', '--json')).text)).toMatchObject({
      builds: [
        { build: '100', current: true },
        { build: '101', current: false },
      ],
      hold: { reason: 'pinned to build 100' },
    })
  })

  test('R2 a record of the hold that a power failure tore holds until it is released', async () => {
    await run('hold', 'by hand')
    writeFileSync(at('cs2/hold.json'), '')
    const held = await run('install')
    expect([held.code, held.text]).toEqual([3, expect.stringContaining('hold.json cannot be read')])
    expect(await run('release')).toEqual({ code: 0, text: 'released' })
    expect(await run('install')).toMatchObject({ code: 0 })
  })

  test('R2 the hold of an operator during a trial that then fails stays', async () => {
    await run('install')
    publish('101')
    await run('install')
    rmSync(at('cs2/builds/101/game/csgo/gameinfo.gi'))
    const words = ['--port', String(await freePort()), '--start-seconds', '20', ...gameUserOptions]
    const options = ['--root', at('cs2'), '--steamcmd', at('steamcmd/steamcmd.sh')]
    const hold = { reason: 'a tournament', since: '2026-11-26T00:00:00.000Z' }
    const out = (line: string) => void (line === 'trying build 101' && installs().setHold(hold))
    const io = { environment: {}, out, err: () => undefined }
    expect(await runGameHost(['update', ...options, ...words], io)).toBe(4)
    expect(installs().readHold()).toEqual(hold)
    expect(readdirSync(at('cs2')).filter((name) => name.startsWith('hold'))).toEqual(['hold.json'])
  })

  test('R2 the portal gets builds, mods and hold, also after a failure', async () => {
    await run('install')
    publish('101')
    await run('install')
    const state = async (...words: string[]) => {
      const { code, text } = await runIn({ CLUTCH_GAME_HOST_STATE: '1' }, ...words)
      return { code, ...parseInstallOutput(text).state }
    }
    const builds = [
      { build: '100', version: '1.41.100.0', current: true },
      { build: '101', version: '1.41.101.0', current: false },
    ]
    expect(await state('status')).toEqual({ code: 0, builds, mods: null, hold: null })
    expect(await state('hold', '--reason=--json is no option')).toMatchObject({
      hold: { reason: '--json is no option', since: expect.any(Number), trial: false },
    })
    expect(await state('update')).toMatchObject({ code: 3, hold: { trial: false } })
    expect(await state('use', '101')).toMatchObject({
      builds: [{ current: false }, { current: true }],
      hold: { reason: 'pinned to build 101' },
    })
    expect(await state('use', '7')).toMatchObject({ code: 2, builds: [{}, { current: true }] })
    expect(await state('release')).toMatchObject({ code: 0, hold: null })
    expect((await run('status')).text).not.toContain('host-state')
  })

  test.runIf(isProving && canGameUserRead)(
    'R2 doctor reports every check; one that fails is its exit code',
    async () => {
      await run('install')
      const port = String(await freePort())
      const { text } = await run('doctor', '--port', port, ...gameUserOptions)
      expect(text).toContain('| runtime libraries | pass |')
      expect(text).toContain('| a changed password survives a map change | pass |')
      expect(await run('doctor', '--mods', '../steam', ...gameUserOptions)).toMatchObject({ code: 2 })
      rmSync(at('cs2/current/game/csgo/gameinfo.gi'))
      const broken = await run('doctor', '--port', port, '--start-seconds', '5', ...gameUserOptions)
      expect(broken.code).toBe(1)
      expect(broken.text).toContain('| game/csgo/gameinfo.gi is there | **FAIL** |')
      expect(broken.text).toContain('| A2S answers | **FAIL** |')
    },
    60_000,
  )
})

test('R2 a build that a server runs from is not removed', async () => {
  await run('install')
  publish('101')
  await run('install')
  await run('use', '101')
  mkdirSync(at('server'))
  const port = String(await freePort())
  const words = ['run', '--install', at('cs2/builds/100'), '--folder', at('server'), '--port', port]
  const server = spawn(startScript, words, { stdio: 'ignore', detached: true })
  const ended = once(server, 'exit')
  try {
    await vi.waitUntil(() => existsSync(at('server/console')), 10_000)
    await run('prune', '--keep', '0')
    expect(installs().listBuilds()).toEqual(['100', '101'])
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGKILL')
    await ended
  }
  await vi.waitUntil(async () => (await run('prune', '--keep', '0')).text === 'removed 100', 10_000)
  expect(installs().listBuilds()).toEqual(['101'])
})

test.skipIf(gameUserOptions.length === 0 || !canGameUserRead)(
  'R12 a game under trial cannot put a link where its configuration is written again',
  async () => {
    await run('install')
    const victim = at('victim')
    writeFileSync(victim, 'untouched')
    const game = at('cs2/current/game/bin/linuxsteamrt64/cs2')
    const link = `ln -sf '${victim}' "$own/cfg/server.cfg"`
    const attack = `own=$HOME/..\n${link} || { mv "$own/cfg" "$own/old" && mkdir "$own/cfg" && ${link}; }\n`
    writeFileSync(
      game,
      readFileSync(game, 'utf8').replace('set -euo pipefail\n', `${attack}set -euo pipefail\n`),
    )
    const { text } = await run('doctor', '--port', String(await freePort()), ...gameUserOptions)
    expect(text).toContain('| a changed password survives a map change | pass |')
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
  },
  60_000,
)

test.runIf(isProving)('R2 games of other users can read an install, whatever the umask is', () => {
  const program = join(import.meta.dirname, '../game-host.ts')
  const words = ['install', '--root', at('cs2'), '--steamcmd', at('steamcmd/steamcmd.sh'), '--need-gb', '0']
  const { status } = spawnSync('sh', [
    '-c',
    'umask 077; exec "$@"',
    'sh',
    process.execPath,
    program,
    ...words,
  ])
  expect(status).toBe(0)
  const modes = ['builds', 'builds/100', 'builds/100/game/csgo/gameinfo.gi', 'mods'].map(
    (path) => statSync(at('cs2', path)).mode & 0o055,
  )
  expect(modes).toEqual([0o055, 0o055, 0o044, 0o055])
})

test('R2 a start script that cannot be run is a failed trial with the reason', async () => {
  writeFileSync(at('start.sh'), '#!/bin/sh\n', { mode: 0o644 })
  const options = { startScript: at('start.sh'), install: at('cs2'), mods: null, scratch: at('cs2') }
  const limits = { port: await freePort(), uid: null, startMs: 20_000, portal: null, demoBytes: 0 }
  const [result] = await tryInstall({ ...options, ...limits })
  expect(result).toMatchObject({ name: 'A2S answers', ok: false, detail: expect.stringContaining('EACCES') })
  expect(readdirSync(at('cs2'))).toEqual([])
})

test('R2 a wrong command line changes nothing and says what is wrong', async () => {
  for (const words of [
    ['play'],
    ['install', '--colour', 'red'],
    ['prune', '--keep', 'x'],
    ['hold'],
    ['use-mods', 'current/../..'],
    ['apply', '--build', '../mods'],
  ])
    expect(await run(...words)).toMatchObject({ code: 2 })
  expect(await runGameHost(['status'], { environment: {}, out: () => {}, err: () => {} })).toBe(2)
})

test('R2 what Metamod reports is read', () => {
  const loaded = '[01] CounterStrikeSharp (v1.0.373 @ 3a59f2d) by Roflmuffin'
  expect(readMetaList(`Listing 1 plugin:\n  ${loaded}\n`)).toBe(loaded)
  expect(readMetaList("Unknown command 'meta'!\n")).toBeNull()
  const broken = 'Listing 1 plugin:\n  [01] <ERROR> CounterStrikeSharp (v1.0.374 @ 6c02f47) by Roflmuffin\n'
  expect(() => readMetaList(broken)).toThrow(PluginBroken)
})

test.each([
  ['  [#1:LOADED]: "MatchZy" (0.8.15) by WD- (https://github.com/shobhit-pathak/)\n', true],
  ['  [#2:UNLOADED]: "MatchZy" (0.8.7) by WD-\n', false],
  ["Unknown command 'css_plugins'!\n", false],
])('R2 what CounterStrikeSharp reports is read: %s', (answer, isLoaded) => {
  expect(readPluginList(answer) !== null).toBe(isLoaded)
})
