// @slow 30 s: starts game servers
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type V1DaemonSet, loadYaml } from '@kubernetes/client-node'
import { writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { HostFolder } from '../host-folder.ts'
import { canGameUserRead, gameUserOptions } from '../testing/game-user.ts'

const repository = join(import.meta.dirname, '../../../..')
const manifest = join(repository, 'deploy/kubernetes/installs.yaml')

let folder = ''
let container: ChildProcess | undefined
const at = (...path: string[]) => join(folder, ...path)
const isReady = () => existsSync(at('tmp/applied'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-node-'))
  chmodSync(folder, 0o755)
  for (const name of ['cs2', 'tmp', 'steamcmd/linux64']) mkdirSync(at(name), { recursive: true })
  writeSteamcmd(at('steamcmd'), at('steam.json'))
  writeFileSync(at('steamcmd/linux64/steamclient.so'), 'library')
  publish('100')
})
afterEach(async () => {
  await stopContainer()
  rmSync(folder, { recursive: true })
})

function publish(build: string): void {
  writeFileSync(at('steam.json'), JSON.stringify({ build, fails: [] }))
}

/** Runs the command of the manifest's container with the folders of this test in place of those of a node. */
async function startContainer(environment: Record<string, string>): Promise<void> {
  await stopContainer()
  rmSync(at('tmp/applied'), { force: true })
  const [{ command = [] } = { command: [] }] =
    loadYaml<V1DaemonSet>(readFileSync(manifest, 'utf8')).spec?.template.spec?.containers ?? []
  const more = [
    '--port',
    String(await freePort()),
    '--need-gb',
    '0',
    '--start-seconds',
    '20',
    ...gameUserOptions,
  ]
  const [program = '', ...words] = command.map((word) =>
    word
      .replaceAll('/opt/clutch/', `${repository}/`)
      .replaceAll('/opt/steamcmd/', at('steamcmd/'))
      .replaceAll('/srv/cs2', at('cs2'))
      .replaceAll('/tmp/applied', at('tmp/applied'))
      .replace('host apply', `host apply ${more.join(' ')}`),
  )
  const env = {
    ...process.env,
    GAME_BUILD: 'newest',
    GAME_MODS: '',
    DELAY_HOURS: '0',
    CHECK_SECONDS: '1',
    ...environment,
  }
  container = spawn(program, words, { stdio: 'ignore', env })
}

async function stopContainer(): Promise<void> {
  if (!container || container.exitCode !== null || container.signalCode !== null) return
  container.kill('SIGTERM')
  await once(container, 'exit')
}

test.runIf(isProving && canGameUserRead)(
  'R2 the DaemonSet of installs follows Steam, is not ready after a failed trial, and goes back to an older build',
  async () => {
    const installs = new HostFolder(at('cs2'))
    writeModsTree(at('cs2/mods/1'), '1', '100')
    await startContainer({ GAME_MODS: '1', REVISION: 'a' })
    await vi.waitFor(() => expect(isReady()).toBe(true), 30_000)
    expect([installs.getCurrent(), installs.getMods()]).toEqual(['100', '1'])
    publish('101')
    await vi.waitFor(() => expect(isReady()).toBe(false), 60_000)
    expect(installs.getCurrent()).toBe('100')
    writeModsTree(at('cs2/mods/2'), '2')
    await startContainer({ GAME_MODS: '2', REVISION: 'b' })
    await vi.waitFor(() => expect(isReady()).toBe(true), 60_000)
    expect([installs.getCurrent(), installs.getMods()]).toEqual(['101', '2'])
    await startContainer({ GAME_MODS: '1', GAME_BUILD: '100', REVISION: 'c' })
    await vi.waitFor(() => expect(isReady()).toBe(true), 60_000)
    expect([installs.getCurrent(), installs.getMods()]).toEqual(['100', '1'])
  },
  240_000,
)
