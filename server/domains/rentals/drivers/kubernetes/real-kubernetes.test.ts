// @slow 120 s: runs the components of Kubernetes
import { afterAll, describe } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { testDriverRules } from '../testing/driver-rules.ts'
import { type TestCluster, startTestCluster } from './testing/kubernetes-cluster.ts'
import { createKubernetesDriverFixture } from './testing/kubernetes-driver-fixture.ts'
import { canStartRealCluster, startRealCluster } from './testing/real-cluster.ts'

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
})
