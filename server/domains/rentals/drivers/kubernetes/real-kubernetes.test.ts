// @slow 120 s: runs the components of Kubernetes
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { HostFull } from '../driver.ts'
import { testDriverRules } from '../testing/driver-rules.ts'
import { type TestCluster, startTestCluster } from './testing/kubernetes-cluster.ts'
import { buildKubernetesConfig, openTestDriver } from './testing/kubernetes-config.ts'
import { createKubernetesDriverFixture } from './testing/kubernetes-driver-fixture.ts'
import { canStartRealCluster, startRealCluster } from './testing/real-cluster.ts'
import { ensureInstance, testInstance, testOwner } from './testing/test-instance.ts'

let real: Awaited<ReturnType<typeof startRealCluster>> | undefined
let cluster: TestCluster | undefined

afterAll(async () => {
  await cluster?.stop()
  await real?.stop()
})

describe.skipIf(!isProving || !canStartRealCluster())('with real components', () => {
  testDriverRules('the Kubernetes driver on real Kubernetes', async () => {
    real = await startRealCluster()
    cluster = await startTestCluster({ nodes: ['node-1', 'node-2'], real })
    return createKubernetesDriverFixture(cluster)
  })

  // Runs after the rules, in their cluster.
  test('G10 the scheduler tries other nodes than those that lack the game', { timeout: 60_000 }, async () => {
    if (!cluster) throw new Error('no cluster runs')
    const install = '/srv/cs2/current'
    const config = buildKubernetesConfig(cluster, {
      CLUTCH_GAME_INSTALL: install,
      CLUTCH_KUBERNETES_MOUNTS: '["/srv/cs2:/srv/cs2:ro"]',
    })
    await expect(ensureInstance(await openTestDriver(config, testOwner), {})).rejects.toThrow(HostFull)
    const folder = join(cluster.root('node-2'), install, 'game/csgo')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'steam.inf'), 'PatchVersion=1.41.10.0\n')
    const driver = await openTestDriver(config, testOwner)
    expect(await ensureInstance(driver, {})).toMatchObject({ isRunning: true })
    await driver.remove(testInstance, { graceMs: 0, keepData: false })
  })
})
