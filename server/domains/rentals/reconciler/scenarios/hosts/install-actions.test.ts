import type { InstallState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formatInstallState } from '../../../drivers/install-command.ts'
import {
  getGameUpdateProblems,
  getGameUpdates,
  requestInstallAction,
} from '../../../game-updates/game-updates.service.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'
import { HostWatcher } from '../../watch/host-watcher.ts'

const minute = 60_000
const [before, after] = ['1.41.3.1', '1.41.3.2']
const state = (hold: string | null, trial = false): InstallState => ({
  builds: [
    { build: '100', version: before, current: hold !== null && !trial },
    { build: '200', version: after, current: hold === null || trial },
  ],
  mods: 'one',
  hold: hold === null ? null : { since: 1, reason: hold, trial },
})
const use = { name: 'use', argument: '100', revision: undefined } as const
const release = { name: 'release', argument: '', revision: undefined } as const

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'one' }])
  Object.assign(fixture.context.config, { gameUpdateCommand: ['update'] })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.forget()
  fixture.driver.forget()
  Object.assign(fixture.driver, { canUpdateInstalls: true, canChangeInstalls: true })
  fixture.machines.at('one').installed = after
  await require(null)
})

const require = (version: number | null) =>
  fixture.context.database.updateTable('game_version_check').set({ required_version: version }).execute()
const host = async () => (await getGameUpdates(fixture.context)).hosts[0]
const actions = () => fixture.driver.updateActions

/** How the next runs of the command end. */
function answer(
  install: InstallState,
  more: { state?: 'done' | 'failed'; installs?: string; text?: string } = {},
) {
  const { state: ended = 'done', installs, text = 'done' } = more
  const output = `${text}\n${formatInstallState(install)}\nnpm adds this`
  fixture.driver.updateOutcome = { state: ended, output, ...(installs !== undefined && { installs }) }
}

test('R13 builds and hold of a host are read once, and again after an hour or when the version is another', async () => {
  answer(state(null))
  await fixture.running()
  await fixture.pass(minute)
  expect(await host()).toMatchObject({
    install: state(null),
    update: { action: 'status', output: 'done\n\nnpm adds this' },
  })
  expect(actions()).toEqual(['status'])
  await fixture.pass(40 * minute)
  expect(actions()).toEqual(['status'])
  await fixture.pass(25 * minute)
  expect(actions()).toEqual(['status', 'status'])
  // Someone went back on the host itself.
  fixture.machines.at('one').installed = before
  answer(state('pinned to build 100'))
  await fixture.pass(15 * minute)
  expect([actions().length, (await host())?.install?.hold?.reason]).toEqual([3, 'pinned to build 100'])
})

test('R13 a rollback chosen in the console is run once, and servers move back; the held host is not updated until its release', async () => {
  answer(state(null))
  const rental = await fixture.running()
  await fixture.pass(minute)
  answer(state('pinned to build 100'), { installs: before })
  await requestInstallAction(fixture.context, 'one', use)
  await fixture.pass(2 * minute)
  expect(actions()).toEqual(['status', 'use 100'])
  expect(await host()).toMatchObject({
    installed: before,
    install: { hold: { reason: 'pinned to build 100' } },
    update: { action: 'use', argument: '100', state: 'done' },
    servers: [{ number: rental.number, version: before, state: 'current' }],
  })

  await require(14_132)
  await fixture.pass(50 * minute)
  expect(actions()).toEqual(['status', 'use 100'])
  answer(state(null))
  await requestInstallAction(fixture.context, 'one', release)
  await fixture.look()
  await fixture.look()
  answer(state(null), { installs: after })
  await fixture.pass(2 * minute)
  expect(actions()).toEqual(['status', 'use 100', 'release', 'update'])
  expect(await host()).toMatchObject({ installed: after, servers: [{ version: after }] })
})

test('R13 a request survives the process that was to run it, and two watchers run it once', async () => {
  answer(state(null))
  await fixture.running()
  await fixture.pass(minute)
  answer(state('pinned to build 100'), { installs: before })
  await requestInstallAction(fixture.context, 'one', use)
  // The first process dies after the command has started: its answer is lost.
  const run = fixture.driver.updateInstall.bind(fixture.driver)
  vi.spyOn(fixture.driver, 'updateInstall').mockImplementationOnce(async (...words) => {
    await run(...words)
    throw new Error('the process died')
  })
  await expect(new HostWatcher(fixture.another()).pass()).rejects.toThrow('the process died')
  await Promise.all([new HostWatcher(fixture.another()).pass(), new HostWatcher(fixture.another()).pass()])
  await fixture.pass(2 * minute)
  expect(actions()).toEqual(['status', 'use 100'])
  expect(await host()).toMatchObject({ update: { action: 'use', state: 'done' }, installed: before })
})

test('R13 a host that is held since a failed trial stays in the attention list until its release', async () => {
  answer(state(null))
  await fixture.running()
  await fixture.pass(minute)
  const problems = async () =>
    (await getGameUpdateProblems(fixture.context.database, fixture.context.clock.now())).failedHosts
  answer(state('build 300: MatchZy is loaded: not within 30 s', true), { state: 'failed', text: 'FAIL' })
  await require(14_133)
  await fixture.pass(minute)
  answer(state('build 300: MatchZy is loaded: not within 30 s', true))
  await fixture.pass(70 * minute, { watchMs: 7 * minute })
  expect([actions(), await problems()]).toEqual([['status', 'update', 'status'], ['one']])
  answer(state(null))
  await requestInstallAction(fixture.context, 'one', release)
  await fixture.pass(minute / 2)
  expect(await problems()).toEqual([])
})
