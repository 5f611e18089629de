// @slow 60 s: kills whole workers, runs the nodes of a cluster
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CrashTestPortal } from './testing/crash-test-portal.ts'
import { driverLifecycleRules } from './testing/driver-lifecycle-rules.ts'
import { createAgonesPlatform, createKubernetesPlatform } from './testing/kubernetes-platform.ts'
import { runCrashTest } from './testing/crash-plan.ts'
import type { KillPoints } from './testing/run-lifecycle.ts'
import type { TestPlatform } from './testing/test-platform.ts'

/** Kills in the middle of a call of the API. */
const sample: KillPoints = {
  create: { step: 'cluster: createNamespacedPod-done', nth: 1 },
  restart: { step: 'cluster: deleteNamespacedPod-done', nth: 1 },
  switch: { step: 'create-done', nth: 1 },
  revoke: { step: 'cluster: deleteNamespacedSecret-done', nth: 1 },
}

// `npm test` kills workers with processes only.
describe.skipIf(!isProving)('workers with a cluster', () => {
  test('R1 R2 R3 R5 R10 R12 R13 killed at any step with pods, a rental reaches its wanted state', async () => {
    const pods = () => createKubernetesPlatform()
    await expect(runCrashTest(pods, { sample, title: 'pods' })).resolves.toBeUndefined()
  }, 7_200_000)

  test('R1 R2 R3 R5 R10 R12 R13 killed at any step with Agones, a rental reaches its wanted state', async () => {
    await expect(
      runCrashTest(createAgonesPlatform, { sample, title: 'GameServers' }),
    ).resolves.toBeUndefined()
  }, 7_200_000)

  describe('two workers', () => {
    let platform: TestPlatform
    let portal: CrashTestPortal
    beforeAll(async () => {
      platform = await createKubernetesPlatform()
      portal = await CrashTestPortal.open(platform)
      await portal.start()
      await portal.start()
    }, 120_000)
    afterAll(async () => {
      await portal?.close()
      await platform?.close()
    }, 60_000)

    test.each(Object.entries(driverLifecycleRules))(
      '%s',
      async (_title, rule) => {
        await rule(portal)
        expect([...portal.guard.wrongs]).toEqual([])
        expect(await platform.leftovers(portal.owner)).toEqual([])
      },
      180_000,
    )
  })
})
