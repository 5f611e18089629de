import { expect } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import type { KillPoint } from './worker.program.ts'
import { CrashTestPortal } from './crash-test-portal.ts'
import { type KillPoints, runLifecycle } from './run-lifecycle.ts'
import type { TestPlatform } from './test-platform.ts'
import { type OperationName, lifecycleParts } from './operations.ts'

/** Lives played concurrently, each with its own portal. */
const parallelPortals = 2
/** A starting game is observed repeatedly: further observations add nothing. */
const maxOccurrences = 4
const killedOperations = new Set(lifecycleParts.flat())

/**
 * Lives with a death at each step that a worker passes in each work: all of them in `npm run prove`, those of `sample` in
 * `npm test`. In every third of them two workers share the work, and one of them dies.
 */
export async function runCrashTest(
  open: () => Promise<TestPlatform>,
  { sample, title }: { sample: KillPoints; title: string },
): Promise<void> {
  if (!isProving) {
    const { killed, missed } = await withPortal(open, (lane) => runLifecycle(lane, sample))
    expect(missed).toEqual([])
    expect(killed).toHaveLength(Object.keys(sample).length)
    return
  }
  const { steps } = await withPortal(open, (lane) => runLifecycle(lane, {}))
  const points = new Map([...killedOperations].map((name) => [name, listKillPoints(steps[name] ?? [])]))
  const total = [...points.values()].reduce((sum, all) => sum + all.length, 0)
  const plan = Array.from(
    { length: Math.max(...[...points.values()].map((all) => all.length)) },
    (_, index) => pickKillPoints(points, index),
  )
  const said = { lives: 0, kills: 0, missed: 0, looks: 0 }
  const tell = () =>
    process.stderr.write(
      `${title}: ${said.kills} kills of ${total} points, ${said.missed} not passed again, ${said.lives} lives of ${plan.length}, ${said.looks} looks at what runs\n`,
    )
  let next = 0
  const run = async (lane: CrashTestPortal) => {
    for (let index = next++; index < plan.length; index = next++) {
      const { killed, missed } = await runLifecycle(lane, plan[index] ?? {}, { isPair: index % 3 === 2 })
      said.lives += 1
      said.kills += killed.length
      said.missed += missed.length
      tell()
    }
    said.looks += lane.guard.looks
  }
  await Promise.all(Array.from({ length: parallelPortals }, () => withPortal(open, run)))
  tell()
  expect(said.kills).toBeGreaterThan(total * 0.7)
}

/** Works on a substrate with one worker, and closes all of it. */
async function withPortal<Result>(
  open: () => Promise<TestPlatform>,
  work: (lane: CrashTestPortal) => Promise<Result>,
) {
  const substrate = await open()
  const lane = await CrashTestPortal.open(substrate)
  try {
    await lane.start()
    return await work(lane)
  } finally {
    await lane.close()
    await substrate.close()
  }
}

/** Each step at each of its passages, in the order they came. */
function listKillPoints(steps: readonly string[]): KillPoint[] {
  const passed = new Map<string, number>()
  return steps.flatMap((step) => {
    const nth = (passed.get(step) ?? 0) + 1
    passed.set(step, nth)
    return nth > maxOccurrences ? [] : [{ step, nth }]
  })
}

function pickKillPoints(points: ReadonlyMap<OperationName, KillPoint[]>, index: number): KillPoints {
  const deaths: KillPoints = {}
  for (const [name, all] of points) {
    const kill = all[index]
    if (kill) deaths[name] = kill
  }
  return deaths
}
