import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeGameSettings } from '../../game-settings/game-settings.service.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'
import { reconcileDue } from '../reconcile-due.ts'

const minute = 60_000
const hour = 60 * minute
/** 04:00 in Asia/Shanghai, an hour before the set one. */
const evening = Date.UTC(2026, 10, 23, 20)

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'one' }])
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.at = () => undefined
  await fixture.forget()
  const { clock } = fixture.context
  const passed = (clock.now().getTime() - evening) % (24 * hour)
  clock.advance(passed <= 0 ? -passed : 24 * hour - passed)
  await changeGameSettings(fixture.context, { nightlyHour: null })
})

const restarts = (id: string) => fixture.machines.liveOf(id).flatMap((one) => one.restarts)

test('R13 a server that is empty at night is restarted once, an occupied one once it is empty', async () => {
  const [empty, occupied, never] = [await fixture.running(), await fixture.running(), await fixture.running()]
  const players = (id: string, count: number) => {
    for (const one of fixture.machines.liveOf(id)) one.players = count
  }
  players(occupied.id, 3)
  players(never.id, 1)
  await fixture.look()
  await changeGameSettings(fixture.context, { nightlyHour: 5 })
  await fixture.pass(3 * hour + minute)
  expect([restarts(empty.id), restarts(occupied.id)]).toEqual([[expect.stringMatching(/^nightly-2026-/)], []])
  expect(await fixture.lines(empty.id)).toContain('restarted at night')
  players(occupied.id, 0)
  await fixture.pass(hour)
  expect(restarts(occupied.id)).toHaveLength(1)
  await fixture.pass(18 * hour)
  expect([empty, occupied, never].map(({ id }) => restarts(id).length)).toEqual([1, 1, 0])
  await fixture.pass(8 * hour)
  expect([empty, occupied, never].map(({ id }) => restarts(id).length)).toEqual([2, 2, 0])
  expect(await fixture.read(empty.id)).toMatchObject({ state: 'running', outage_at: null })
})

test('R13 without an hour no server is restarted at night', async () => {
  const { id } = await fixture.running()
  await fixture.pass(30 * hour)
  expect(restarts(id)).toEqual([])
})

test.runIf(isProving)(
  'R3 R13 killed after the restart and before it is stored, a server is restarted once that night',
  async () => {
    const { id } = await fixture.running()
    await fixture.look()
    await changeGameSettings(fixture.context, { nightlyHour: 5 })
    let killed = 0
    fixture.at = () => {
      if (killed > 0 || restarts(id).length === 0) return
      killed += 1
      throw new Error('the process died')
    }
    const end = fixture.context.clock.now().getTime() + 4 * hour
    while (fixture.context.clock.now().getTime() < end) {
      await reconcileDue(fixture.another()).catch(() => undefined)
      fixture.context.clock.advance(minute)
      await fixture.look()
    }
    expect([killed, restarts(id)]).toEqual([1, [expect.stringMatching(/^nightly-/)]])
    expect(await fixture.lines(id)).toContain('restarted at night')
  },
)
