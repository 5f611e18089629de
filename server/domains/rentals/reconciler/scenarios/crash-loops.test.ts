import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeCrashLoop } from '../../crash-loop.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000

vi.setConfig({ testTimeout: 60_000 })

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open()
})
afterEach(() => stage.close())

async function crash(id: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const [one] = stage.machines.liveOf(id)
    if (one) stage.machines.crash(one)
    await stage.look()
    while (stage.live(id).length === 0) await stage.pass(100, { watch: false })
  }
}

const readProblem = async (id: string) => {
  const [one] = await stage.instances(id)
  return one && describeCrashLoop(one, stage.context.clock.now())
}

test('R2 the operator is alerted to a game that exits again and again, until it runs for a while', async () => {
  const { id } = await stage.running()
  await crash(id, 4)
  expect(await readProblem(id)).toBe('')
  await crash(id, 1)
  expect(await readProblem(id)).toBe('the game ended 5 times in a row')
  await stage.pass(11 * minute)
  expect(await readProblem(id)).toBe('')
})

test('G25 the failure of a rental that was never ready is stored with it', async () => {
  stage.machines.slowFor = Infinity
  const { id } = await stage.rental()
  await stage.run()
  await crash(id, 5)
  const problem = 'the game ended 5 times in a row'
  expect(await stage.read(id)).toMatchObject({ problem })
  await stage.pass(31 * minute, { watchMs: 5 * minute })
  expect(await stage.read(id)).toMatchObject({ state: 'failed', problem })
})
