import type { V1Node, V1Pod } from '@kubernetes/client-node'
import { expect, test } from 'vitest'
import { toClusterHost } from './kubernetes-host.ts'
import { countRoom, getNodeAddresses } from './nodes.ts'
import { buildKubernetesConfig, buildKubernetesConfigs } from './testing/kubernetes-config.ts'
import { listClusterWarnings } from './cluster-warnings.ts'

function buildHost(cluster: Record<string, unknown> = {}) {
  const config = buildKubernetesConfig(
    { kubeconfig: '/etc/clutch/kubeconfig', namespace: 'games' },
    { CLUTCH_KUBERNETES_MEMORY_MB: '3072', CLUTCH_KUBERNETES_CPUS: '2' },
    { hostNetwork: false, ...cluster },
  )
  const [first] = config.kubernetesClusters ?? []
  if (!first) throw new Error('no cluster')
  return toClusterHost(config, first)
}

function buildNode(
  name: string,
  over: { memory?: string; cpu?: string } & Partial<V1Node['spec']> = {},
  ready = 'True',
): V1Node {
  const { memory = '64Gi', cpu = '32', ...spec } = over
  return {
    metadata: { name },
    spec,
    status: {
      allocatable: { memory, cpu },
      conditions: [{ type: 'Ready', status: ready }],
    },
  }
}

const buildGame = (nodeName: string): V1Pod => ({
  spec: {
    nodeName,
    containers: [{ name: 'game', resources: { requests: { memory: '3072Mi', cpu: '2000m' } } }],
    initContainers: [
      { name: 'prepare', resources: { requests: { memory: '3072Mi', cpu: '2' } } },
      { name: 'reporter', restartPolicy: 'Always', resources: { requests: { memory: '160Mi', cpu: '50m' } } },
    ],
  },
})

test('G10 the cores that a pod requests are counted at placement, and what Agones adds to each server', () => {
  expect(buildHost().classes.standard).toMatchObject({ memoryMb: 3_072, cpus: 2 })
  expect(buildHost({ agones: true }).classes.standard).toMatchObject({ memoryMb: 3_232, cpus: 2.08 })
  const classes = { standard: { memoryMb: 2_048, reserveCpus: 0.5, cpus: 0 } }
  expect(buildHost({ classes }).classes.standard).toMatchObject({ memoryMb: 2_048, cpus: 0.5 })
})

test('G10 a cluster has room for whole servers on each node, after what its system needs there', () => {
  const cluster = { host: buildHost(), reserve: { memoryMb: 0, cpus: 0 } }
  // 15 servers by cores on the first, 4 by memory on the second, none on the third.
  const nodes = [buildNode('a'), buildNode('b', { memory: '15Gi' }), buildNode('c', { memory: '3500Mi' })]
  expect(countRoom(nodes, [], cluster)).toEqual({ memoryMb: 19 * 3_072 + 1_024, cpus: 38 })
  // 14 and 3 beside the pods of others.
  const reserve = { memoryMb: 2_560, cpus: 2.5 }
  expect(countRoom(nodes, [], { ...cluster, reserve }).cpus).toBe(34)
})

test('G10 nodes that take no games have room only for what runs there', () => {
  const cluster = { host: buildHost(), reserve: { memoryMb: 0, cpus: 0 } }
  const other = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }
  const nodes = [
    buildNode('games', { taints: [{ key: 'clutch.games', effect: 'NoSchedule' }] }),
    buildNode('cordoned', { unschedulable: true }),
    buildNode('silent', {}, 'Unknown'),
    buildNode('control', { taints: [other] }),
  ]
  const one = countRoom(nodes.slice(0, 1), [], cluster)
  expect(countRoom(nodes, [], cluster)).toEqual(one)
  expect(countRoom(nodes, [buildGame('games'), buildGame('cordoned'), buildGame('gone')], cluster)).toEqual({
    memoryMb: one.memoryMb + 2 * 3_232,
    cpus: one.cpus + 2 * 2.05,
  })
})

test('G10 servers without limits, and entries that share nodes or ports, are warned of', () => {
  const warn = (entries: object[], more = {}) =>
    listClusterWarnings(buildKubernetesConfigs({ kubeconfig: '/k', namespace: 'games' }, entries, more))
  const limits = { CLUTCH_KUBERNETES_CPUS: '2' }
  expect(warn([{}])).toHaveLength(2)
  expect(warn([{}])[0]).toMatch('standard servers request no memory or no cores')
  expect(warn([{}], limits)).toEqual([])
  const pool = (name: string, more = {}) => ({ name, nodes: { pool: name }, ...more })
  expect(warn([pool('a'), pool('b')], limits)).toEqual([])
  expect(warn([pool('a'), { name: 'b', kubeconfig: '/other' }], limits)).toEqual([])
  const apart = { ports: '30000-30999' }
  expect(warn([pool('a', apart), { name: 'b', ports: '31000-31999', nodes: {} }], limits)).toMatchObject([
    expect.stringContaining('counted twice'),
  ])
  expect(warn([pool('a'), { name: 'b', nodes: {} }], limits)).toMatchObject([
    expect.stringContaining('a and b may use'),
    expect.stringContaining('share ports'),
  ])
})

test('players get the address that the node is annotated with, otherwise IPv4 before IPv6', () => {
  const node = buildNode('a')
  node.status = {
    addresses: [
      { type: 'InternalIP', address: 'fd00::4' },
      { type: 'InternalIP', address: '10.0.0.4' },
      { type: 'ExternalIP', address: '2a01::4' },
      { type: 'ExternalIP', address: '198.51.100.4' },
    ],
  }
  expect(getNodeAddresses(node, false)).toEqual({ host: '10.0.0.4', publicHost: '198.51.100.4' })
  node.metadata = { annotations: { 'clutch.public-address': 'a.example.org' } }
  expect(getNodeAddresses(node, false)).toEqual({ host: '10.0.0.4', publicHost: 'a.example.org' })
  expect(getNodeAddresses(node, true)).toEqual({ host: 'a.example.org', publicHost: 'a.example.org' })
})
