// @slow 30 s: runs processes and containers
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { type Podman, canStartPodman, startPodman } from '../drivers/docker/testing/podman.ts'
import { CrashTestPortal } from './testing/crash-test-portal.ts'
import { driverLifecycleRules } from './testing/driver-lifecycle-rules.ts'
import { type TestPlatform, createDockerPlatform, createProcessPlatform } from './testing/test-platform.ts'

const everyRule = Object.entries(driverLifecycleRules)

/** The rules with two workers on what `open` opens, which is closed after them. */
function rules(open: () => Promise<TestPlatform>, all = everyRule): void {
  let substrate: TestPlatform
  let lane: CrashTestPortal

  beforeAll(async () => {
    substrate = await open()
    lane = await CrashTestPortal.open(substrate)
    await Promise.all([lane.start(), lane.start()])
  }, 120_000)
  afterAll(async () => {
    await lane?.close()
    await substrate?.close()
  }, 60_000)

  test.each(all)(
    '%s',
    async (_title, rule) => {
      await rule(lane)
      expect([...lane.guard.wrongs]).toEqual([])
      expect(await substrate.leftovers(lane.owner)).toEqual([])
    },
    120_000,
  )
}

describe('two workers with processes', () => {
  rules(createProcessPlatform, sampleCases(everyRule, 6, 3))
})

describe.skipIf(!isProving || !canStartPodman())('two workers with containers of a real engine', () => {
  let dataDir = ''
  let podman: Podman | undefined
  afterAll(async () => {
    await podman?.stop()
    if (dataDir !== '') rmSync(dataDir, { recursive: true })
  }, 60_000)

  rules(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'clutch-life-'))
    podman = await startPodman()
    return createDockerPlatform(podman, dataDir)
  })
})
