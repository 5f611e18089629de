// @slow 300 s: runs a node with containers, and Agones
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KubernetesObject } from '@kubernetes/client-node'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { testDriverRules } from '../../testing/driver-rules.ts'
import { agonesSettings } from '../testing/kubernetes-config.ts'
import { type NodeCluster, canStartNodes, startNodeCluster } from '../testing/node-cluster.ts'
import { applyManifest, createNodeDriverFixture, namespace } from '../testing/node-driver-fixture.ts'
import { putSteamcmd } from '../testing/node-games.ts'
import {
  buildImages,
  buildProgramImage,
  gameImage,
  portalImage,
  updateImage,
} from '../testing/node-images.ts'
import { canStartRealAgones, controllerAccount, installAgones, sdkServer } from '../testing/real-agones.ts'

const sdkImage = 'clutch.test/agones-sdk:1'
let cluster: NodeCluster
let archives = ''

async function start(): Promise<NodeCluster> {
  archives = mkdtempSync(join(tmpdir(), 'clutch-images-'))
  const images = [
    ...buildImages([portalImage, gameImage, updateImage], archives),
    buildProgramImage(sdkImage, sdkServer, archives),
  ]
  cluster = await startNodeCluster({ 'node-1': { 'clutch.pool': 'games' } }, images, [controllerAccount])
  for (const node of cluster.nodes) putSteamcmd(node, '100')
  await cluster.create([buildSdkPolicy(cluster)])
  await installAgones(cluster, sdkImage)
  await applyManifest(cluster, 'node-agent.yaml')
  await applyManifest(cluster, 'installs.yaml')
  return cluster
}

/** What a comment in games.yaml tells the operator of a cluster with Agones to add: the SDK reaches the API. */
function buildSdkPolicy({ url }: NodeCluster): KubernetesObject {
  const { hostname, port } = new URL(url)
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'clutch-games-sdk', namespace },
    spec: {
      podSelector: { matchLabels: { 'clutch.part': 'game' } },
      policyTypes: ['Egress'],
      egress: [
        { ports: [{ protocol: 'TCP', port: Number(port) }], to: [{ ipBlock: { cidr: `${hostname}/32` } }] },
      ],
    },
  } as KubernetesObject
}

const isPossible = isProving && canStartNodes() && canStartRealAgones()
describe.skipIf(!isPossible)('with Agones and a real kubelet', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    cluster = await start()
  }, 1_800_000)
  afterAll(async () => {
    await (cluster as NodeCluster | undefined)?.stop()
    rmSync(archives, { recursive: true, force: true })
  }, 120_000)

  // Two rules open a port on this machine, which is not the node.
  testDriverRules(
    'the Kubernetes driver with Agones on a node with containers',
    async () => createNodeDriverFixture(cluster, agonesSettings),
    { without: 'port of another program' },
  )
})
