// @slow 20 s: kills whole workers, runs containers
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Podman, canStartPodman, startPodman } from '../drivers/docker/testing/podman.ts'
import type { KillPoints } from './testing/run-lifecycle.ts'
import { runCrashTest } from './testing/crash-plan.ts'
import { createDockerPlatform } from './testing/test-platform.ts'

/** The sample of `npm test`: kills in the middle of an engine call. */
const sample: KillPoints = {
  create: { step: 'engine: post containers create-done', nth: 1 },
  restart: { step: 'engine: post containers restart-done', nth: 1 },
  switch: { step: 'create-done', nth: 1 },
  revoke: { step: 'engine: delete containers-done', nth: 1 },
}

// `npm test` kills workers with processes only.
describe.skipIf(!isProving || !canStartPodman())('a real engine', () => {
  let dataDir = ''
  let podman: Podman
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'clutch-crash-'))
    podman = await startPodman()
  })
  afterAll(async () => {
    await podman?.stop()
    if (dataDir !== '') rmSync(dataDir, { recursive: true })
  })

  test('R1 R2 R3 R5 R10 R12 R13 killed at any step with real containers, a rental reaches its wanted state', async () => {
    const open = async () => createDockerPlatform(podman, dataDir)
    await expect(runCrashTest(open, { sample, title: 'containers' })).resolves.toBeUndefined()
  }, 7_200_000)
})
