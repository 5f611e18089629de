import { expect } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import type { Kill } from './child.ts'
import { Lane } from './lane.ts'
import { type Deaths, live } from './lives.ts'
import type { Substrate } from './substrate.ts'
import { type WorkName, life } from './works.ts'

/** Lives of so many leases at once, each with a portal of its own. */
const lanesMax = 2
/** While a game starts it is looked at again and again: nothing differs after so many looks. */
const passagesMax = 4
const deadly = new Set(life.flat())

/**
 * Lives with a death at each step that a worker passes in each work: all of them in `npm run prove`, those of `sample` in
 * `npm test`. In every third of them two workers share the work, and one of them dies.
 */
export async function liveAndDie(
  open: () => Promise<Substrate>,
  { sample, title }: { sample: Deaths; title: string },
): Promise<void> {
  if (propertyRuns(1_000) <= 20) {
    const { killed, missed } = await inLane(open, (lane) => live(lane, sample))
    expect(missed).toEqual([])
    expect(killed).toHaveLength(Object.keys(sample).length)
    return
  }
  const { steps } = await inLane(open, (lane) => live(lane, {}))
  const points = new Map([...deadly].map((name) => [name, pointsOf(steps[name] ?? [])]))
  const total = [...points.values()].reduce((sum, all) => sum + all.length, 0)
  const plan = Array.from(
    { length: Math.max(...[...points.values()].map((all) => all.length)) },
    (_, index) => deathsOf(points, index),
  )
  const said = { lives: 0, kills: 0, missed: 0, looks: 0 }
  const tell = () =>
    process.stderr.write(
      `${title}: ${said.kills} kills of ${total} points, ${said.missed} not passed again, ${said.lives} lives of ${plan.length}, ${said.looks} looks at what runs\n`,
    )
  let next = 0
  const run = async (lane: Lane) => {
    for (let index = next++; index < plan.length; index = next++) {
      const { killed, missed } = await live(lane, plan[index] ?? {}, { isPair: index % 3 === 2 })
      said.lives += 1
      said.kills += killed.length
      said.missed += missed.length
      tell()
    }
    said.looks += lane.guard.looks
  }
  await Promise.all(Array.from({ length: lanesMax }, () => inLane(open, run)))
  tell()
  expect(said.kills).toBeGreaterThan(total * 0.7)
}

/** Works on a substrate with one worker, and closes all of it. */
async function inLane<Result>(open: () => Promise<Substrate>, work: (lane: Lane) => Promise<Result>) {
  const substrate = await open()
  const lane = await Lane.open(substrate)
  try {
    await lane.start()
    return await work(lane)
  } finally {
    await lane.close()
    await substrate.close()
  }
}

/** Each step at each of its passages, in the order they came. */
function pointsOf(steps: readonly string[]): Kill[] {
  const passed = new Map<string, number>()
  return steps.flatMap((step) => {
    const nth = (passed.get(step) ?? 0) + 1
    passed.set(step, nth)
    return nth > passagesMax ? [] : [{ step, nth }]
  })
}

function deathsOf(points: ReadonlyMap<WorkName, Kill[]>, index: number): Deaths {
  const deaths: Deaths = {}
  for (const [name, all] of points) {
    const kill = all[index]
    if (kill) deaths[name] = kill
  }
  return deaths
}
