// @slow 30 s: kills whole workers
import { expect, test } from 'vitest'
import type { KillPoints } from './testing/run-lifecycle.ts'
import { runCrashTest } from './testing/crash-plan.ts'
import { createProcessPlatform } from './testing/test-platform.ts'

/** The sample of `npm test`: each at another kind of step. The other operations are killed with containers. */
const sample: KillPoints = {
  drain: { step: 'create-done', nth: 1 },
  clearing: { step: 'drop-begins', nth: 1 },
}

test('R1 R2 R3 R5 R10 R12 R13 killed at any step with real processes, a rental reaches its wanted state', async () => {
  await expect(runCrashTest(createProcessPlatform, { sample, title: 'processes' })).resolves.toBeUndefined()
}, 7_200_000)
