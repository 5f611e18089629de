// @slow 30 s: runs the nodes of a cluster
import { afterAll } from 'vitest'
import { testDriverRules } from '../testing/driver-rules.ts'
import { type TestCluster, startTestCluster } from './testing/kubernetes-cluster.ts'
import { createKubernetesDriverFixture } from './testing/kubernetes-driver-fixture.ts'

let cluster: TestCluster | undefined

afterAll(() => cluster?.stop())

testDriverRules(
  'the Kubernetes driver on an emulated API',
  async () => {
    cluster = await startTestCluster()
    return createKubernetesDriverFixture(cluster)
  },
  { sampleStep: 8 },
)
