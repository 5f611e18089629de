// @slow 20 s: runs containers
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Docker from 'dockerode'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { runGameHost } from '../../../../cli/game-host/command.ts'
import { type InstallAction, parseInstallOutput } from '../install-command.ts'
import { openDockerDriver } from './open-docker-driver.ts'
import { buildDockerConfig } from './testing/docker-driver-fixture.ts'
import { type Podman, canStartPodman, nodePath, repository, startPodman } from './testing/podman.ts'

/** Starting an engine of its own and a game takes longer than what is tested. */
const isProving = process.env['CLUTCH_PROVE'] === '1'
const gameUser = '4711:4712'

let podman: Podman
let folder = ''
const at = (...path: string[]) => join(folder, ...path)

function publish(build: string): void {
  writeFileSync(at('steam.json'), JSON.stringify({ build }))
}

describe.skipIf(!isProving || !canStartPodman())('game-host in a container', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    podman = await startPodman()
    folder = mkdtempSync(join(tmpdir(), 'clutch-updater-'))
    chmodSync(folder, 0o777)
    mkdirSync(at('cs2'))
    writeSteamcmd(folder, at('steam.json'), nodePath)
    publish('100')
  })
  afterAll(async () => {
    const docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
    for (const { Id } of await docker.listContainers({ all: true }))
      await docker.getContainer(Id).remove({ force: true })
    await podman.stop()
    rmSync(folder, { recursive: true })
  })

  test('R13 without capabilities and without root it installs, tries a server and switches; a build is chosen and released', async () => {
    const print = () => undefined
    const options = ['--root', at('cs2'), '--steamcmd', at('steamcmd.sh'), '--need-gb', '0']
    const run = (...words: string[]) => runGameHost(words, { environment: {}, out: print, err: print })
    expect(await run('install', ...options)).toBe(0)
    writeModsTree(at('cs2/mods/one'))
    expect(await run('use-mods', 'one', ...options)).toBe(0)
    spawnSync('chown', ['-R', gameUser, folder])
    publish('101')
    const command = [nodePath, join(repository, 'server/cli/game-host.ts'), 'update', ...options]
    // The image holds the parts of the project that game-host needs (deploy/game/update.Dockerfile).
    const parts = ['server', 'deploy'].map((part) => join(repository, part))
    const mounts = [...podman.mounts, ...parts.map((part) => `${part}:${part}:ro`)]
    const config = buildDockerConfig(podman, [nodePath, '-e', '0'], {
      CLUTCH_GAME_UPDATE_COMMAND: JSON.stringify(command),
      CLUTCH_GAME_UPDATE_MOUNTS: JSON.stringify([...mounts, `${folder}:${folder}`]),
    })
    const timeouts = { queryMs: 20_000, changeMs: 20_000, stopMs: 1_000 }
    const driver = await openDockerDriver({ config, log: pino({ level: 'silent' }) }, 'portal-1', timeouts)
    const end = async (op: string, action: InstallAction) => {
      const follow = async () => {
        const update = await driver.updateInstall('box', op, action)
        return update && update.state !== 'running' ? update : null
      }
      const { state, output } = await vi.waitUntil(follow, { timeout: 60_000, interval: 200 })
      return { ended: state, ...parseInstallOutput(output) }
    }
    const updated = await end('a', { name: 'update', argument: '' })
    expect(updated).toMatchObject({
      ended: 'done',
      state: { builds: [{ build: '100' }, { build: '101', current: true }], hold: null },
      output: expect.stringContaining('pass  MatchZy is loaded'),
    })
    expect(await end('b', { name: 'use', argument: '100' })).toMatchObject({
      state: { builds: [{ current: true }, { current: false }], hold: { reason: 'pinned to build 100' } },
    })
    expect(await end('c', { name: 'release', argument: '' })).toMatchObject({ state: { hold: null } })
    driver.close()
  })
})
