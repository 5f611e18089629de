// @slow 60 s: runs the nodes of a cluster
import { afterAll, describe } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { testDriverRules } from '../../testing/driver-rules.ts'
import { type TestCluster, startTestCluster } from '../testing/kubernetes-cluster.ts'
import { agonesSettings } from '../testing/kubernetes-config.ts'
import { createKubernetesDriverFixture } from '../testing/kubernetes-driver-fixture.ts'

let cluster: TestCluster | undefined

afterAll(() => cluster?.stop())

// `npm test` runs them with plain pods, and a GameServer in agones-faults.test.ts.
describe.skipIf(!isProving)('with Agones', () => {
  testDriverRules(
    'the Kubernetes driver on an emulated Agones',
    async () => {
      cluster = await startTestCluster({ agones: true })
      return createKubernetesDriverFixture(cluster, agonesSettings)
    },
    // A pod with a network of its own does not see what listens on its node.
    { without: 'port of another program' },
  )
})
