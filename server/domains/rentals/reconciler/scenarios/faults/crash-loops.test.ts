import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeCrashLoop } from '../../../crash-loop.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const minute = 60_000

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeEach(async () => {
  fixture = await ReconcilerFixture.open()
})
afterEach(() => fixture.close())

async function crash(id: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const [one] = fixture.machines.liveOf(id)
    if (one) fixture.machines.crash(one)
    await fixture.look()
    while (fixture.live(id).length === 0) await fixture.pass(100, { watch: false })
  }
}

const readProblem = async (id: string) => {
  const [one] = await fixture.instances(id)
  return one && describeCrashLoop(one, fixture.context.clock.now())
}

test('R2 the operator is alerted to a game that exits again and again, until it runs for a while', async () => {
  const { id } = await fixture.running()
  await crash(id, 4)
  expect(await readProblem(id)).toBe('')
  await crash(id, 1)
  expect(await readProblem(id)).toBe('the game ended 5 times in a row')
  await fixture.pass(11 * minute)
  expect(await readProblem(id)).toBe('')
})

test('G25 the failure of a rental that was never ready is stored with it', async () => {
  fixture.machines.slowFor = Infinity
  const { id } = await fixture.rental()
  await fixture.run()
  await crash(id, 5)
  const problem = 'the game ended 5 times in a row'
  expect(await fixture.read(id)).toMatchObject({ problem })
  await fixture.pass(31 * minute, { watchMs: 5 * minute })
  expect(await fixture.read(id)).toMatchObject({ state: 'failed', problem })
})
