// @slow 30 s: installs, tries and starts games
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { writeSteamcmd } from '@clutch/gamesim/install/write-steamcmd.ts'
import { runGameHost } from '../../../cli/game-host/command.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { checkGameVersion } from '../../servers/index.ts'
import { type Fleet, openRentalFleet } from '../fleet.ts'
import { reconcileDue } from '../reconciler/reconcile-due.ts'
import { HostWatcher } from '../reconciler/watch/host-watcher.ts'
import { selectInstances } from '../rentals.store.ts'
import { createTestRental } from '../testing/rental-builder.ts'
import {
  getGameUpdateProblems,
  getGameUpdates,
  releaseGameUpdates,
  requestInstallAction,
} from './game-updates.service.ts'
import { canGameUserRead, gameUserOptions } from '../../../cli/game-host/testing/game-user.ts'

const repository = join(import.meta.dirname, '../../../..')
let folder: string
let base: TestContext
let steam: SteamEmulator
let context: AppContext
let fleet: Fleet
let watcher: HostWatcher
const at = (...path: string[]) => join(folder, ...path)

/** Sets the build that Steam offers. */
function publish(build: string): void {
  writeFileSync(at('steam.json'), JSON.stringify({ build }))
}

async function runHostCommand(...words: string[]): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const options = ['--root', at('cs2'), '--steamcmd', at('steamcmd.sh'), '--need-gb', '0']
  const [name = '', ...rest] = words
  const code = await runGameHost([name, ...options, ...rest], { environment: {}, out: print, err: print })
  if (code !== 0) throw new Error(`game-host ${name}: ${lines.join('\n')}`)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-whole-'))
  chmodSync(folder, 0o755)
  mkdirSync(at('cs2'))
  writeSteamcmd(folder, at('steam.json'))
  publish('100')
  await runHostCommand('install')
  // MatchZy works with the second build, and no longer with the third.
  writeModsTree(at('cs2/mods/one'), '1', '200')
  await runHostCommand('use-mods', 'one')
  steam = await startSteamEmulator({ people: [], apiKey: 'not-needed', gameVersion: '1.41.100.0' })
  base = await createTestContext()
  const [port, trialPort] = [await freePort(), await freePort()]
  const installs = ['--install', at('cs2/current'), '--mods', at('cs2/mods/current')]
  const start = [join(repository, 'deploy/game/start.sh'), 'run', ...installs, '--folder', '{folder}']
  const update = [
    process.execPath,
    join(repository, 'server/cli/game-host.ts'),
    'update',
    '--root',
    at('cs2'),
  ]
  const options = ['--steamcmd', at('steamcmd.sh'), '--need-gb', '0', '--port', String(trialPort)]
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: at('data'),
    CLUTCH_GAME_COMMAND: JSON.stringify([...start, '--host', '{host}', '--port', '{port}']),
    CLUTCH_GAME_PORTS: `${port}-${port}`,
    CLUTCH_GAME_INSTALL: at('cs2/current'),
    CLUTCH_GAME_UPDATE_COMMAND: JSON.stringify([
      ...update,
      ...options,
      '--start-seconds',
      '60',
      ...gameUserOptions,
    ]),
    CLUTCH_REPORT_URL: 'http://127.0.0.1:9',
    STEAM_API_URL: steam.url,
  })
  mkdirSync(at('data'))
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  context = { ...base, config, clock }
  fleet = await openRentalFleet(context)
  watcher = new HostWatcher(fleet)
})

afterAll(async () => {
  fleet.driver.close()
  fleet.game.close()
  await steam.close()
  await base.destroy()
  rmSync(folder, { recursive: true })
})

/** Lets the workers of rentals do what is due until something holds. */
function until(check: () => Promise<boolean>): Promise<unknown> {
  const step = async () => {
    await watcher.pass()
    await reconcileDue(fleet)
    return check()
  }
  return vi.waitUntil(step, { timeout: 60_000, interval: 200 })
}

test.runIf(isProving && canGameUserRead)(
  'R13 a new version is installed, tried and moved to; one that breaks the mods is not',
  async () => {
    const rental = await createTestRental(context)
    const host = async () => (await getGameUpdates(context)).hosts[0]
    const runs = async (version: string) => {
      const [server] = (await host())?.servers ?? []
      return server?.version === version && server.state === 'current'
    }
    try {
      await until(() => runs('1.41.100.0'))

      publish('200')
      steam.setGameVersion('1.41.200.0')
      await checkGameVersion(context)
      await until(() => runs('1.41.200.0'))
      expect((await host())?.update).toMatchObject({
        state: 'done',
        output: expect.stringContaining('pass  MatchZy is loaded'),
      })

      publish('300')
      steam.setGameVersion('1.41.300.0')
      await checkGameVersion(context)
      await until(async () => (await host())?.update?.state === 'failed')
      expect((await host())?.update?.output).toContain('held: build 300')
      expect([(await host())?.installed, (await host())?.outdated, await runs('1.41.200.0')]).toEqual([
        '1.41.200.0',
        true,
        true,
      ])
      expect(await getGameUpdateProblems(context.database, new Date())).toMatchObject({
        failedHosts: ['local'],
      })

      // An operator goes back to the first build, and then lets the host be updated again.
      expect((await host())?.install).toMatchObject({
        builds: [{ build: '100' }, { build: '200', current: true }, { build: '300' }],
        hold: { trial: true },
      })
      await releaseGameUpdates(context)
      const revision = (await host())?.revision
      await requestInstallAction(context, 'local', { name: 'use', argument: '100', revision })
      await until(() => runs('1.41.100.0'))
      expect((await host())?.install).toMatchObject({
        builds: [{ current: true }, { current: false }, { current: false }],
        hold: { reason: 'pinned to build 100', trial: false },
      })
      await requestInstallAction(context, 'local', { name: 'release', argument: '', revision: undefined })
      await until(async () => (await host())?.install?.hold === null)
    } finally {
      for (const { generation, host_name: hostName } of await selectInstances(context.database, rental.id))
        await fleet.driver.remove(
          { rentalId: rental.id, number: rental.number, generation, hostName },
          { graceMs: 0, keepData: false },
        )
    }
  },
  180_000,
)
