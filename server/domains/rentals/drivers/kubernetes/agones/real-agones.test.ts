// @slow 120 s: runs the components of Kubernetes and Agones
import { afterAll, describe } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { testDriverRules } from '../../testing/driver-rules.ts'
import { type TestCluster, startTestCluster } from '../testing/kubernetes-cluster.ts'
import { agonesSettings } from '../testing/kubernetes-config.ts'
import { createKubernetesDriverFixture } from '../testing/kubernetes-driver-fixture.ts'
import { canStartRealAgones, startRealAgones } from '../testing/real-agones.ts'

let real: Awaited<ReturnType<typeof startRealAgones>> | undefined
let cluster: TestCluster | undefined

afterAll(async () => {
  await cluster?.stop()
  await real?.stop()
})

describe.skipIf(!isProving || !canStartRealAgones())('with real components', () => {
  testDriverRules(
    'the Kubernetes driver on real Agones',
    async () => {
      real = await startRealAgones()
      cluster = await startTestCluster({ nodes: ['node-1', 'node-2'], real, sdk: real.sdk })
      return createKubernetesDriverFixture(cluster, agonesSettings)
    },
    // A pod with a network of its own does not see what listens on its node.
    { without: 'port of another program' },
  )
})
